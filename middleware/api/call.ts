import { anonymousCaller, type Caller, type FailedCallIdentifiers } from "../../lib/api.ts";
import type { CoinHistoryPageOptions } from "../../lib/history.ts";
import { isLedgerError, type Ledger } from "../../lib/index.ts";
import {
  getCallerUserId,
  getOverlappingSubmissionRegistry,
  isParsedJsonNestedDeeperThan,
  ReceivedSubmission,
  scheduleIfRequestingViews,
} from "../../lib/internal.ts";
import type { TraceContext } from "../../lib/store.ts";
import type { TokenFault } from "../auth/token-fault.ts";
import {
  absentRequestBody,
  parseRequestBody,
  readBodyBytes,
  type UndecodedRequestBody,
} from "../decoding/body.ts";
import { createDecodeFailure } from "../decoding/decode-failure.ts";
import {
  decodeParameters,
  noParameterValues,
  type OperationParameter,
  type RequestParameterValues,
} from "../decoding/parameters.ts";
import type {
  RequestParameterValue,
  RequestPartsForHint,
} from "../errors/failed-request-for-hint.ts";
import type { CallLogEntry } from "../log/call-log-entry.ts";
import type { RequestBodyReservation } from "../quotas/body-quota.ts";
import type { ApiRequest, RequestHeaders, StreamDeliveryMode } from "./api-request.ts";
import type { ApiServingContext } from "./api-serving-context.ts";
import { createCallErrorIdentity, readSubmissionIdAsCorrelationId } from "./error-identity.ts";
import type { HandlerRequest } from "./handler.ts";
import type { OperationWithHandler } from "./operation.ts";
import { replacePageTokensWithStale } from "./stale-tokens.ts";
import { continueOrBeginTrace, hasTraceHeader } from "./trace-context.ts";

/** One request in the pipeline, with the results of the steps so far. */
export class PipelineCall implements HandlerRequest {
  readonly request: ApiRequest;
  readonly host: ApiServingContext;
  /** Log entry; undefined if the host does not log calls. */
  readonly entry: CallLogEntry | undefined;
  /** Operation of method and path; undefined if there is none. */
  readonly operation: OperationWithHandler | undefined;
  /** The registered arrival of a submission, to find submissions that overlap it; undefined for other calls. */
  readonly reception: ReceivedSubmission | undefined;
  /** Path and query parameters; empty until they are read. */
  parameters: RequestParameterValues = noParameterValues;
  /** Received body; {@link absentRequestBody} until then. */
  received: UndecodedRequestBody = absentRequestBody;
  /** Bytes that the body occupies in the quota of its sender. */
  reservation: RequestBodyReservation | undefined;
  /** JSON body or bytes, as the handler reads them. */
  body: unknown = undefined;
  /** Time that the answer may take beyond the request timeout, in milliseconds. */
  allowedMillis = 0;
  /** True once a reply was passed to the client. */
  isAnswered = false;
  #caller: Caller | undefined = undefined;
  #json: { readonly value: unknown } | undefined = undefined;
  #traceContext: TraceContext | undefined = undefined;
  #expiry: AbortController | undefined = undefined;
  #signal: AbortSignal | undefined = undefined;

  constructor(
    request: ApiRequest,
    operation: OperationWithHandler | undefined,
    host: ApiServingContext,
    entry: CallLogEntry | undefined,
  ) {
    this.request = request;
    this.operation = operation;
    this.host = host;
    this.entry = entry;
    this.reception =
      operation?.isSubmission === true
        ? new ReceivedSubmission(getOverlappingSubmissionRegistry(host.ledger))
        : undefined;
  }

  get ledger(): Ledger {
    return this.host.ledger;
  }

  get history(): CoinHistoryPageOptions {
    return this.host.history;
  }

  get headers(): RequestHeaders {
    return this.request.headers;
  }

  get delivery(): StreamDeliveryMode {
    return this.request.delivery;
  }

  /** Caller; anonymous until {@link assignCaller} is called. */
  get caller(): Caller {
    return this.#caller ?? anonymousCaller;
  }

  /** User id of the caller; undefined for other callers and until {@link assignCaller} is called. */
  get userId(): string | undefined {
    return this.#caller === undefined ? undefined : getCallerUserId(this.#caller);
  }

