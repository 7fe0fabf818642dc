import type { Micros } from "../../base/identifiers/identifiers.ts";
import { formatInstant } from "../../base/values/time.ts";

/** CostEstimation (interactive-submission.md 2). */
export interface CostEstimationJson {
  readonly estimationTimestamp: string;
  readonly confirmationRequestTrafficCostEstimation: number;
  readonly confirmationResponseTrafficCostEstimation: number;
  readonly totalTrafficCostEstimation: number;
}

/**
 * Returns the estimated cost. Traffic costs only if a synchronizer controls it, which those of a
 * ledger do not. A participant then estimates zero, whatever the signatures are.
 */
export const freeOfCharge = (now: Micros): CostEstimationJson => ({
  estimationTimestamp: formatInstant(now),
  confirmationRequestTrafficCostEstimation: 0,
  confirmationResponseTrafficCostEstimation: 0,
  totalTrafficCostEstimation: 0,
});
