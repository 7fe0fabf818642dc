import { performance } from "node:perf_hooks";

import { expect } from "chai";

import { heldAfterCollection } from "./memory.ts";

/** Maximum time that 99 of 100 calls may take beside an attack, in milliseconds (SECURITY.md). */
export const maxWaitMillis = 2_000;

const mebi = 1024 * 1024;

/** How long the calls waited, and how much memory the process used meanwhile. */
export interface CallerMeasurements {
  /** 99th percentile of the wait times, in milliseconds. */
  readonly p99: number;
  /** Maximum memory above that before the attack, in MiB. */
  readonly held: number;
  readonly calls: number;
}

export interface AttackedCaller {
  /** Short calls that are made in sequence, repeatedly; each rejects if it is refused. */
  readonly calls: readonly (() => Promise<unknown>)[];
  /** Maximum additional memory during the attack, in MiB; 128 when absent. */
  readonly maxHeld?: number;
  /** Minimum number of calls during the attack and after it; 100 when absent. */
  readonly atLeast?: number;
}

/**
 * Makes calls from the start of the attack until its end. Fails if a call is refused, if the 99th percentile
 * of wait times exceeds {@link maxWaitMillis}, or if too much memory is used.
 *
 * Wait times are corrected for other processes on the machine: idle time of the event loop counts as
 * wall-clock time, busy time as processor time of this process, which includes the whole attack.
 */
export const measureHonestCaller = async (
  { calls, maxHeld = 128, atLeast = 100 }: AttackedCaller,
  attack: () => Promise<unknown>,
): Promise<CallerMeasurements> => {
  for (const call of [...calls, ...calls, ...calls]) await call();
  const before = heldAfterCollection();
  const held = (): number => (heldAfterCollection() - before) / mebi;
  const experience = await siege({ calls, atLeast, held }, attack);
  const { p99, calls: count } = experience;
  expect(p99, `milliseconds for 99 of 100 of ${count} calls`).to.be.at.most(maxWaitMillis);
  expect(experience.held, "MiB held besides").to.be.at.most(maxHeld);
  return experience;
};

interface Siege {
  readonly calls: AttackedCaller["calls"];
  readonly atLeast: number;
  /** In MiB. */
  readonly held: () => number;
}

/** Runs the calls during one attack. */
const siege = async (
  { calls, atLeast, held }: Siege,
  attack: () => Promise<unknown>,
): Promise<CallerMeasurements> => {
  let most = 0;
  const waits: number[] = [];
  let isOver = false;
  const attacked = attack().finally(() => (isOver = true));
  // The calls fail first; a rejection of the attack is handled below.
  attacked.catch(() => undefined);
  const isUnderAttack = (): boolean => !isOver;
  while (isUnderAttack() || waits.length < atLeast) {
    for (const call of calls) waits.push(await waitMillisOf(call));
    // Not measured, since a full garbage collection takes long.
    if (waits.length % 20 < calls.length) most = Math.max(most, held());
  }
  await attacked;
  const p99 = waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? 0;
  return { p99, held: Math.max(most, held()), calls: waits.length };
};

/** The wait time of a call, corrected for other processes on the machine, in milliseconds. */
export const waitMillisOf = async (call: () => Promise<unknown>): Promise<number> => {
  const loop = performance.eventLoopUtilization();
  const processor = process.cpuUsage();
  await call();
  const { idle, active } = performance.eventLoopUtilization(loop);
  const { user, system } = process.cpuUsage(processor);
  return idle + Math.min(active, (user + system) / 1000);
};
