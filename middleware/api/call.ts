import { anonymousCaller, type Caller, type ErrorIdentity } from "../../lib/api.ts";
import type { HistoryPageOptions } from "../../lib/history.ts";
import { isLedgerError, type Ledger } from "../../lib/index.ts";
import { asksForViews, longWork, userOf } from "../../lib/internal.ts";
import type { TraceContext } from "../../lib/store.ts";
import type { TokenFault } from "../auth/token-fault.ts";
import { absentBody, decodeBody, octetsOf, type RequestBody } from "../decoding/body.ts";
import { decodeFailure } from "../decoding/decode-failure.ts";
import {
  decodeParameters,
  noParameters,
  type Parameter,
  type ParameterValues,
} from "../decoding/parameters.ts";
import type { AnsweredRequest } from "../errors/failed-request.ts";
import type { LogEntry } from "../log/log-entry.ts";
import type { Reservation } from "../quotas/body-quota.ts";
import type { ApiHost } from "./api-host.ts";
import type { ApiRequest, Delivery, Headers } from "./api-request.ts";
import { correlatedBy, identityOfCall } from "./error-identity.ts";
import type { Exchange } from "./handler.ts";
import type { Operation } from "./operation.ts";
import { parametersOf } from "./request-parameters.ts";
import { withStaleTokens } from "./stale-tokens.ts";
import { beginTrace, traceContextOf } from "./trace-context.ts";

/** One request on its way through the pipeline, and what the steps have found out about it. */
export class Call implements Exchange {
  readonly request: ApiRequest;
  readonly host: ApiHost;
  /** Undefined where nobody hears of calls. */
  readonly entry: LogEntry | undefined;
  /** Undefined where method and path belong to none. */
  readonly operation: Operation | undefined;
  /** Path and query parameters, once they are read. */
  parameters: ParameterValues = noParameters;
  /** What was received as the body; {@link absentBody} until then. */
  received: RequestBody = absentBody;
  /** What the body counts for in the quota of its sender. */
  reservation: Reservation | undefined;
  /** The JSON body, or its bytes, as the operation reads it. */
  body: unknown = undefined;
  /** How much longer than the request timeout the answer may take, in milliseconds. */
  allowedMillis = 0;
  /** Whether a reply has been given to the client. */
  isAnswered = false;
  #caller: Caller | undefined = undefined;
  #json: { readonly value: unknown } | undefined = undefined;
  #traceContext: TraceContext | undefined = undefined;
  #expiry: AbortController | undefined = undefined;
  #signal: AbortSignal | undefined = undefined;

  constructor(
    request: ApiRequest,
    operation: Operation | undefined,
    host: ApiHost,
    entry: LogEntry | undefined,
  ) {
    this.request = request;
    this.operation = operation;
    this.host = host;
    this.entry = entry;
  }

  get ledger(): Ledger {
    return this.host.ledger;
  }

  get history(): HistoryPageOptions {
    return this.host.history;
  }

  get headers(): Headers {
    return this.request.headers;
  }

  get delivery(): Delivery {
    return this.request.delivery;
  }

  /** Who calls; anonymous before {@link identify} is called. */
  get caller(): Caller {
    return this.#caller ?? anonymousCaller;
  }

  /** The user that calls; undefined for other callers, and before {@link identify} is called. */
  get userId(): string | undefined {
    return this.#caller === undefined ? undefined : userOf(this.#caller);
  }

  /** Aborts when nobody waits for the answer any more, or it comes too late. Made when an operation asks for it. */
  get signal(): AbortSignal {
    this.#expiry ??= new AbortController();
    this.#signal ??= AbortSignal.any([this.request.signal, this.#expiry.signal]);
    return this.#signal;
  }

  /** Whatever still works for this call may stop; of a body that is still coming no more is read. */
  expire(): void {
    this.#expiry ??= new AbortController();
    this.#expiry.abort();
    this.reservation?.refuse(decodeFailure("body", "its end did not come in time"));
  }

  /** Throws a decode failure that names the parameter. */
  readParameters(declared: readonly Parameter[]): void {
    const { route, query } = this.request;
    const path = route.kind === "found" ? route.pathParameters : [];
    this.parameters = decodeParameters(declared, { path, query });
  }

