import type { Micros } from "../../base/identifiers/identifiers.ts";
import { type Pace, Suspension } from "../../contracts/engine/suspension.ts";

/**
 * Work that runs in time slices. The scheduler calls it again for each slice, with the same object,
 * and the work continues where it was interrupted. The command interpreter keeps the interrupted
 * evaluation under this object.
 */
export interface Turns {
  /** The step budget of this slice. */
  readonly pace: Pace;
  /** True if there is an interrupted evaluation to continue. */
  hasBegun: boolean;
}

/**
 * The time and seed of a decision that takes more than one slice. They stay the same for all
 * slices.
 */
export interface DecisionOrigin {
  readonly now: Micros;
  readonly seed: Uint8Array;
}

/** Returns work for slices that continues by itself where it was interrupted. */
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
