import { invalidArgument } from "../ground/errors/argument-error.ts";
import { isLedgerError, ledgerError } from "../ground/errors/ledger-error.ts";
import { isJsonObject, type JsonObject } from "../ground/values/json-object.ts";
import type { ParticipantReader } from "./participant-reader.ts";
import { refusal, unexpected, unreachable } from "./remote-error.ts";
import { readStream, type WebSocketClass } from "./remote-stream.ts";

/** A participant, by its JSON Ledger API. */
export interface RemoteOptions {
  /** Where it serves its API, with the path if there is one: `https://validator.example/api/json`. */
  readonly url: string;
  /** What it is called with; a function is asked again when it has expired. None when absent. */
  readonly token?: string | (() => string | Promise<string>);
  /** That of the platform when absent. */
  readonly fetch?: (url: string, init?: RequestInit) => Promise<Response>;
  /** That of the platform when absent; `false` for none. Node has one from version 22 on; `ws` has one, too. */
  readonly webSocket?: WebSocketClass | false;
  /** How long an answer, or the next message of a stream, may take; 60,000 when absent. */
  readonly timeoutMillis?: number;
}

/** All that is ever sent to a participant besides GET: none of it writes. */
const readingPosts: ReadonlySet<string> = new Set([
  "/v2/state/active-contracts",
  "/v2/state/active-contracts-page",
  "/v2/package-vetting/list",
  "/v2/updates",
  "/v2/events/events-by-contract-id",
]);

/** Throws for what could write, so that no mistake here can. */
export const requireReading = (method: string, path: string): void => {
  const [bare = ""] = path.split("?");
  const isPlain = bare.startsWith("/v2/") && !bare.split("/").includes("..");
  if (isPlain && (method === "GET" || (method === "POST" && readingPosts.has(bare)))) return;
  throw ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `A fork only reads, and ${method} ${bare} could write: it was not sent.`,
  });
};

/** What paths begin at: without credentials, query and a slash at its end. Raises INVALID_ARGUMENT for what is no URL of HTTP. */
export const baseOf = (url: string): string => {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base === undefined || !/^https?:$/u.test(base.protocol)) {
    throw invalidArgument({
      field: "url",
      expected: "where a participant serves its JSON Ledger API, like https://validator.example",
      found: url,
    });
  }
  return `${base.origin}${base.pathname.replace(/\/+$/u, "")}`;
};

/** A participant that can only be read. */
export class Remote implements ParticipantReader {
  readonly #base: string;
  readonly #options: RemoteOptions;
  readonly #timeoutMillis: number;
  #token: string | undefined;

  /** Raises INVALID_ARGUMENT for what is no URL of HTTP. */
  constructor(options: RemoteOptions) {
    this.#base = baseOf(options.url);
    this.#options = options;
    this.#timeoutMillis = options.timeoutMillis ?? 60_000;
  }

  get hasToken(): boolean {
    return this.#options.token !== undefined;
  }

  get webSocket(): WebSocketClass | undefined {
    const { webSocket = globalThis.WebSocket } = this.#options;
    return webSocket === false ? undefined : webSocket;
  }

  async get(path: string): Promise<JsonObject> {
    return objectIn(await this.#text("GET", path), `GET ${path}`);
  }

  async post(path: string, body: unknown): Promise<unknown> {
    return jsonIn(await this.#text("POST", path, body), `POST ${path}`);
  }

  async bytes(path: string): Promise<Uint8Array> {
    const answer = await this.#send("GET", path);
    return this.#within(`GET ${path}`, async () => new Uint8Array(await answer.arrayBuffer()));
  }

  /**
   * Hands over each item of a stream, which is to be read to its very end; resolves to false where no WebSocket can be opened.
   * Rejects for a stream that was cut, and with what `take` throws.
   */
  async stream(path: string, request: unknown, take: (item: JsonObject) => void): Promise<boolean> {
    requireReading("POST", path);
    const { webSocket } = this;
    if (webSocket === undefined) return false;
    const url = this.#urlOf(path).replace(/^http/u, "ws");
    const token = await this.#currentToken();
    // A participant finds the token only where it comes first (ledger-api.md 4.2).
    const protocols = [...(token === undefined ? [] : [`jwt.token.${token}`]), "daml.ws.auth"];
    const call = `the stream ${path}`;
    const timeoutMillis = this.#timeoutMillis;
    return readStream({ webSocket, url, protocols, request, call, timeoutMillis, take });
  }

  /** Before a call is made again: the token may have expired. False when there is no other. */
  renewToken(): boolean {
    this.#token = undefined;
    return typeof this.#options.token === "function";
  }

  async #text(method: string, path: string, body?: unknown): Promise<string> {
    const answer = await this.#send(method, path, body);
    return this.#within(`${method} ${path}`, () => answer.text());
  }

  async #send(method: string, path: string, body?: unknown): Promise<Response> {
    requireReading(method, path);
    const answer = await this.#once(method, path, body);
    if (answer.ok) return answer;
    if (answer.status === 401 && this.renewToken()) {
      const again = await this.#once(method, path, body);
      if (again.ok) return again;
      throw await this.#refusalIn(again, `${method} ${path}`);
    }
    throw await this.#refusalIn(answer, `${method} ${path}`);
  }

  async #refusalIn(answer: Response, call: string) {
    const text = await this.#within(call, () => answer.text());
    return refusal({ call, status: answer.status, text });
  }

  async #once(method: string, path: string, body: unknown): Promise<Response> {
    const { fetch = globalThis.fetch } = this.#options;
    const token = await this.#currentToken();
    return this.#within(`${method} ${path}`, () =>
      fetch(this.#urlOf(path), {
        method,
        // Elsewhere it could become another request than the one that was checked.
        redirect: "error",
        signal: AbortSignal.timeout(this.#timeoutMillis),
        headers: {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  }

  async #within<T>(call: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isLedgerError(error)) throw error;
      throw unreachable(call, reasonOf(error));
    }
  }

  async #currentToken(): Promise<string | undefined> {
    const { token } = this.#options;
    if (token === undefined || typeof token === "string") return token;
    this.#token ??= await token();
    return this.#token;
  }

  #urlOf(path: string): string {
    return `${this.#base}${path}`;
  }
}

/** Why nobody answered: `fetch` says so in the cause of its error. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "it failed";
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
};

const jsonIn = (text: string, call: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unexpected(call, "its answer is not JSON, or was cut");
  }
};

const objectIn = (text: string, call: string): JsonObject => {
  const json = jsonIn(text, call);
  if (isJsonObject(json)) return json;
  throw unexpected(call, "its answer is not an object");
};
