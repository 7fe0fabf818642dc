import type { Micros } from "../../base/identifiers/identifiers.ts";
import { type StepQuota, Suspension } from "../../contracts/engine/suspension.ts";

/**
 * Work that runs in time slices. The scheduler calls it again for each slice, with the same object,
 * and the work continues where it was interrupted. The command interpreter keeps the interrupted
 * evaluation under this object.
 */
export interface EvaluationHandle {
  /** The step budget of this slice. */
  readonly quota: StepQuota;
  /** True if there is an interrupted evaluation to continue. */
  isInterrupted: boolean;
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
export const resumable = <T>(begin: (quota: StepQuota) => T): ((handle: EvaluationHandle) => T) => {
  const quota: StepQuota = { steps: 0 };
  let resume = (): T => begin(quota);
  return (handle) => {
    quota.steps = handle.quota.steps;
    try {
      return resume();
    } catch (error) {
      if (error instanceof Suspension) resume = (error as Suspension<T>).resume;
      throw error;
    }
  };
};
