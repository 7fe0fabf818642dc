import { nextLongTurn } from "./next-turn.ts";
import { nextSlice } from "./slices.ts";
import { WaitingLine, type Waits } from "./waiting-line.ts";

/** Work that takes longer at once is long: whatever else comes in meanwhile waits for all of it. */
export const longMillis = 8;

/** What is known of steps before they are done. */
export interface Lengthy extends Waits {
  /** Whether each by itself may be long. */
  readonly areLong?: boolean;
}

/** After long work the loop goes round once for each {@link longMillis} it took, but no more often. */
const mostRounds = 16;

/** How often it goes round before work that may be long, where others are waiting with theirs. */
const roundsBefore = 8;

const line = new WaitingLine(nextLongTurn);

/**
 * Lets others go on after work that took so long. Of those whose work is long one goes on after the other, users in
 * turn, however many there are, and in between the loop goes round so often that a short call, which needs some rounds from its first byte to its
 * answer, is through.
 */
export const restAfter = (millis: number, waits: Waits = {}): Promise<void> =>
  millis < longMillis
    ? nextSlice(waits)
    : line.wait(waits, { rounds: roundsFor(millis), areOwed: true });

/** As {@link restAfter}, but before work that is known to take so long. */
export const restBefore = (millis: number, waits: Waits = {}): Promise<void> =>
  line.wait(waits, { rounds: roundsFor(millis), areOwed: false });

const roundsFor = (millis: number): number => Math.min(mostRounds, Math.ceil(millis / longMillis));

/** What may be long is done at once, but after those who are in line; not at all for whom has gone, who is told the reason. */
export const longWork = <Result>(work: () => Result, waits: Waits = {}): Result | Promise<Result> =>
  others(waits)?.then(() => measured(work, waits)) ?? measured(work, waits);

/** Resolves when those who are in line have gone on, and others after each of them. */
export const others = (waits: Waits = {}): Promise<void> | undefined =>
  line.isEmpty ? undefined : line.wait(waits, { rounds: roundsBefore, areOwed: false });

const measured = <Result>(work: () => Result, { userId, signal }: Waits): Result => {
  signal?.throwIfAborted();
  const begun = performance.now();
  try {
    return work();
  } finally {
    const millis = performance.now() - begun;
    if (millis >= longMillis) void restAfter(millis, { userId });
  }
};
