import type { Caller } from "../../lib/api.ts";
import type { CoinHistoryPageOptions } from "../../lib/history.ts";
import type { Ledger } from "../../lib/index.ts";
import {
  checkBodyIdMatchesPath,
  type IdInPathAndBody,
  type ReceivedSubmission,
  runItemsInTimeSlices,
} from "../../lib/internal.ts";
import type { RequestMetadata, TraceContext } from "../../lib/store.ts";
import type { RequestParameterValues } from "../decoding/parameters.ts";
import type { RequestHeaders, StreamDeliveryMode } from "./api-request.ts";
import { type ApiReply, createJsonReply, createOutcomeReply, createPageReply } from "./reply.ts";

/** A decoded request of an authenticated caller. */
export interface HandlerRequest {
  readonly ledger: Ledger;
  /** Format of the pages of coin history. */
  readonly history: CoinHistoryPageOptions;
  readonly caller: Caller;
  /**
   * Returns the caller with its present rights, for requests that take long. Throws and rejects as
   * an authenticator does.
   */
  authenticate(): Caller | Promise<Caller>;
  /** Runs `answer`, in a separate time slice if it may run Daml code. */
  runAnswer<Answer>(answer: () => Answer): Answer | Promise<Answer>;
  /** Path and query parameters. */
  readonly parameters: RequestParameterValues;
  /** JSON body; undefined for operations without one. */
  readonly body: unknown;
  readonly headers: RequestHeaders;
  /** Trace of the request; a new one if the request names none. */
  readonly traceContext: TraceContext;
  readonly delivery: StreamDeliveryMode;
  /** Aborts when the client no longer waits or the time limit is exceeded. */
  readonly signal: AbortSignal;
  /** The arrival of the submission, compared with other submissions; undefined for other calls. */
  readonly reception: ReceivedSubmission | undefined;
  /** Extends the time limit of the answer beyond the request timeout, by milliseconds. */
  extendTimeLimit(millis: number): void;
}

/** Answers one operation. Errors that it throws become the answer. */
export type OperationHandler = (exchange: HandlerRequest) => ApiReply | Promise<ApiReply>;

/** Handlers by operation id. */
export type HandlersByOperationId = Readonly<Record<string, OperationHandler>>;

/**
 * An operation of the ledger. The request is unchecked JSON, which the operation validates; its
 * parameter type is for TypeScript callers.
 */
type LedgerOperation = (ledger: Ledger, request: never, caller: Caller) => unknown;

/** Returns a handler that passes the body to the operation. */
export const createBodyHandler =
  (operation: LedgerOperation): OperationHandler =>
  async (exchange) => {
    const { ledger, body, caller } = exchange;
    return createJsonReply(
      await exchange.runAnswer(() => operation(ledger, body as never, caller)),
    );
  };

/** An operation that waits, until the signal aborts. */
type AwaitedOperation = (
  ledger: Ledger,
  request: never,
  caller: Caller,
  options: { readonly signal: AbortSignal },
) => unknown;

/** Returns a handler that passes the body and the abort signal to the operation. */
export const createAbortableBodyHandler =
  (operation: AwaitedOperation): OperationHandler =>
  async (exchange) => {
    const { ledger, body, caller } = exchange;
    return createJsonReply(
      await exchange.runAnswer(() => operation(ledger, body as never, caller, exchange)),
    );
  };

/** Returns a handler that passes path and query parameters to the operation. */
export const createParametersHandler =
  (
    operation: LedgerOperation,
    requestOf: (parameters: RequestParameterValues) => object,
  ): OperationHandler =>
  async ({ ledger, parameters, caller }) =>
    createJsonReply(await operation(ledger, requestOf(parameters) as never, caller));

/** An operation that returns a page whose items are computed as they are read. */
type PageOperation = (
  ledger: Ledger,
  request: never,
  caller: Caller,
  options: { readonly signal: AbortSignal },
) => ItemPage | Promise<ItemPage>;

interface ItemPage {
  readonly items: Iterable<unknown>;
  readonly rest: () => object;
}

/**
 * Returns a handler that passes the body to the operation and writes its items into the field
 * `name`.
 */
export const createPageReplyHandler =
  (name: string, operation: PageOperation): OperationHandler =>
  async (exchange) => {
    const { ledger, body, caller } = exchange;
    const { items, rest } = await exchange.runAnswer(() =>
      operation(ledger, body as never, caller, exchange),
    );
    return createPageReply(name, runItemsInTimeSlices(items, exchange), rest);
  };

interface InPathAndBody extends Omit<IdInPathAndBody, "inPath" | "body"> {
  /** Name of the path parameter, e.g. `user-id`. */
  readonly parameter: string;
}

/** Wraps a handler: the id in the path must equal the id in the body. */
export const requireSameIdInPathAndBody =
  ({ parameter, ...id }: InPathAndBody) =>
  (handler: OperationHandler): OperationHandler =>
  (exchange) => {
    const { body, parameters } = exchange;
    checkBodyIdMatchesPath({ ...id, inPath: String(parameters[parameter]), body });
    return handler(exchange);
  };

const submissionHandlers = new WeakSet<OperationHandler>();

/** Returns true for the handlers that {@link createSubmissionHandler} made. */
export const isSubmissionHandler = (handler: OperationHandler): boolean =>
  submissionHandlers.has(handler);

/** Returns a handler that submits the body within the trace of the headers. */
export const createSubmissionHandler = (
  operation: (ledger: Ledger, request: never, caller: Caller, metadata: RequestMetadata) => unknown,
): OperationHandler => {
  const handler: OperationHandler = async (exchange) => {
    const { ledger, body, caller, reception, traceContext } = exchange;
    const submitter =
      reception === undefined ? caller : { ...caller, receivedSubmission: reception };
    return createOutcomeReply(await operation(ledger, body as never, submitter, { traceContext }));
  };
  submissionHandlers.add(handler);
  return handler;
};
