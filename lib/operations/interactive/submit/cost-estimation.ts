import type { Micros } from "../../../base/identifiers/identifiers.ts";
import { formatInstant } from "../../../base/values/time.ts";
import {
  optional,
  optionalList,
  readBoolean,
  type Reader,
  readObject,
} from "../../../views/envelope/readers.ts";
import { oneOf } from "../keys/signature.ts";

/** CostEstimation (interactive-submission.md 2). */
export interface CostEstimationJson {
  readonly estimationTimestamp: string;
  readonly confirmationRequestTrafficCostEstimation: number;
  readonly confirmationResponseTrafficCostEstimation: number;
  readonly totalTrafficCostEstimation: number;
}

/**
 * Reads a CostEstimationHints record. Returns true if it requests an estimate. Raises
 * INVALID_ARGUMENT, and INVALID_FIELD for an algorithm that cannot be used for execution.
 */
export const readCostEstimationHints: Reader<boolean> = (json) => {
  const object = readObject(json);
  if (optional(object, "disabled", readBoolean) === true) return false;
  optionalList(object, "expectedSignatures", oneOf("expectedSignatures", algorithms));
  return true;
};

const algorithms: ReadonlyMap<string, true> = new Map([
  ["SIGNING_ALGORITHM_SPEC_ED25519", true],
  ["SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256", true],
  ["SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384", true],
]);

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
