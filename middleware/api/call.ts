import type {
  Caller,
  ErrorIdentity,
  HistoryPageOptions,
  Ledger,
  LedgerError,
  TraceContext,
} from "../../lib/index.ts";
import type { Authenticator } from "../auth/authenticator.ts";
import { absentBody, decodeBody, octetsOf, type RequestBody } from "../decoding/body.ts";
import { DecodeFailure, octetsTooLong } from "../decoding/decode-failure.ts";
import { decodeParameters, type Parameter, type ParameterValues } from "../decoding/parameters.ts";
import type { FailedRequest } from "../errors/hint.ts";
import type { ApiRequest } from "./api-request.ts";
import { beginTrace, traceContextOf, traceIdOf } from "./trace-context.ts";

/** Whose requests are answered, and who is let in. */
export interface ApiHost {
  readonly ledger: Ledger;
  readonly authenticate: Authenticator;
  /** How long a request that waits for nothing may take, from its arrival to the first byte. */
  readonly requestTimeoutMillis: number;
  /** Told of defects: errors that are not answers of the ledger. */
  readonly onUnexpectedError?: ((error: unknown, identity: ErrorIdentity) => void) | undefined;
  /** Told of errors of which the client learns no cause. */
  readonly onWithheldError?: ((error: LedgerError, identity: ErrorIdentity) => void) | undefined;
  /** Whether errors come with hints, or as a participant sends them. */
  readonly errors: "hints" | "exact";
  /** In which form history is served. */
  readonly history: HistoryPageOptions;
}

/** One request being answered. Its parts are read when their turn comes, once. */
export class Call {
  readonly request: ApiRequest;
  readonly host: ApiHost;
  #parameters: ParameterValues = {};
  #received: RequestBody = absentBody;
  #body: { readonly json: unknown } | undefined;
  #traceContext: TraceContext | undefined;
  #expiry: AbortController | undefined;
  #allowedMillis = 0;

  constructor(request: ApiRequest, host: ApiHost) {
    this.request = request;
    this.host = host;
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
    return AbortSignal.any([this.request.signal, this.#expiry.signal]);
  }

  /** Whatever still works for this call may stop. */
  expire(): void {
    this.#expiry ??= new AbortController();
    this.#expiry.abort();
  }

  /** How much longer than the request time-out the answer may take. */
  get allowedMillis(): number {
    return this.#allowedMillis;
  }

  allowMillis(millis: number): void {
    this.#allowedMillis = millis;
  }

  /** On whose authority it runs. Raises and rejects as the authenticator does, and decode failures. */
  authenticate(): Caller | Promise<Caller> {
    return this.host.authenticate(this.request.readToken());
  }

  /** Path and query parameters; none before {@link readParameters}. */
  get parameters(): ParameterValues {
    return this.#parameters;
  }

  /** Raises a decode failure that names the parameter. */
  readParameters(declared: readonly Parameter[]): void {
    const { route, query } = this.request;
    const path = route.kind === "found" ? route.pathParameters : [];
    this.#parameters = decodeParameters(declared, { path, query });
  }

  /** Fetches the body for {@link body} or {@link octets}. */
  async receiveBody(kind: "json" | "octets"): Promise<void> {
    try {
      this.#received = await this.request.readBody();
    } catch (error) {
      const isTooLong = error instanceof DecodeFailure && error.status === 413;
      throw isTooLong && kind === "octets" ? octetsTooLong(error) : error;
    }
  }

  /** The JSON of the received body. Raises the decode failures of {@link decodeBody}. */
  get body(): unknown {
    this.#body ??= { json: decodeBody(this.#received) };
    return this.#body.json;
  }

  /** The received body as it is. Raises the decode failures of {@link octetsOf}. */
  get octets(): Uint8Array {
    return octetsOf(this.#received);
  }

  /** What a hint at an error of this call needs; undefined when none is wanted. */
  get failed(): FailedRequest | undefined {
    const { host, request } = this;
    if (host.errors === "exact" || request.route.kind !== "found") return undefined;
    const { operationId } = request.route;
    return { operationId, body: this.#body?.json, ledger: host.ledger };
  }

  /** The trace that the request names, or one that begins with it. */
  get traceContext(): TraceContext {
    this.#traceContext ??= traceContextOf(this.request.headers) ?? beginTrace(this.host.ledger);
    return this.#traceContext;
  }

  /** By what an error of this call can be found. */
  get identity(): ErrorIdentity {
    const correlationId = submissionIdIn(this.#body?.json);
    return {
      ...(correlationId === undefined ? {} : { correlationId }),
      ...tracedBy(this.traceContext),
    };
  }
}

/** By what an error is found that belongs to no call. */
export const identityWithoutCall = ({ ledger }: ApiHost): ErrorIdentity =>
  tracedBy(beginTrace(ledger));

const tracedBy = (traceContext: TraceContext): ErrorIdentity => {
  const traceId = traceIdOf(traceContext);
  return traceId === undefined ? {} : { traceId };
};

/** Of commands, which some requests have inside; looked for no deeper, however deep the body is. */
const submissionIdIn = (body: unknown, levels = 1): string | undefined => {
  if (typeof body !== "object" || body === null) return undefined;
  if ("submissionId" in body && typeof body.submissionId === "string") {
    return body.submissionId === "" ? undefined : body.submissionId;
  }
  if (levels === 0) return undefined;
  if ("reassignmentCommands" in body) return submissionIdIn(body.reassignmentCommands, 0);
  return "commands" in body && !Array.isArray(body.commands)
    ? submissionIdIn(body.commands, 0)
    : undefined;
};
