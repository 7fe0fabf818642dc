import { isLedgerError } from "../../../base/errors/ledger-error.ts";
import { isStackOrSizeLimitError } from "../../../base/errors/out-of-space.ts";
import type { StepQuota } from "../../engine/suspension.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import type { RequestEvaluationQuota } from "../runtime/allowance.ts";
import type { CompiledProgram } from "./program.ts";

/**
 * Runs `compute` within the limits of the allowance. Daml exceptions pass through. Raises
 * INTERPRETATION_TIME_EXCEEDED, and DAML_INTERPRETATION_ERROR if JavaScript's memory or stack is
 * exhausted.
 */
export const evaluateWithinLimits = <T>(
  program: CompiledProgram,
  allowance: RequestEvaluationQuota,
  compute: () => T,
  quota?: StepQuota,
): T => {
  try {
    return program.budget.runWithAllowance(allowance, compute, quota);
  } catch (error) {
    if (isLedgerError(error) || !isStackOrSizeLimitError(error)) throw error;
    const failure = interpretationError("DAML_INTERPRETATION_ERROR", {
      cause: `the evaluation needs more memory or stack than there is (${error.message}).`,
    });
    program.store.trace?.copyStack(error, failure);
    throw failure;
  }
};
