import type { Micros } from "../../base/identifiers/identifiers.ts";
import { type Pace, Suspension } from "../../contracts/engine/suspension.ts";

/**
 * What is worked out in turns, so that others can go on in between: it is asked for again each turn, with the
 * same turns and nothing else changed, and goes on where it was interrupted. What there is to go on with is put
 * aside under this object by who interprets commands.
 */
export interface Turns {
  /** Of this turn. */
  readonly pace: Pace;
  /** Whether there is something to go on with. */
  hasBegun: boolean;
}

/** When a decision was begun that took more than one turn, and with which seed: it keeps both. */
export interface Departure {
  readonly now: Micros;
  readonly seed: Uint8Array;
}

/** Work for turns that goes on by itself where it was interrupted. */
export const goingOn = <T>(begin: (pace: Pace) => T): ((turns: Turns) => T) => {
  const pace: Pace = { steps: 0 };
  let goOn = (): T => begin(pace);
  return (turns) => {
    pace.steps = turns.pace.steps;
    try {
      return goOn();
    } catch (error) {
      if (error instanceof Suspension) goOn = (error as Suspension<T>).goOn;
      throw error;
    }
  };
};