  /** Aborts when the client no longer waits or the time limit is exceeded. Created on first use. */
  get signal(): AbortSignal {
    this.#expiry ??= new AbortController();
    this.#signal ??= AbortSignal.any([this.request.signal, this.#expiry.signal]);
    return this.#signal;
  }

  /** Aborts the signal and stops reading the body. */
  abortOnTimeout(): void {
    this.#expiry ??= new AbortController();
    this.#expiry.abort();
    this.reservation?.refuseBody(createDecodeFailure("body", "it was not received in time"));
  }

  /**
   * Time limit of a request that does not wait by design, in milliseconds: that of the header Request-Timeout
   * if the API version reads it and allows its value, otherwise that of the host.
   */
  get timeoutMillis(): number {
    const requested = this.#requestedTimeout;
    return requested === undefined || !isAllowedTimeout(requested)
      ? this.host.requestTimeoutMillis
      : requested;
  }

  /** Throws a decode failure for a timeout that a request may not ask for. */
  checkTimeout(): void {
    const requested = this.#requestedTimeout;
    if (requested === undefined || isAllowedTimeout(requested)) return;
    const [min, max] = timeoutBounds;
    throw createDecodeFailure(
      "header Request-Timeout",
      `expected a number of milliseconds from ${min} to ${max}`,
    );
  }

