import { performance } from "node:perf_hooks";

import { expect } from "chai";

import { heldAfterCollection } from "./memory.ts";

/** What an innocent caller may be kept waiting, in milliseconds. */
export const tolerated = 250;

const mebi = 1024 * 1024;

/** How long others kept it waiting, and what the process held meanwhile. */
export interface Experience {
  /** Of one call in a hundred at most, in milliseconds. */
  readonly p99: number;
  /** More than before, at most, in MiB. */
  readonly held: number;
  readonly calls: number;
}

export interface Besieged {
  /** Small things it asks for in turn, again and again; each rejects where it is refused. */
  readonly calls: readonly (() => Promise<unknown>)[];
  /** So much may be held besides while it lasts, in MiB; 128 when absent. */
  readonly maxHeld?: number;
  /** At least so many calls are made, beside the attack and after it; 100 when absent. */
  readonly atLeast?: number;
}

/** A machine that others use, too, gives what it likes; what an attack does, it does again. */
const mostSieges = 3;

/**
 * Makes calls from when the attack begins until it is over, and fails where one of them is refused, where one in a hundred
 * waits for more than {@link tolerated} each time the attack is made, or where more is held than allowed.
 *
 * What it waits is what it would on a machine of its own: while the loop of the process has nothing to do, the time of a
 * clock; while it has, the processor time of the process. Of that all of the attack is part, but not what else runs on the machine.
 */
export const besideInnocentCaller = async (
  { calls, maxHeld = 128, atLeast = 100 }: Besieged,
  attack: () => Promise<unknown>,
): Promise<Experience> => {
  for (const call of [...calls, ...calls, ...calls]) await call();
  const before = heldAfterCollection();
  const held = (): number => (heldAfterCollection() - before) / mebi;
  const first = await siege({ calls, atLeast, held }, attack);
  let best = first;
  for (let sieges = 1; best.p99 > tolerated && sieges < mostSieges; sieges++) {
    const again = await siege({ calls, atLeast, held }, attack);
    if (again.p99 < best.p99) best = again;
  }
  expect(best.p99, `of ${best.calls} calls one in a hundred waits for`).to.be.at.most(tolerated);
  expect(first.held, "MiB held besides").to.be.at.most(maxHeld);
  return best;
};

interface Siege {
  readonly calls: Besieged["calls"];
  readonly atLeast: number;
  /** In MiB. */
  readonly held: () => number;
}

/** The calls beside the attack, once. */
const siege = async (
  { calls, atLeast, held }: Siege,
  attack: () => Promise<unknown>,
): Promise<Experience> => {
  let most = 0;
  const waits: number[] = [];
  let isOver = false;
  const attacked = attack().finally(() => (isOver = true));
  // Who is attacked first fails first.
  attacked.catch(() => undefined);
  const isUnderAttack = (): boolean => !isOver;
  while (isUnderAttack() || waits.length < atLeast) {
    for (const call of calls) waits.push(await waitOf(call));
    // Beside what is measured: to collect all garbage takes long.
    if (waits.length % 20 < calls.length) most = Math.max(most, held());
  }
  await attacked;
  const p99 = waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? 0;
  return { p99, held: Math.max(most, held()), calls: waits.length };
};

/** How long a call keeps its caller waiting, on a machine of its own; in milliseconds. */
export const waitOf = async (call: () => Promise<unknown>): Promise<number> => {
  const loop = performance.eventLoopUtilization();
  const processor = process.cpuUsage();
  await call();
  const { idle, active } = performance.eventLoopUtilization(loop);
  const { user, system } = process.cpuUsage(processor);
  return idle + Math.min(active, (user + system) / 1000);
};
