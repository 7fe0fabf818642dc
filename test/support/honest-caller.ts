import { performance } from "node:perf_hooks";

import { expect } from "chai";

import { memoryAfterCollection } from "./memory.ts";

/** Maximum time that 99 of 100 calls may take beside an attack, in milliseconds (SECURITY.md). */
export const maxWaitMillis = 2_000;

const mebi = 1024 * 1024;

/** Wait times of the honest caller during an attack, and memory of the process meanwhile. */
export interface CallerMeasurements {
  /** 99th percentile of the wait times, in milliseconds. */
  readonly p99: number;
  /** Maximum additional memory during the attack, in MiB. */
  readonly heldMiB: number;
  readonly calls: number;
}

export interface AttackedCaller {
  /** Short calls, made one after the other in a loop. Each rejects if the ledger refuses it. */
  readonly calls: readonly (() => Promise<unknown>)[];
  /** Maximum additional memory during the attack, in MiB; 128 when absent. */
  readonly maxHeldMiB?: number;
  /** Minimum number of calls; after the attack, calls go on up to this number. 100 when absent. */
  readonly minCalls?: number;
}

/**
 * Makes calls from the start of an attack until its end. Fails if the ledger refuses a call, if the 99th
 * percentile of wait times exceeds {@link maxWaitMillis}, or if the process uses too much memory.
 *
 * Wait times are corrected for other processes on the machine. While the event loop is idle, wall-clock time
 * counts. While it is busy, the processor time of this process counts, or wall-clock time if that is less. The
 * processor time includes the work of the attacker and of the ledger, because all run in this process.
 */
export const measureHonestCaller = async (
  { calls, maxHeldMiB = 128, minCalls = 100 }: AttackedCaller,
  attack: () => Promise<unknown>,
): Promise<CallerMeasurements> => {
  for (const call of [...calls, ...calls, ...calls]) await call();
  const before = memoryAfterCollection();
  const held = (): number => (memoryAfterCollection() - before) / mebi;
  const experience = await measureDuringAttack({ calls, minCalls, held }, attack);
  const { p99, calls: count } = experience;
  expect(p99, `milliseconds for 99 of 100 of ${count} calls`).to.be.at.most(maxWaitMillis);
  expect(experience.heldMiB, "additional MiB").to.be.at.most(maxHeldMiB);
  return experience;
};

interface AttackMeasurement {
  readonly calls: AttackedCaller["calls"];
  readonly minCalls: number;
  /** In MiB. */
  readonly held: () => number;
}

/** Runs the calls during one attack. */
const measureDuringAttack = async (
  { calls, minCalls, held }: AttackMeasurement,
  attack: () => Promise<unknown>,
): Promise<CallerMeasurements> => {
  let most = 0;
  const waits: number[] = [];
  let isOver = false;
  const attacked = attack().finally(() => (isOver = true));
  // Avoids an unhandled rejection if a call fails first; the attack is awaited below.
  attacked.catch(() => undefined);
  const isUnderAttack = (): boolean => !isOver;
  while (isUnderAttack() || waits.length < minCalls) {
    for (const call of calls) waits.push(await waitMillisOf(call));
    // Measure memory between the calls: the full garbage collection takes long, and no wait time includes it.
    if (waits.length % 20 < calls.length) most = Math.max(most, held());
  }
  await attacked;
  const p99 = waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? 0;
  return { p99, heldMiB: Math.max(most, held()), calls: waits.length };
};

/** Returns the wait time of a call, corrected for other processes on the machine, in milliseconds. */
export const waitMillisOf = async (call: () => Promise<unknown>): Promise<number> => {
  const loop = performance.eventLoopUtilization();
  const processor = process.cpuUsage();
  await call();
  const { idle, active } = performance.eventLoopUtilization(loop);
  const { user, system } = process.cpuUsage(processor);
  return idle + Math.min(active, (user + system) / 1000);
};
