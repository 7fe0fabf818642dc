import type { Caller, ErrorIdentity } from "../../lib/api.ts";
import { isLedgerError } from "../../lib/index.ts";
import { requirePublic } from "../../lib/internal.ts";
import type { TraceContext } from "../../lib/store.ts";
import type { TokenFault } from "../auth/token-fault.ts";
import { absentBody, decodeBody, octetsOf, type RequestBody } from "../decoding/body.ts";
import { DecodeFailure, decodeFailure, octetsTooLong } from "../decoding/decode-failure.ts";
import { decodeParameters, type Parameter, type ParameterValues } from "../decoding/parameters.ts";
import type { AnsweredRequest } from "../errors/failed-request.ts";
import type { Hold } from "../intake/intake.ts";
import { restForBody } from "../intake/long-body.ts";
import type { LogEntry } from "../log/log-entry.ts";
import type { ApiHost } from "./api-host.ts";
import type { ApiRequest } from "./api-request.ts";
import { correlatedBy, identityOfCall } from "./error-identity.ts";
import { parametersOf } from "./request-parameters.ts";
import { withStaleTokens } from "./stale-tokens.ts";
import { beginTrace, traceContextOf } from "./trace-context.ts";

/** What an operation asks for. */
export type Asked = Pick<AnsweredRequest, "schema" | "parameterNames">;

/** One request being answered. Its parts are read when their turn comes, once. */
export class Call {
  readonly request: ApiRequest;
  readonly host: ApiHost;
  readonly #entry: LogEntry | undefined;
  #parameters: ParameterValues = {};
  #received: RequestBody = absentBody;
  #body: { readonly json: unknown } | undefined;
  #traceContext: TraceContext | undefined;
  #expiry: AbortController | undefined;
  #signal: AbortSignal | undefined;
  #allowedMillis = 0;
  #hold: Hold | undefined;
  #nobody: Caller | undefined;
  #caller: Caller | Promise<Caller> | undefined;
  #losesRaces = false;
  #hasStaleTokens = false;

  constructor(request: ApiRequest, host: ApiHost, entry?: LogEntry) {
    this.request = request;
    this.host = host;
    this.#entry = entry;
  }

  get method(): string {
    return this.request.method;
  }

  get path(): string {
    return this.request.path;
  }

  get accept(): string | undefined {
    const { accept } = this.request.headers;
    return typeof accept === "string" ? accept : undefined;
  }

  get uri(): string {
    return this.request.uri;
  }

  /** For openapi-backend, which is to look at none. */
  get headers(): Record<string, never> {
    return {};
  }

  /** Aborts when nobody waits for the answer any more, or it comes too late. */
  get signal(): AbortSignal {
    this.#expiry ??= new AbortController();
    this.#signal ??= AbortSignal.any([this.request.signal, this.#expiry.signal]);
    return this.#signal;
  }

  /** Whatever still works for this call may stop; of a body that is still coming no more is read. */
  expire(): void {
    this.#expiry ??= new AbortController();
    this.#expiry.abort();
    this.#hold?.refuse(decodeFailure("body", "its end did not come in time"));
  }

  /** Nothing of the request is needed any more. */
  end(): void {
    this.#hold?.end();
  }

  /** How much longer than the request time-out the answer may take. */
  get allowedMillis(): number {
    return this.#allowedMillis;
  }

  allowMillis(millis: number): void {
    this.#allowedMillis = millis;
  }

