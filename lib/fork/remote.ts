import { createInvalidArgumentError } from "../base/errors/argument-error.ts";
import { isLedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import { parseRemoteJson } from "../remote/parse-remote-json.ts";
import {
  type HttpResponseData,
  readResponseWithTimeout,
} from "../remote/read-response-with-timeout.ts";
import { ForkReadBudget } from "./budget.ts";
import type { ParticipantReader } from "./participant-reader.ts";
import {
  createParticipantUnreachableError,
  remoteParticipantError,
  unexpectedParticipantResponseError,
} from "./remote-error.ts";
import { readParticipantWebSocket, type WebSocketClass } from "./remote-stream.ts";

/** Address and token of a participant's JSON Ledger API. */
export interface RemoteOptions {
  /** Base URL of the API, including a path prefix: `https://validator.example/api/json`. */
  readonly url: string;
  /** The bearer token. A function is called again when the token has expired. Default: no token. */
  readonly token?: string | (() => string | Promise<string>);
  /** Default: the fetch function of the platform. */
  readonly fetch?: (url: string, init?: RequestInit) => Promise<Response>;
  /**
   * Default: the platform's `WebSocket`, which Node has from version 22 on; the class of the
   * package `ws` works too. `false` disables WebSockets.
   */
  readonly webSocket?: WebSocketClass | false;
  /**
   * Maximum time for a response, or for the next message of a stream, in milliseconds. Default:
   * 60,000. All calls together may take 30 times as long.
   */
  readonly timeoutMillis?: number;
  /**
   * Maximum size of all responses together, in bytes. Default: 1 GiB. A single response may have at
   * most 128 MiB.
   */
  readonly maxBytes?: number;
}

const defaultTimeoutMillis = 60_000;
const defaultMaxBytes = 2 ** 30;

/** The only POST requests that are sent to a participant. None of them writes. */
const readOnlyPostPaths: ReadonlySet<string> = new Set([
  "/v2/state/active-contracts",
  "/v2/state/active-contracts-page",
  "/v2/package-vetting/list",
  "/v2/updates",
  "/v2/events/events-by-contract-id",
]);

/**
 * Throws an error for a request that could write. It is a safeguard against mistakes in this
 * module.
 */
export const requireReadOnlyRequest = (method: string, path: string): void => {
  const [bare = ""] = path.split("?");
  const isPlain = bare.startsWith("/v2/") && !bare.split("/").includes("..");
  if (isPlain && (method === "GET" || (method === "POST" && readOnlyPostPaths.has(bare)))) return;
  throw ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `A fork must only read, but ${method} ${bare} could write. It was not sent.`,
  });
};

/**
 * Returns the base URL without credentials, query and trailing slash. Raises INVALID_ARGUMENT if
 * `url` is not an HTTP URL.
 */
export const parseBaseUrl = (url: string): string => {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base === undefined || !/^https?:$/u.test(base.protocol)) {
    throw createInvalidArgumentError({
      field: "url",
      expected: "the URL of a participant's JSON Ledger API, like https://validator.example",
      found: url,
    });
  }
  return `${base.origin}${base.pathname.replace(/(?<!\/)\/+$/u, "")}`;
};

/** A connection to a participant that can only read, within a budget of bytes and time. */
export class RemoteParticipantReader implements ParticipantReader {
  readonly #base: string;
  readonly #options: RemoteOptions;
  readonly #timeoutMillis: number;
  readonly #budget: ForkReadBudget;
  #token: string | undefined;

  /** Raises INVALID_ARGUMENT if `url` is not an HTTP URL. */
  constructor(options: RemoteOptions) {
    this.#base = parseBaseUrl(options.url);
    this.#options = options;
    this.#timeoutMillis = options.timeoutMillis ?? defaultTimeoutMillis;
    const maxBytes = options.maxBytes ?? defaultMaxBytes;
    this.#budget = new ForkReadBudget({ maxBytes, maxMillis: 30 * this.#timeoutMillis });
  }

  get hasToken(): boolean {
    return this.#options.token !== undefined;
  }

  get webSocket(): WebSocketClass | undefined {
    const { webSocket = globalThis.WebSocket } = this.#options;
    return webSocket === false ? undefined : webSocket;
  }

