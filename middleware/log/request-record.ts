import type { WrittenEntry } from "../../lib/store.ts";

/**
 * A call that was answered, for a log of the host. Texts of the client are bounded, in one line and without what
 * steers a terminal; nothing in it is secret: neither tokens, nor the Authorization header, nor what bodies hold
 * under names as `secret` or `privateKey`.
 */
export interface RequestRecord {
  readonly via: "http" | "fetch" | "websocket";
  /** `GET`, `POST` and so on; `GET` for a WebSocket. */
  readonly method: string;
  /** As the client wrote it, with the mount, without the query. */
  readonly path: string;
  /** Of the OpenAPI document; undefined where the path is none of its own. */
  readonly operationId: string | undefined;
  /** The id of the user that the token names; undefined where there is none, or authorization is disabled. */
  readonly principal: string | undefined;
  /**
   * Of the answer. 101 for a WebSocket whose stream has begun, with a record of its own should it fail later; 0 where a
   * fault that was asked for cut the connection.
   */
  readonly status: number;
  /** From the arrival of the request to the last byte of the answer, or the beginning of a stream. */
  readonly millis: number;
  /** As errors tell it; undefined where nothing asked for a trace. */
  readonly traceId: string | undefined;
  /** As errors tell it: the submission id of commands, or the trace id where the cause is withheld. */
  readonly correlationId: string | undefined;
  /** Why it was refused, also where the client learns no cause. */
  readonly error: RequestError | undefined;
  /** What to do about a request that was answered, and is likely not to be as it was meant: what the header `Ledger-Hint` advises. */
  readonly note: string | undefined;
  /** The operation is there for older programs, and this is what its document says of it; absent for others. */
  readonly deprecated?: string;
  /**
   * Where in the journal it wrote, and how much, where the ledger is kept in a folder or in PostgreSQL: durable before it was answered. Absent for what
   * wrote nothing, and for what is answered before it does.
   */
  readonly written?: WrittenEntry;
  /** Of the request, with `logBodies`: JSON, or how many bytes there are of what is none. */
  readonly requestBody: string | undefined;
  /** Of the answer, likewise; undefined for streams over WebSocket. */
  readonly answerBody: string | undefined;
}

/** Why a request was refused, as the log of calls tells it. */
export interface RequestError {
  /** Undefined for requests that cannot be read. */
  readonly code: string | undefined;
  readonly cause: string;
}

/** How a host hears of calls. */
export interface RequestLogOptions {
  /**
   * Told of each call once its answer is out. Costs a few microseconds a call, and nothing when absent. What it
   * throws, or rejects with, goes to `onUnexpectedError`.
   */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** Whether records have bodies, of at most 2,000 characters each; false when absent. */
  readonly logBodies?: boolean | undefined;
}