  /**
   * On whose authority it runs. Raises and rejects as the authenticator does, and decode failures. What a user may do
   * is found out anew each time, as it may have changed while the body came; who is nobody is not asked twice.
   */
  authenticate(): Caller | Promise<Caller> {
    if (this.#nobody !== undefined) return this.#nobody;
    const caller = this.host.authenticate(this.request.readToken());
    this.#caller = caller;
    if (caller instanceof Promise) this.#settle(caller);
    return this.#entry === undefined ? caller : this.#noted(caller, this.#entry);
  }

  /** The caller as its operation is to have it. */
  acting(caller: Caller): Caller {
    return this.#losesRaces ? { ...caller, losesRaces: true } : caller;
  }

  /** Lets what it submits lose every race for a contract. */
  loseRaces(): void {
    this.#losesRaces = true;
  }

  /** Finds out who calls, where nothing has asked that yet; never rejects. */
  async identify(): Promise<void> {
    if (this.#caller === undefined) {
      await Promise.resolve()
        .then(() => this.authenticate())
        .catch(() => undefined);
    }
    this.#caller = await Promise.resolve(this.#caller).catch(() => undefined);
  }

  /** The user that is known to call by now. */
  get userId(): string | undefined {
    const caller = this.#caller;
    return caller !== undefined && "userId" in caller ? caller.userId : undefined;
  }

  /** Once it is known who calls, hints may be asked for at once. */
  #settle(caller: Promise<Caller>): void {
    caller.then(
      (known) => (this.#caller = known),
      () => (this.#caller = undefined),
    );
  }

  async #noted(caller: Caller | Promise<Caller>, entry: LogEntry): Promise<Caller> {
    return entry.calledBy(await caller);
  }

  /** Whether errors come with hints. */
  get wantsHints(): boolean {
    return this.host.errors === "hints";
  }

  /** Path and query parameters; none before {@link readParameters}. */
  get parameters(): ParameterValues {
    return this.#parameters;
  }

  /** Raises a decode failure that names the parameter. */
  readParameters(declared: readonly Parameter[]): void {
    const { route, query } = this.request;
    const path = route.kind === "found" ? route.pathParameters : [];
    const parameters = decodeParameters(declared, { path, query });
    this.#parameters = this.#hasStaleTokens ? withStaleTokens(parameters) : parameters;
  }

  /**
   * Fetches the body for {@link body} or {@link octets}, when it is known whose it is. Rejects as the authenticator
   * does, before anything is read, and with UNAUTHENTICATED where nobody in particular sends what is kept as it is.
   */
  async receiveBody(kind: "json" | "octets"): Promise<void> {
    const caller = await this.authenticate();
    if (caller.kind === "anonymous") this.#nobody = caller;
    if (kind === "octets") requirePublic(caller);
    this.#hold = this.host.intake.open(caller);
    try {
      this.#received = await this.request.readBody(this.#hold);
      this.#hold.complete();
      if (this.#received.kind === "bytes") {
        const { length } = this.#received.bytes;
        this.#entry?.asked({ kind: "bytes", length });
        // To parse, check and decode it takes long, and nothing else goes on meanwhile.
        const rest = kind === "json" ? restForBody(length, this) : undefined;
        if (rest !== undefined) await rest;
      }
    } catch (error) {
      const isTooLong = error instanceof DecodeFailure && error.status === 413;
      throw isTooLong && kind === "octets" ? octetsTooLong(error) : error;
    }
  }

  /** The JSON of the received body. Raises the decode failures of {@link decodeBody}. */
  get body(): unknown {
    if (this.#body !== undefined) return this.#body.json;
    this.#body = { json: decodeBody(this.#received) };
    this.#entry?.asked({ kind: "json", value: this.#body.json });
    return this.#body.json;
  }

  /** The JSON of the received body; undefined where it is none, or has not come. */
  get jsonOfBody(): unknown {
    try {
      return this.#received === absentBody ? undefined : this.body;
    } catch {
      return undefined;
    }
  }

  /** Puts tokens of other requests in the place of those that body and query have. */
  staleTokens(): void {
    this.#hasStaleTokens = true;
    this.#parameters = withStaleTokens(this.#parameters);
    if (this.#received !== absentBody) this.#body = { json: withStaleTokens(this.body) };
  }

  /** The received body as it is. Raises the decode failures of {@link octetsOf}. */
  get octets(): Uint8Array {
    return octetsOf(this.#received);
  }

  /** Why the token is not accepted, where that is the error and somebody wants to know; never rejects. */
  async tokenFaultBehind(error: unknown): Promise<TokenFault | undefined> {
    const { host, request } = this;
    this.#caller = await Promise.resolve(this.#caller).catch(() => undefined);
    if (!isLedgerError(error) || error.code !== "UNAUTHENTICATED") return undefined;
    if (!this.wantsHints && host.onWithheldError === undefined) return undefined;
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

  /** What a hint at the answer needs; undefined when none is wanted. */
  answered({ schema, parameterNames }: Asked): AnsweredRequest | undefined {
    const { host, request } = this;
    if (!this.wantsHints || request.route.kind !== "found") return undefined;
    // To look through it for what was meant takes longer than to read it.
    if (this.#received.kind === "bytes" && this.#received.bytes.length > maxAdvisedBytes) {
      return undefined;
    }
    const { operationId } = request.route;
    const caller = this.#caller;
    return {
      operationId,
      body: this.#body?.json,
      schema,
      ledger: host.ledger,
      caller: caller instanceof Promise ? undefined : caller,
      parameters: parametersOf(request),
      parameterNames,
    };
  }

  /** The trace that the request names, or one that begins with it. */
  get traceContext(): TraceContext {
    this.#traceContext ??= traceContextOf(this.request.headers) ?? beginTrace(this.host.ledger);
    return this.#traceContext;
  }

  /** Tells the log by what a call that went well can be found, as far as that is known. */
  identifyInLog(): void {
    if (this.#entry === undefined) return;
    this.#traceContext ??= traceContextOf(this.request.headers);
    // A trace that nobody asked for must not begin because somebody looks.
    this.#entry.identifiedBy(
      this.#traceContext === undefined ? correlatedBy(this.#body?.json) : this.identity,
    );
  }

  /** By what an error of this call can be found. */
  get identity(): ErrorIdentity {
    const { route } = this.request;
    return identityOfCall(this.host.ledger, this.traceContext, { route, body: this.#body?.json });
  }
}

/** Of a body that is looked through for what helps whoever sent it. */
const maxAdvisedBytes = 256 * 1024;