  allowMillis(millis: number): void {
    this.allowedMillis = millis;
  }

  /** What the client takes; undefined where it does not say so in one header. */
  get accept(): string | undefined {
    const { accept } = this.request.headers;
    return typeof accept === "string" ? accept : undefined;
  }

  /** The caller by the rights it has now. Throws and rejects as the authenticator does, and with decode failures. */
  authenticate(): Caller | Promise<Caller> {
    const { entry, host, request } = this;
    const caller = host.authenticate(request.readToken());
    if (entry === undefined) return caller;
    return caller instanceof Promise
      ? caller.then((known) => entry.calledBy(known))
      : entry.calledBy(caller);
  }

  identify(caller: Caller): void {
    this.#caller = caller;
  }

  /** Finds out who calls, where that was not needed so far; never rejects. */
  async identifyIfPossible(): Promise<void> {
    if (this.#caller !== undefined) return;
    try {
      this.#caller = await this.authenticate();
    } catch {
      // Whoever needs to know the caller raises the error.
    }
  }

  /** Lets what it submits lose every race for a contract. */
  loseRaces(): void {
    this.#caller = { ...this.caller, losesRaces: true };
  }

  /** The JSON of the received body, as it was sent. Throws the decode failures of {@link decodeBody}. */
  get json(): unknown {
    if (this.#json !== undefined) return this.#json.value;
    const value = decodeBody(this.received);
    this.#json = { value };
    this.entry?.asked({ kind: "json", value });
    return value;
  }

  /** The same; undefined where there is no body, or it is no JSON. */
  get jsonIfReadable(): unknown {
    try {
      return this.received === absentBody ? undefined : this.json;
    } catch {
      return undefined;
    }
  }

  /** The received body as bytes. Throws the decode failures of {@link octetsOf}. */
  get octets(): Uint8Array {
    return octetsOf(this.received);
  }

  /** Replaces the tokens of body and query by tokens of other requests. */
  staleTokens(): void {
    this.parameters = withStaleTokens(this.parameters);
    if (this.received !== absentBody) this.#json = { value: withStaleTokens(this.json) };
  }

  /** Whether Daml code may run while the answer is made. */
  get areViewsWanted(): boolean {
    return asksForViews(this.body);
  }

  /** Makes an answer; where Daml code may run for it, in the queue of long work. */
  inQueue<Answer>(answer: () => Answer): Answer | Promise<Awaited<Answer>> {
    return this.areViewsWanted ? (longWork(answer, this) as Promise<Awaited<Answer>>) : answer();
  }

  /** The trace that the request names, or one that begins with it. */
  get traceContext(): TraceContext {
    this.#traceContext ??= traceContextOf(this.request.headers) ?? beginTrace(this.host.ledger);
    return this.#traceContext;
  }

  /** By what an error of this call can be found. */
  get identity(): ErrorIdentity {
    const { route } = this.request;
    const called = { route, body: this.#json?.value, userId: this.userId };
    return identityOfCall(this.host.ledger, this.traceContext, called);
  }

  /** Tells the log by what a call that went well can be found, as far as that is known. */
  identifyInLog(entry: LogEntry): void {
    this.#traceContext ??= traceContextOf(this.request.headers);
    // No trace begins only because there is a log.
    entry.identifiedBy(
      this.#traceContext === undefined ? correlatedBy(this.#json?.value) : this.identity,
    );
  }

  /** Why the token is not accepted, where that is the error and hints or the log tell it; never rejects. */
  async tokenFaultBehind(error: unknown): Promise<TokenFault | undefined> {
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

  /** What a hint at the answer is made of; undefined where no hints are given. */
  get answered(): AnsweredRequest | undefined {
    const { host, operation, received, request } = this;
    if (host.errors === "exact" || operation === undefined) return undefined;
    // Looking through it takes longer than reading it.
    if (received.kind === "bytes" && received.bytes.length > maxAdvisedBytes) return undefined;
    return {
      operationId: operation.operationId,
      body: this.#json?.value,
      schema: operation.schema,
      ledger: host.ledger,
      caller: this.#caller,
      parameters: parametersOf(request),
      parameterNames: operation.parameterNames,
    };
  }
}

/** The longest body that is looked through for hints. */
const maxAdvisedBytes = 256 * 1024;