  /** Value of the header Request-Timeout, in milliseconds: NaN if it is not a number; undefined if it is absent or ignored. */
  get #requestedTimeout(): number | undefined {
    const header = this.request.headers["request-timeout"];
    if (header === undefined || !this.host.rules.readsRequestTimeout) {
      return undefined;
    }
    return typeof header === "string" && /^\d+$/.test(header.trim()) ? Number(header) : NaN;
  }

  /** Reads the parameters. Throws a decode failure that names the parameter. */
  readParameters(declared: readonly OperationParameter[]): void {
    const { route, query } = this.request;
    const path = route.kind === "found" ? route.pathParameters : [];
    if (declared.length > 0) this.parameters = decodeParameters(declared, { path, query });
  }

  extendTimeLimit(millis: number): void {
    this.allowedMillis = millis;
  }

  /** Accept header; undefined if it is absent or repeated. */
  get acceptHeader(): string | undefined {
    const { accept } = this.request.headers;
    return typeof accept === "string" ? accept : undefined;
  }

  /**
   * Returns the caller with its present rights. Throws and rejects as the authenticator does, and
   * with decode failures.
   */
  authenticate(): Caller | Promise<Caller> {
    const { entry, host, request } = this;
    const caller = host.authenticate(request.readToken());
    if (entry === undefined) return caller;
    return caller instanceof Promise
      ? caller.then((known) => entry.setCaller(known))
      : entry.setCaller(caller);
  }

  assignCaller(caller: Caller): void {
    this.#caller = caller;
  }

  /** Authenticates the caller if no step needed it yet. Never rejects. */
  async identifyIfPossible(): Promise<void> {
    if (this.#caller !== undefined) return;
    try {
      this.#caller = await this.authenticate();
    } catch {
      // Ignore the error here: a later step that needs the caller throws it.
    }
  }

  /** Rejects every submission of this call as if another command had locked its contracts. */
  rejectAsContended(): void {
    this.#caller = { ...this.caller, losesRaces: true };
  }

  /** Received body parsed as JSON. Throws the decode failures of {@link parseRequestBody}. */
  get jsonBody(): unknown {
    if (this.#json !== undefined) return this.#json.value;
    const value = parseRequestBody(this.received);
    const { maxValueNesting } = this.ledger.config;
    if (this.host.rules.refusesDeepJson && isParsedJsonNestedDeeperThan(value, maxValueNesting)) {
      throw createDecodeFailure("body", `nested deeper than ${maxValueNesting} levels`);
    }
    this.#json = { value };
    this.entry?.setRequestBody({ kind: "json", value });
    return value;
  }

  /** Received body parsed as JSON; undefined if it is absent or not JSON. */
  get jsonIfReadable(): unknown {
    try {
      return this.received === absentRequestBody ? undefined : this.jsonBody;
    } catch {
      return undefined;
    }
  }

  /** Received body as bytes. Throws the decode failures of {@link readBodyBytes}. */
  get bodyBytes(): Uint8Array {
    return readBodyBytes(this.received);
  }

  /**
   * Replaces the page tokens of body and query by page tokens of other requests, which the ledger rejects.
   */
  replaceTokensWithStale(): void {
    this.parameters = replacePageTokensWithStale(this.parameters);
    if (this.received !== absentRequestBody) {
      this.#json = { value: replacePageTokensWithStale(this.jsonBody) };
    }
  }

  runAnswer<Answer>(answer: () => Answer): Answer | Promise<Answer> {
    return scheduleIfRequestingViews(this.body, this, answer);
  }

  /** Trace of the request; a new one if the request names none. */
  get traceContext(): TraceContext {
    this.#traceContext ??= continueOrBeginTrace(this.request.headers, this.host.ledger);
    return this.#traceContext;
  }

  /** Ids that an error of this call has in the response and in the log. */
  get errorIdentity(): FailedCallIdentifiers {
    const { route } = this.request;
    const called = { route, body: this.#json?.value, userId: this.userId };
    return createCallErrorIdentity(this.host.ledger, this.traceContext, called);
  }

  /** Adds to the log entry the ids of a successful call, as far as they are known. */
  identifyInLog(entry: CallLogEntry): void {
    // Do not begin a trace for the log alone.
    const isTraced = this.#traceContext !== undefined || hasTraceHeader(this.request.headers);
    entry.setIdentity(
      isTraced ? this.errorIdentity : readSubmissionIdAsCorrelationId(this.#json?.value),
    );
  }

  /**
   * Resolves to the reason why the token is not accepted, if the error is UNAUTHENTICATED. Resolves to undefined
   * for other errors, and if neither a hint nor `onWithheldError` would report the reason. Never rejects.
   */
  async findTokenFault(error: unknown): Promise<TokenFault | undefined> {
    const { host, request } = this;
    if (!isLedgerError(error) || error.code !== "UNAUTHENTICATED") return undefined;
    if (host.errors === "exact" && host.onWithheldError === undefined) return undefined;
    try {
      const { handshake, headers } = request;
      const { authorization } = handshake ?? headers;
      return await host.explain({
        token: request.readToken(),
        authorization: typeof authorization === "string" ? authorization : undefined,
        handshake,
      });
    } catch {
      return undefined;
    }
  }

  /** Facts from which hints are computed; undefined if the host wants no hints. */
  get answeredRequest(): RequestPartsForHint | undefined {
    const { host, operation, received, request } = this;
    if (host.errors === "exact" || operation === undefined) return undefined;
    // Searching a long JSON body for hints takes longer than reading it.
    const isJson = operation.schema !== undefined;
    const isLong = received.kind === "bytes" && received.bytes.length > maxHintBodyBytes;
    if (isJson && isLong) return undefined;
    return {
      operationId: operation.operationId,
      body: isJson ? this.#json?.value : undefined,
      schema: operation.schema,
      ledger: host.ledger,
      caller: this.#caller,
      parameters: readRequestParameters(request),
      parameterNames: operation.parameterNames,
    };
  }
}

/** The shortest and the longest timeout that a request may ask for, in milliseconds. */
const timeoutBounds = [1_000, 60_000] as const;

const isAllowedTimeout = (millis: number): boolean =>
  millis >= timeoutBounds[0] && millis <= timeoutBounds[1];

/** Maximum length of a body that is searched for hints, in bytes. */
const maxHintBodyBytes = 256 * 1024;

/** Returns the parameters of path and query as they were sent. */
export const readRequestParameters = ({
  route,
  query,
}: ApiRequest): readonly RequestParameterValue[] => {
  const inPath = route.kind === "found" ? route.pathParameters : [];
  if (inPath.length === 0 && query === "") return [];
  return [
    ...inPath.map(([name, text]) => ({
      part: `path parameter ${name}` as const,
      name,
      text: percentDecode(text),
    })),
    ...readQueryParameters(query),
  ];
};

const readQueryParameters = (query: string): readonly RequestParameterValue[] =>
  Array.from(new URLSearchParams(query), ([name, text]) => ({
    part: `query parameter ${name}` as const,
    name,
    text,
  }));

const percentDecode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
