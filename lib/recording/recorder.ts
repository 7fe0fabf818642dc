import { createInvalidArgumentError } from "../base/errors/argument-error.ts";
import { toRecordedBody, toRecordedTextBody } from "./bodies.ts";
import { type CallUrlParts, parseCallUrl } from "./call-url-parts.ts";
import { CallerLabels } from "./caller-labels.ts";
import {
  type RecordedCall,
  type RecordedFrame,
  type RecordedStream,
  recordingFormatVersion,
  type RecordingHeader,
} from "./recording.ts";

/** A function with the signature of the platform's `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Options of `createRecorder`. */
export interface RecorderOptions {
  /** Called with each line of the recording, including its line end. Append it to a file. */
  readonly write: (line: string) => void;
  /** The function that sends the calls. Default: the platform's `fetch`. */
  readonly fetch?: Fetch;
  /**
   * Maximum size of a recorded body, in bytes. For a larger body, only the size is recorded.
   * Default: 16 MiB.
   */
  readonly maxBodyBytes?: number;
}

/** Records the calls that a client makes through `fetch`, and the streams that a caller reports. */
export interface Recorder {
  /** Sends a call and records it. Pass this function to the client as its `fetch`. */
  readonly fetch: Fetch;
  /**
   * Starts recording a WebSocket that the caller forwards. The caller must report the messages to
   * the returned object.
   */
  stream(opening: StreamOpening): Promise<StreamRecorder>;
  /**
   * Resolves when all responses are written. Writes open streams in their current state. Rejects
   * with the first error that `write` threw. After such an error, nothing more is written, and
   * clients are not affected.
   */
  close(): Promise<void>;
}

/** A WebSocket connection that a client opens. */
export interface StreamOpening {
  /** The HTTP or WebSocket URL. */
  readonly url: string | URL;
  /** The bearer token of the client, if it sent one. */
  readonly token?: string | undefined;
}

/** Records the messages and the end of one WebSocket. */
export interface StreamRecorder {
  /** Records a complete message. */
  message(from: RecordedFrame["from"], data: string | Uint8Array): void;
  /** Records that the server answered with this status and did not open the WebSocket. */
  refused(status: number): void;
  closed(by: "client" | "participant", code: number): void;
}

const defaultMaxBodyBytes = 16 * 1024 * 1024;

/**
 * Records the calls of a client, one line of JSON for each exchange. Pass `fetch` of the result to
 * the client. Tokens and headers are not recorded. Before the first exchange, the recorder requests
 * the version, the participant id and the ledger end, with the token of that exchange. Raises
 * INVALID_ARGUMENT if `maxBodyBytes` is not a whole number.
 */
export const createRecorder = (options: RecorderOptions): Recorder => new FetchRecorder(options);

class FetchRecorder implements Recorder {
  readonly #write: (line: string) => void;
  readonly #fetch: Fetch;
  readonly #maxBodyBytes: number;
  readonly #users = new CallerLabels();
  readonly #began = performance.now();
  readonly #startedAt = new Date().toISOString();
  readonly #pending = new Set<Promise<void>>();
  readonly #open = new Set<OpenStream>();
  #header: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #count = 0;

  constructor({
    write,
    fetch = globalThis.fetch,
    maxBodyBytes = defaultMaxBodyBytes,
  }: RecorderOptions) {
    if (!Number.isSafeInteger(maxBodyBytes) || maxBodyBytes < 0) {
      throw createInvalidArgumentError({
        field: "maxBodyBytes",
        expected: "a whole number of bytes",
        found: maxBodyBytes,
      });
    }
    this.#write = write;
    this.#fetch = fetch;
    this.#maxBodyBytes = maxBodyBytes;
  }

