import type { ErrorRequestHandler } from "express";

import { httpStatus } from "../../lib/api.ts";
import { isLedgerError, type Ledger, type LedgerError, ledgerError } from "../../lib/index.ts";
import { hintAtSteering } from "./control-hint.ts";

/** Answers what the ledger refuses and what the body parsers do; the rest is the host's. */
export const answerError =
  (ledger: Ledger): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const status = statusOf(error);
    if (!isLedgerError(error) && status === undefined) return next(error);
    const { details } = isLedgerError(error) ? error : invalidArgumentOf(error);
    const { code, cause, context } = details;
    const hint = hintAtSteering(details, request, ledger);
    response.status(status ?? httpStatus(details)).json({ code, cause, context, hint });
  };

const invalidArgumentOf = (error: unknown): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause: String(error) });

/** Body parsers throw errors that carry a status; 4xx are the client's. */
const statusOf = (error: unknown): number | undefined => {
  const status =
    typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
  return typeof status === "number" && status >= 400 && status < 500 ? status : undefined;
};
