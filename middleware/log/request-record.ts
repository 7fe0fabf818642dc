import type { WrittenEntry } from "../../lib/store.ts";

/**
 * An answered call, for the host's log. Texts of the client are truncated, in one line and without
 * control characters. A record contains no secrets: no tokens, no Authorization header, and no body
 * fields with names such as `secret` or `privateKey`.
 */
export interface RequestRecord {
  readonly via: "http" | "fetch" | "websocket";
  /** HTTP method; `GET` for a WebSocket. */
  readonly method: string;
  /** Path as the client wrote it, with the mount, without the query. */
  readonly path: string;
  /** Operation id of the OpenAPI document; undefined for an unknown path. */
  readonly operationId: string | undefined;
  /** User id in the token; undefined without one, or if authorization is disabled. */
  readonly principal: string | undefined;
  /**
   * Status of the response; 101 for a WebSocket whose stream has begun, which gets another record
   * if it fails later; 0 if a fault rule closed the connection.
   */
  readonly status: number;
  /**
   * Time from the arrival of the request to the last byte of the response or the beginning of a
   * stream, in milliseconds.
   */
  readonly millis: number;
  /** Trace id as in errors; undefined if nothing needed a trace. */
  readonly traceId: string | undefined;
  /**
   * Correlation id as in errors: the submission id of commands, or the trace id if the cause is
   * withheld.
   */
  readonly correlationId: string | undefined;
  /** Error of the response, with its cause even if the response withholds it. */
  readonly error: LoggedRequestError | undefined;
  /**
   * Advice on a successful request that probably does not do what its author meant, as in the
   * header `Ledger-Hint`.
   */
  readonly note: string | undefined;
  /** Deprecation notice of the operation; absent for other operations. */
  readonly deprecated?: string;
  /**
   * Position and bytes in the journal of a stored ledger, durable before the response. Absent if
   * nothing was written, or if the response came first.
   */
  readonly written?: WrittenEntry;
  /** Body of the request, with `logBodies`: JSON, or the number of bytes. */
  readonly requestBody: string | undefined;
  /** Body of the response, with `logBodies`; undefined for streams over WebSocket. */
  readonly answerBody: string | undefined;
}

/** The error of a refused request in the log of calls. */
export interface LoggedRequestError {
  /** Error code; undefined for requests that cannot be read. */
  readonly code: string | undefined;
  readonly cause: string;
}

/** Options of the log of calls. */
export interface RequestLogOptions {
  /**
   * Called for each call after its response was written. Costs a few microseconds per call, and
   * nothing if absent. Errors that it throws or rejects with are passed to `onUnexpectedError`.
   */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** Adds bodies to records, at most 2,000 characters each; default false. */
  readonly logBodies?: boolean | undefined;
}
