import type { ErrorCode } from "../base/errors/catalogue.ts";
import { isLedgerError, type LedgerError, ledgerError } from "../base/errors/ledger-error.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import type { ParticipantReader } from "./participant-reader.ts";

/** A call to the participant, with its response or error. */
export type RecordedParticipantCall =
  | { readonly call: string; readonly answer: unknown }
  | { readonly call: string; readonly error: { readonly code: ErrorCode; readonly cause: string } };

/**
 * Reads from a participant and records the responses. Records failed package downloads, but not the
 * bytes of packages.
 */
export class RecordingParticipantReader implements ParticipantReader {
  readonly calls: RecordedParticipantCall[] = [];
  readonly #of: ParticipantReader;

  constructor(of: ParticipantReader) {
    this.#of = of;
  }

  get hasToken(): boolean {
    return this.#of.hasToken;
  }

  get(path: string): Promise<JsonObject> {
    return this.#recordCall(`GET ${path}`, () => this.#of.get(path));
  }

  postJson(path: string, body: unknown): Promise<unknown> {
    return this.#recordCall(formatPostCall(path, body), () => this.#of.postJson(path, body));
  }

  async getBytes(path: string): Promise<Uint8Array> {
    try {
      return await this.#of.getBytes(path);
    } catch (error) {
      this.#recordError(`GET ${path}`, error);
      throw error;
    }
  }

  async #recordCall<Answer>(call: string, ask: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await ask();
      this.calls.push({ call, answer });
      return answer;
    } catch (error) {
      this.#recordError(call, error);
      throw error;
    }
  }

  #recordError(call: string, error: unknown): void {
    if (!isLedgerError(error)) return;
    this.calls.push({ call, error: { code: error.code, cause: error.details.cause } });
  }
}

/** Returns the responses of a recording instead of calling the participant. */
export class RecordedParticipantReader implements ParticipantReader {
  readonly hasToken: boolean;
  readonly isCached = true;
  readonly #calls: ReadonlyMap<string, RecordedParticipantCall>;

  constructor(calls: readonly RecordedParticipantCall[], hasToken: boolean) {
    this.#calls = new Map(calls.map((each) => [each.call, each]));
    this.hasToken = hasToken;
  }

  async get(path: string): Promise<JsonObject> {
    const answer = await this.#findRecordedAnswer(`GET ${path}`);
    if (isJsonObject(answer)) return answer;
    throw notCachedError(`GET ${path}`);
  }

  postJson(path: string, body: unknown): Promise<unknown> {
    return this.#findRecordedAnswer(formatPostCall(path, body));
  }

  /**
   * Always rejects: the bytes of packages are cached separately, so a recording contains only
   * failed downloads.
   */
  async getBytes(path: string): Promise<Uint8Array> {
    await this.#findRecordedAnswer(`GET ${path}`);
    throw notCachedError(`GET ${path}`);
  }

  #findRecordedAnswer(call: string): Promise<unknown> {
    const known = this.#calls.get(call);
    if (known === undefined) return Promise.reject(notCachedError(call));
    if ("answer" in known) return Promise.resolve(known.answer);
    return Promise.reject(ledgerError(known.error.code, { cause: known.error.cause }));
  }
}

const formatPostCall = (path: string, body: unknown): string =>
  `POST ${path} ${JSON.stringify(body)}`;

const notCachedError = (call: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The cache does not contain the participant's response to ${call.slice(0, 200)}. Fork again with access to the participant, or without the cache.`,
    path: "cache",
  });
