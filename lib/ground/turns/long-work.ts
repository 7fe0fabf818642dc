import { FairLine, noUser } from "../collections/fair-line.ts";
import { nextLongTurn, nextTurn } from "./next-turn.ts";

/** Work that takes longer at once is long: whatever else comes in meanwhile waits for all of it. */
export const longMillis = 8;

/** Who waits in line, and until when. */
export interface Waits {
  /** Whose other long work it waits for. */
  readonly userId?: string | undefined;
  /** Aborts when nobody wants what it waits for any more: it leaves the line then, with the reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What is known of steps before they are done. */
export interface Lengthy extends Waits {
  /** Whether each by itself may be long. */
  readonly areLong?: boolean;
}

/** After long work the loop goes round once for each {@link longMillis} it took, but no more often. */
const mostRounds = 16;

/** How often it goes round before work that may be long, where others are waiting with theirs. */
const roundsBefore = 8;

interface Place {
  readonly rounds: number;
  readonly userId: string;
  /** Undefined when nobody waits there. */
  goOn: (() => void) | undefined;
  /** Whether it is nobody's, and no rounds are owed for it either. */
  isVacant: boolean;
}

/** Of the process, as its loop is one. The first of them is taken out while the loop goes round for it. */
let line = new FairLine<Place>();
/** Places that are not vacant, that of the first included. */
let waiting = 0;
let vacant = 0;
let isMoving = false;

interface Terms {
  readonly rounds: number;
  /** Whether the loop goes round for work that was done, so that others have these rounds even when nobody waits for them. */
  readonly areOwed: boolean;
}

const inLine = ({ userId = noUser, signal }: Waits, { rounds, areOwed }: Terms): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = (): void => {
      // Nothing of whoever has gone is held until it would have been its turn.
      place.goOn = undefined;
      if (!areOwed) vacate(place);
      reject(signal?.reason as Error);
    };
    const goOn = (): void => {
      signal?.removeEventListener("abort", leave);
      resolve();
    };
    const place: Place = { rounds, userId, goOn, isVacant: false };
    line.put(place, userId);
    waiting += 1;
    if (!isMoving) void moveOn();
    if (signal?.aborted === true) leave();
    else signal?.addEventListener("abort", leave, { once: true });
  });

const moveOn = async (): Promise<void> => {
  isMoving = true;
  for (let first = line.take(); first !== undefined; first = line.take()) {
    for (let left = first.rounds; left > 0 && !first.isVacant; left -= 1) await nextLongTurn();
    if (first.isVacant) vacant -= 1;
    else waiting -= 1;
    first.goOn?.();
  }
  isMoving = false;
};

const vacate = (place: Place): void => {
  place.isVacant = true;
  waiting -= 1;
  vacant += 1;
  // Who comes and goes for ever would make the line longer for ever.
  if (vacant * 2 > line.size) closeRanks();
};

const closeRanks = (): void => {
  const closed = new FairLine<Place>();
  for (let place = line.take(); place !== undefined; place = line.take()) {
    if (place.isVacant) vacant -= 1;
    else closed.put(place, place.userId);
  }
  line = closed;
};

/**
 * Lets others go on after work that took so long. Of those whose work is long one goes on after the other, users in
 * turn, however many there are, and in between the loop goes round so often that a short call, which needs some rounds from its first byte to its
 * answer, is through.
 */
export const restAfter = (millis: number, waits: Waits = {}): Promise<void> =>
  millis < longMillis ? nextTurn() : inLine(waits, { rounds: roundsFor(millis), areOwed: true });

/** As {@link restAfter}, but before work that is known to take so long. */
export const restBefore = (millis: number, waits: Waits = {}): Promise<void> =>
  inLine(waits, { rounds: roundsFor(millis), areOwed: false });

const roundsFor = (millis: number): number => Math.min(mostRounds, Math.ceil(millis / longMillis));

/** What may be long is done at once, but after those who are in line; not at all for whom has gone, who is told the reason. */
export const longWork = <Result>(work: () => Result, waits: Waits = {}): Result | Promise<Result> =>
  others(waits)?.then(() => measured(work, waits)) ?? measured(work, waits);

/** Resolves when those who are in line have gone on, and others after each of them. */
export const others = (waits: Waits = {}): Promise<void> | undefined =>
  waiting === 0 ? undefined : inLine(waits, { rounds: roundsBefore, areOwed: false });

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
