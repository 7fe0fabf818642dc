import { FairLine, noUser } from "../collections/fair-line.ts";
import { nextLongTurn } from "./next-turn.ts";

/** Work that takes longer at once is long: whatever else comes in meanwhile waits for all of it. */
export const longMillis = 8;

/** What is known of steps before they are done. */
export interface Lengthy {
  /** Whether each by itself may be long. */
  readonly areLong?: boolean;
  /** Whose other long work they wait for. */
  readonly userId?: string | undefined;
}

/** After long work the loop goes round once for each {@link longMillis} it took, but no more often. */
const mostRounds = 16;

/** How often it goes round before work that may be long, where others are waiting with theirs. */
const roundsBefore = 8;

interface Waiting {
  readonly rounds: number;
  readonly goOn: () => void;
}

/** Of the process, as its loop is one: who waits in line, the first of them included while the loop goes round for it. */
const line = new FairLine<Waiting>();
let waiting = 0;

const inLine = (rounds: number, userId: string | undefined): Promise<void> =>
  new Promise((goOn) => {
    line.put({ rounds, goOn }, userId ?? noUser);
    waiting += 1;
    if (waiting === 1) void moveOn();
  });

const moveOn = async (): Promise<void> => {
  for (let first = line.take(); first !== undefined; first = line.take()) {
    for (let left = first.rounds; left > 0; left -= 1) await nextLongTurn();
    waiting -= 1;
    first.goOn();
  }
};

/**
 * Lets others go on after work that took so long. Of those whose work is long one goes on after the other, users in
 * turn, however many there are, and in between the loop goes round so often that a short call, which needs some rounds from its first byte to its
 * answer, is through.
 */
export const restAfter = (millis: number, userId?: string): Promise<void> =>
  millis < longMillis
    ? nextLongTurn()
    : inLine(Math.min(mostRounds, Math.ceil(millis / longMillis)), userId);

/** What may be long is done at once, but after those who are in line. */
export const longWork = <Result>(work: () => Result, userId?: string): Result | Promise<Result> =>
  others(userId)?.then(() => measured(work, userId)) ?? measured(work, userId);

/** Resolves when those who are in line have gone on, and others after each of them. */
export const others = (userId?: string): Promise<void> | undefined =>
  waiting === 0 ? undefined : inLine(roundsBefore, userId);

const measured = <Result>(work: () => Result, userId: string | undefined): Result => {
  const begun = performance.now();
  try {
    return work();
  } finally {
    const millis = performance.now() - begun;
    if (millis >= longMillis) void restAfter(millis, userId);
  }
};
