import { isWithheld } from "../../lib/api.ts";
import { isLedgerError, LedgerError } from "../../lib/index.ts";
import { callError } from "../../lib/internal.ts";
import type { TokenFault } from "../auth/token-fault.ts";
import { DecodeFailure } from "../decoding/decode-failure.ts";
import type { AnsweredRequest } from "../errors/failed-request.ts";
import type { Hint } from "../errors/hint.ts";
import { hintIn } from "../errors/hint-header.ts";
import { brokenRule } from "../errors/rules.ts";
import type { LogEntry } from "../log/log-entry.ts";
import type { ApiHost } from "./api-host.ts";
import { isByFault } from "./apply-faults.ts";
import type { Call } from "./call.ts";
import { ConnectionCut } from "./connection-cut.ts";
import { identityWithoutCall } from "./error-identity.ts";
import type { ErrorReplies } from "./error-replies.ts";
import type { Operation } from "./operation.ts";
import { cut, type Reply } from "./reply.ts";

/** What an error came up in. */
interface Failing {
  readonly host: ApiHost;
  readonly entry: LogEntry | undefined;
  /** Undefined where no request was being answered. */
  readonly call?: Call;
  /** Where there is no call: the operation that was asked for. */
  readonly operation?: Operation | undefined;
  /** Why the token of the call is not accepted. */
  readonly tokenFault?: TokenFault | undefined;
}

/** The answer to an error. Tells the log and the host of it. */
export const failureReply = (
  thrown: unknown,
  errors: ErrorReplies,
  { host, entry, call, operation = call?.operation, tokenFault }: Failing,
): Reply => {
  if (thrown instanceof ConnectionCut) return cut;
  const error = withCause(thrown, tokenFault);
  const identity = call?.identity ?? identityWithoutCall(host);
  entry?.failed(callError(error), identity);
  if (isDefect(error) && !isByFault(error)) host.onUnexpectedError?.(error, identity);
  if (isLedgerError(error) && isWithheld(error.details)) host.onWithheldError?.(error, identity);
  const failed = call === undefined ? unopened(host, operation) : call.answered;
  const reply = errors.thrown(error, identity, failed && { ...failed, tokenFault });
  entry?.advised(adviceIn(reply), call && ruleBroken(error, operation));
  return reply;
};

/** A request of which nothing but its operation is known. */
const unopened = (
  { errors, ledger }: ApiHost,
  operation: Operation | undefined,
): AnsweredRequest | undefined =>
  errors === "exact" || operation === undefined
    ? undefined
    : {
        operationId: operation.operationId,
        body: undefined,
        schema: operation.schema,
        ledger,
        caller: undefined,
        parameters: [],
        parameterNames: [],
      };

const ruleBroken = (error: unknown, operation: Operation | undefined): string | undefined =>
  isLedgerError(error) && operation !== undefined
    ? brokenRule(error.details, operation.operationId)
    : undefined;

/** A hint is part of the body, or of a header where the body is no JSON. */
const adviceIn = (reply: Reply): string | undefined => hintOf(reply)?.advice ?? undefined;

const hintOf = (reply: Reply): Partial<Hint> | undefined => {
  const { value } = reply.kind === "json" ? reply : { value: undefined };
  if (typeof value === "object" && value !== null && "hint" in value) return value.hint as Hint;
  return hintIn(reply.headers);
};

/** The log says what was wrong with the token; an exact error does not. */
const withCause = (error: unknown, fault: TokenFault | undefined): unknown =>
  fault === undefined || !isLedgerError(error)
    ? error
    : new LedgerError({ ...error.details, cause: fault.cause });

/** Errors that are no answers: neither refusals of the ledger, nor bad input, nor a client that left. */
const isDefect = (error: unknown): boolean => {
  if (isLedgerError(error)) {
    const { category, layer, expected } = error.details;
    return category === "internal" && layer === undefined && expected === undefined;
  }
  const isAborted = error instanceof Error && error.name === "AbortError";
  return !isAborted && !(error instanceof DecodeFailure);
};