  readonly fetch: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const place = parseCallUrl(request.url);
    const token = readBearerToken(request.headers);
    await this.#ensureHeader(place, token);
    const sent = request.body === null ? undefined : request.clone();
    const { known, millis } = this.#startExchange(place, token);
    const response = await this.#fetch(request).catch((error: unknown) => {
      this.#trackPending(this.#writeCall({ ...known, millis: millis() }, { request, sent }));
      throw error;
    });
    const messages = { request, sent, response: response.clone() };
    this.#trackPending(this.#writeCall({ ...known, millis: millis() }, messages));
    return response;
  };

  async stream({ url, token }: StreamOpening): Promise<StreamRecorder> {
    const place = parseCallUrl(url);
    await this.#ensureHeader(place, token);
    const stream = new OpenStream(this.#startExchange(place, token), this.#maxBodyBytes, (line) => {
      this.#open.delete(stream);
      this.#writeLine(line);
    });
    this.#open.add(stream);
    return stream;
  }

  async close(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
    for (const stream of this.#open) stream.end();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #startExchange({ path, query }: CallUrlParts, token: string | undefined): StartedExchange {
    const at = this.#getElapsedMillis();
    this.#count += 1;
    const user = token === undefined ? undefined : this.#users.getUserLabel(token);
    return {
      known: { id: this.#count, path, query, user, at: roundMillis(at) },
      millis: () => roundMillis(this.#getElapsedMillis() - at),
    };
  }

  #getElapsedMillis(): number {
    return performance.now() - this.#began;
  }

  async #writeCall(timed: TimedExchange, { request, sent, response }: CallMessages): Promise<void> {
    const answer = response === undefined ? undefined : await this.#readMessageBody(response);
    this.#writeLine({
      kind: "call",
      ...timed,
      method: request.method,
      request: sent === undefined ? undefined : await this.#readMessageBody(sent),
      status: response?.status ?? 0,
      answer,
    });
  }

  async #readMessageBody(message: Request | Response) {
    try {
      return toRecordedBody(new Uint8Array(await message.arrayBuffer()), this.#maxBodyBytes);
    } catch {
      // The message was aborted. This is a clone; the client gets the error from the original.
      return undefined;
    }
  }

  /** Writes the header before the first exchange, and only once. */
  #ensureHeader(place: CallUrlParts, token: string | undefined): Promise<void> {
    return (this.#header ??= this.#writeHeader(place, token));
  }

  async #writeHeader({ base }: CallUrlParts, token: string | undefined): Promise<void> {
    const ask = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
      try {
        const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
        const answer = await this.#fetch(`${base}${path}`, headers && { headers });
        const body = answer.ok ? toRecordedTextBody(await answer.text()) : {};
        return "json" in body && typeof body.json === "object" ? { ...body.json } : {};
      } catch {
        return {};
      }
    };
    const { version } = await ask("/v2/version");
    const { participantId } = await ask("/v2/parties/participant-id");
    const { offset } = await ask("/v2/state/ledger-end");
    const header: RecordingHeader = {
      recording: recordingFormatVersion,
      startedAt: this.#startedAt,
      version: typeof version === "string" ? version : undefined,
      participantId: typeof participantId === "string" ? participantId : undefined,
      offset: typeof offset === "number" ? offset : undefined,
    };
    this.#writeLine(header);
  }

  #trackPending(work: Promise<void>): void {
    const followed = work.finally(() => this.#pending.delete(followed));
    this.#pending.add(followed);
  }

  #writeLine(line: RecordingHeader | RecordedCall | RecordedStream): void {
    if (this.#failure !== undefined) return;
    try {
      this.#write(`${JSON.stringify(line)}\n`);
    } catch (error) {
      this.#failure = { error };
    }
  }
}

type TimedExchange = Pick<RecordedCall, "id" | "path" | "query" | "user" | "at" | "millis">;

interface StartedExchange {
  readonly known: Omit<TimedExchange, "millis">;
  readonly millis: () => number;
}

interface CallMessages {
  readonly request: Request;
  readonly sent: Request | undefined;
  /** Absent if the call failed. */
  readonly response?: Response;
}

class OpenStream implements StreamRecorder {
  readonly #begun: StartedExchange;
  readonly #maxBytes: number;
  readonly #put: (stream: RecordedStream) => void;
  readonly #frames: RecordedFrame[] = [];
  #bytes = 0;
  #isEnded = false;

  constructor(begun: StartedExchange, maxBytes: number, put: (stream: RecordedStream) => void) {
    this.#begun = begun;
    this.#maxBytes = maxBytes;
    this.#put = put;
  }

  message(from: RecordedFrame["from"], data: string | Uint8Array): void {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    // All frames of a stream stay in memory until the stream ends, so the limit applies to the sum
    // of their sizes.
    const room = this.#maxBytes - this.#bytes;
    const body = toRecordedBody(bytes, room) ?? { text: "" };
    this.#bytes += "omitted" in body ? 0 : bytes.length;
    this.#frames.push({ from, at: this.#begun.millis(), body });
  }

  refused(status: number): void {
    this.#end({ status });
  }

  closed(by: "client" | "participant", code: number): void {
    this.#end({ status: 101, closed: { by, code } });
  }

  /** Writes the stream, which is still open. */
  end(): void {
    this.#end({ status: 101 });
  }

  #end(outcome: Pick<RecordedStream, "status" | "closed">): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const millis = this.#begun.millis();
    this.#put({ kind: "stream", ...this.#begun.known, millis, ...outcome, frames: this.#frames });
  }
}

const roundMillis = (millis: number): number => Math.round(millis * 1000) / 1000;

const readBearerToken = (headers: Headers): string | undefined =>
  /^bearer\s+(\S+)$/iu.exec(headers.get("authorization") ?? "")?.[1];