  async get(path: string): Promise<JsonObject> {
    return parseObjectAnswer(await this.#send("GET", path), `GET ${path}`);
  }

  async postJson(path: string, body: unknown): Promise<unknown> {
    return parseJsonAnswer(await this.#send("POST", path, body), `POST ${path}`);
  }

  async getBytes(path: string): Promise<Uint8Array> {
    return (await this.#send("GET", path)).bytes;
  }

  /**
   * Calls `take` with each item of a stream until the stream ends. Resolves to false if no
   * WebSocket can be opened. Rejects if the connection is closed early, and with errors that `take`
   * throws.
   */
  async readStreamItems(
    path: string,
    request: unknown,
    take: (item: JsonObject) => void,
  ): Promise<boolean> {
    requireReadOnlyRequest("POST", path);
    const { webSocket } = this;
    if (webSocket === undefined) return false;
    const url = this.#buildUrl(path).replace(/^http/u, "ws");
    const token = await this.#currentToken();
    // A participant accepts the token only as the first protocol (ledger-api.md 4.2).
    const protocols = [...(token === undefined ? [] : [`jwt.token.${token}`]), "daml.ws.auth"];
    const call = `the stream ${path}`;
    const timeoutMillis = this.#timeoutMillis;
    const budget = this.#budget;
    return readParticipantWebSocket({
      webSocket,
      url,
      protocols,
      request,
      call,
      timeoutMillis,
      budget,
      take,
    });
  }

  /**
   * Discards the current token, which may have expired. Returns false if no other token can be
   * obtained.
   */
  renewToken(): boolean {
    this.#token = undefined;
    return typeof this.#options.token === "function";
  }

  async #send(method: string, path: string, body?: unknown): Promise<HttpResponseData> {
    requireReadOnlyRequest(method, path);
    const call = `${method} ${path}`;
    let answer = await this.#sendOnce(method, path, body);
    if (answer.status === 401 && this.renewToken()) {
      answer = await this.#sendOnce(method, path, body);
    }
    if (answer.isGood) return answer;
    throw remoteParticipantError({ call, status: answer.status, text: decodeAnswerText(answer) });
  }

  async #sendOnce(method: string, path: string, body: unknown): Promise<HttpResponseData> {
    const { fetch = globalThis.fetch } = this.#options;
    const call = `${method} ${path}`;
    const timeoutMillis = this.#budget.computeTimeoutMillis(call, this.#timeoutMillis);
    const token = await this.#currentToken();
    const signal = AbortSignal.timeout(timeoutMillis);
    try {
      const asked = fetch(this.#buildUrl(path), {
        method,
        // A redirect could turn this into a request that `requireReadOnlyRequest` has not checked.
        redirect: "error",
        signal,
        headers: {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return await readResponseWithTimeout(asked, {
        timeoutMillis,
        timeoutError: () =>
          createParticipantUnreachableError(call, `it took longer than ${timeoutMillis} ms`),
        onChunk: (bytes, ofAnswer) => this.#budget.countReceivedBytes(bytes, ofAnswer),
      });
    } catch (error) {
      if (isLedgerError(error)) throw error;
      throw createParticipantUnreachableError(call, describeFetchFailure(error));
    }
  }

  async #currentToken(): Promise<string | undefined> {
    const { token } = this.#options;
    if (token === undefined || typeof token === "string") return token;
    this.#token ??= await token();
    return this.#token;
  }

  #buildUrl(path: string): string {
    return `${this.#base}${path}`;
  }
}

/** Returns the reason of a failed `fetch`, which is in the `cause` of the error. */
const describeFetchFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return "it failed";
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
};

const decodeAnswerText = ({ bytes }: HttpResponseData): string => new TextDecoder().decode(bytes);

const parseJsonAnswer = (answer: HttpResponseData, call: string): unknown =>
  parseRemoteJson(decodeAnswerText(answer), (found) =>
    unexpectedParticipantResponseError(call, found),
  );

const parseObjectAnswer = (answer: HttpResponseData, call: string): JsonObject => {
  const json = parseJsonAnswer(answer, call);
  if (isJsonObject(json)) return json;
  throw unexpectedParticipantResponseError(call, "its response is not an object");
};
