import type { Micros } from "../../base/identifiers/identifiers.ts";
import { formatInstant } from "../../base/values/time.ts";

/** The API's CostEstimation (interactive-submission.md 2). */
export interface CostEstimationJson {
  readonly estimationTimestamp: string;
  readonly confirmationRequestTrafficCostEstimation: number;
  readonly confirmationResponseTrafficCostEstimation: number;
  readonly totalTrafficCostEstimation: number;
}

/**
 * Returns the estimated traffic cost, which is always zero: the synchronizers of this ledger have
 * no traffic control, and a participant estimates zero then.
 */
export const createZeroTrafficCostEstimate = (now: Micros): CostEstimationJson => ({
  estimationTimestamp: formatInstant(now),
  confirmationRequestTrafficCostEstimation: 0,
  confirmationResponseTrafficCostEstimation: 0,
  totalTrafficCostEstimation: 0,
});
