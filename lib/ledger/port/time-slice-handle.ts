import type { Micros } from "../../base/identifiers/identifiers.ts";
import { type StepQuota, StepQuotaSuspension } from "../../contracts/engine/suspension.ts";

/**
 * Identifies work that runs in time slices. The scheduler calls the work again for each slice, and
 * passes the same handle each time. The command interpreter stores the interrupted evaluation under
 * the handle, and so continues where it was interrupted.
 */
export interface TimeSliceHandle {
  /** The step budget of this slice. */
  readonly quota: StepQuota;
  /** True if there is an interrupted evaluation to continue. */
  isInterrupted: boolean;
}

/**
 * The time and seed at which a decision that takes more than one slice began. They stay the same
 * for all its slices.
 */
export interface DecisionTimeAndSeed {
  readonly now: Micros;
  readonly seed: Uint8Array;
}

/**
 * Returns a function for the scheduler that runs `start`. When the quota is used up, the work throws a
 * {@link StepQuotaSuspension}, and the next call of the function continues from there.
 */
export const createTimeSlicedEvaluation = <T>(
  start: (quota: StepQuota) => T,
): ((handle: TimeSliceHandle) => T) => {
  const quota: StepQuota = { steps: 0 };
  let resume = (): T => start(quota);
  return (handle) => {
    quota.steps = handle.quota.steps;
    try {
      return resume();
    } catch (error) {
      if (error instanceof StepQuotaSuspension) resume = (error as StepQuotaSuspension<T>).resume;
      throw error;
    }
  };
};
