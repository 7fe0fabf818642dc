import type { ErrorRequestHandler } from "express";

import { httpStatus } from "../../lib/api.ts";
import { isLedgerError, type Ledger, type LedgerError, ledgerError } from "../../lib/index.ts";
import { explainedHint } from "../errors/daml-hint.ts";
import { controlHint, type ControlRequest } from "./control-hint.ts";

/**
 * Returns a handler that answers errors of the ledger and of body parsers. Other errors are passed
 * to the host.
 */
export const answerError =
  (ledger: Ledger): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const status = statusOf(error);
    if (!isLedgerError(error) && status === undefined) return next(error);
    const known = isLedgerError(error) ? error : invalidArgumentOf(error);
    response.status(status ?? httpStatus(known.details)).json(errorJson(known, request, ledger));
  };

/** Returns an error as JSON, with a hint. */
export const errorJson = (error: LedgerError, request: ControlRequest, ledger: Ledger): object => {
  const { details } = error;
  const { code, cause, context } = details;
  const hint = explainedHint(controlHint(details, request, ledger), error);
  return { code, cause, context, hint };
};

const invalidArgumentOf = (error: unknown): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause: String(error) });

/** Returns the status of a body parser's error if it is a client error (4xx). */
const statusOf = (error: unknown): number | undefined => {
  const status =
    typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
  return typeof status === "number" && status >= 400 && status < 500 ? status : undefined;
};
