import type { Ledger, LedgerError } from "../../lib/index.ts";
import { addDamlFailureToHint } from "../errors/daml-hint.ts";
import { controlHint, type ControlRequest } from "./control-hint.ts";

/** Returns an error as JSON, with a hint. */
export const errorJson = (error: LedgerError, request: ControlRequest, ledger: Ledger): object => {
  const { details } = error;
  const { code, cause, context } = details;
  const hint = addDamlFailureToHint(controlHint(details, request, ledger), error);
  return { code, cause, context, hint };
};
