import type { Ledger, LedgerError } from "../../lib/index.ts";
import { addExplanation } from "../errors/daml-hint.ts";
import { controlHint, type ControlRequest } from "./control-hint.ts";

/** Returns an error as JSON, with a hint. */
export const errorJson = (error: LedgerError, request: ControlRequest, ledger: Ledger): object => {
  const { details } = error;
  const { code, cause, context } = details;
  const hint = addExplanation(controlHint(details, request, ledger), error);
  return { code, cause, context, hint };
};
