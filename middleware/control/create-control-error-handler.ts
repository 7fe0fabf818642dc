import type { ErrorRequestHandler, Response } from "express";

import { httpStatus } from "../../lib/api.ts";
import { isLedgerError, type Ledger, type LedgerError, ledgerError } from "../../lib/index.ts";
import { createJsonReply } from "../api/reply.ts";
import type { ControlReply } from "./control-reply.ts";
import { createControlErrorJson } from "./error-json.ts";

/**
 * Returns a handler that answers errors of the ledger and of body parsers. Other errors are passed
 * to the host.
 */
export const createControlErrorHandler =
  (
    ledger: Ledger,
    write: (response: Response, reply: ControlReply) => Promise<void>,
  ): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const status = readClientErrorStatus(error);
    if (!isLedgerError(error) && status === undefined) return next(error);
    const known = isLedgerError(error) ? error : invalidArgumentError(error);
    const body = createControlErrorJson(known, request, ledger);
    return write(response, createJsonReply(body, status ?? httpStatus(known.details)));
  };

const invalidArgumentError = (error: unknown): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause: String(error) });

/** Returns the status of a body parser's error if it is a client error (4xx). */
const readClientErrorStatus = (error: unknown): number | undefined => {
  const status =
    typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
  return typeof status === "number" && status >= 400 && status < 500 ? status : undefined;
};
