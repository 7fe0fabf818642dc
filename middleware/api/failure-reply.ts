import { isRedacted } from "../../lib/api.ts";
import { isLedgerError, LedgerError } from "../../lib/index.ts";
import { toJournaledCallError } from "../../lib/internal.ts";
import type { TokenFault } from "../auth/token-fault.ts";
import { RequestDecodeFailure } from "../decoding/decode-failure.ts";
import type { RequestPartsForHint } from "../errors/failed-request-for-hint.ts";
import type { ErrorHint } from "../errors/hint.ts";
import { readHintHeader } from "../errors/hint-header.ts";
import { findSpecificationRuleOfError } from "../errors/rules.ts";
import type { CallLogEntry } from "../log/call-log-entry.ts";
import { isInjectedError } from "./answer-with-faults.ts";
import type { ApiServingContext } from "./api-serving-context.ts";
import type { PipelineCall } from "./call.ts";
import { IntentionalConnectionCut } from "./connection-cut.ts";
import { createErrorIdentityWithoutCall } from "./error-identity.ts";
import type { ApiErrorReplyFactory } from "./error-replies.ts";
import type { OperationWithHandler } from "./operation.ts";
import { type ApiReply, connectionCutReply } from "./reply.ts";

/** Context of an error. */
interface FailureContext {
  readonly host: ApiServingContext;
  readonly entry: CallLogEntry | undefined;
  /** Undefined if the error belongs to no call. */
  readonly call?: PipelineCall;
  /** Operation of the route, for an error without a call. */
  readonly operation?: OperationWithHandler | undefined;
  /** The reason why the token of the call is not accepted. */
  readonly tokenFault?: TokenFault | undefined;
}

/** Returns the reply to an error, and reports the error to the log and the host. */
export const createReportedErrorReply = (
  thrown: unknown,
  errors: ApiErrorReplyFactory,
  { host, entry, call, operation = call?.operation, tokenFault }: FailureContext,
): ApiReply => {
  if (thrown instanceof IntentionalConnectionCut) return connectionCutReply;
  const error = addTokenFaultCause(thrown, tokenFault);
  const identity = call?.errorIdentity ?? createErrorIdentityWithoutCall(host);
  entry?.setError(toJournaledCallError(error), identity);
  if (isDefect(error) && !isInjectedError(error)) host.onUnexpectedError?.(error, identity);
  if (isLedgerError(error) && isRedacted(error.details)) host.onWithheldError?.(error, identity);
  const failed =
    call === undefined ? createRequestWithoutContent(host, operation) : call.answeredRequest;
  const reply = errors.thrown(error, identity, failed && { ...failed, tokenFault });
  entry?.setAdvice(readAdvice(reply), call && findBrokenRule(error, operation));
  return reply;
};

/** Returns a request of which only the operation is known. */
const createRequestWithoutContent = (
  { errors, ledger }: ApiServingContext,
  operation: OperationWithHandler | undefined,
): RequestPartsForHint | undefined =>
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

const findBrokenRule = (
  error: unknown,
  operation: OperationWithHandler | undefined,
): string | undefined =>
  isLedgerError(error) && operation !== undefined
    ? findSpecificationRuleOfError(error.details, operation.operationId)
    : undefined;

/** Returns the advice of the hint, which is in the body, or in a header if the body is not JSON. */
const readAdvice = (reply: ApiReply): string | undefined => readHint(reply)?.advice ?? undefined;

const readHint = (reply: ApiReply): Partial<ErrorHint> | undefined => {
  const { value } = reply.kind === "json" ? reply : { value: undefined };
  if (typeof value === "object" && value !== null && "hint" in value) {
    return value.hint as ErrorHint;
  }
  return readHintHeader(reply.headers);
};

/**
 * Returns the error with the token's fault as its cause, for the log. Exact error responses leave
 * it out.
 */
const addTokenFaultCause = (error: unknown, fault: TokenFault | undefined): unknown =>
  fault === undefined || !isLedgerError(error)
    ? error
    : new LedgerError({ ...error.details, cause: fault.cause });

/**
 * Returns true for a defect: not a refusal of the ledger, not bad input, not a client that left.
 */
const isDefect = (error: unknown): boolean => {
  if (isLedgerError(error)) {
    const { category, layer, expected } = error.details;
    return category === "internal" && layer === undefined && expected === undefined;
  }
  const isAborted = error instanceof Error && error.name === "AbortError";
  return !isAborted && !(error instanceof RequestDecodeFailure);
};
