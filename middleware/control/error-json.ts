import type { Ledger, LedgerError } from "../../lib/index.ts";
import { addDamlFailureToHint } from "../errors/daml-hint.ts";
import { type ControlApiRequest, createControlErrorHint } from "./control-hint.ts";

/** Returns an error as JSON, with a hint. */
export const createControlErrorJson = (
  error: LedgerError,
  request: ControlApiRequest,
  ledger: Ledger,
): object => {
  const { details } = error;
  const { code, cause, context } = details;
  const hint = addDamlFailureToHint(createControlErrorHint(details, request, ledger), error);
  return { code, cause, context, hint };
};
