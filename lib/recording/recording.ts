import type { Offset } from "../base/identifiers/identifiers.ts";

/** The calls of clients to a participant, with the responses. */
export interface Recording {
  readonly header: RecordingHeader;
  /** Ordered by start time. */
  readonly exchanges: readonly RecordedExchange[];
}

/** The first line of a recording. A value is undefined if the participant did not provide it. */
export interface RecordingHeader {
  /** Version of the file format. */
  readonly recording: typeof recordingFormatVersion;
  /** Start time by the recorder's clock, in ISO 8601. */
  readonly startedAt: string;
  /** The participant's version. */
  readonly version?: string | undefined;
  readonly participantId?: string | undefined;
  /** The ledger end before the first exchange. A fork at this offset gives the same responses. */
  readonly offset?: Offset | undefined;
}

/** The version of the file format that this release writes. */
export const recordingFormatVersion = 1;

/** One HTTP call or one WebSocket. */
export type RecordedExchange = RecordedCall | RecordedStream;

interface RecordedExchangeBase {
  /** Number of the exchange, starting at 1, ordered by start time. */
  readonly id: number;
  /** Path below the participant's base URL: `/v2/…` or `/v0/…`. */
  readonly path: string;
  /** The query without its question mark. Absent if the request has no query. */
  readonly query?: string | undefined;
  /**
   * The user id from the token. Absent if the request has no token. Tokens themselves are not
   * recorded.
   */
  readonly user?: string | undefined;
  /** Start time, in milliseconds after the start of the recording. */
  readonly at: number;
  /**
   * Duration in milliseconds: from `at` to the start of the response, or to the end of the
   * WebSocket.
   */
  readonly millis: number;
}

/** An HTTP request and its response. */
export interface RecordedCall extends RecordedExchangeBase {
  readonly kind: "call";
  readonly method: string;
  readonly request?: RecordedBody | undefined;
  /** The HTTP status of the response; 0 if the call failed without a response. */
  readonly status: number;
  readonly answer?: RecordedBody | undefined;
}

/** A WebSocket connection and its messages. */
export interface RecordedStream extends RecordedExchangeBase {
  readonly kind: "stream";
  /** The HTTP status of the opening request; 101 if the WebSocket was opened. */
  readonly status: number;
  readonly frames: readonly RecordedFrame[];
  /**
   * The side that closed the WebSocket, and the close code. Absent if the WebSocket was open when
   * the recording ended.
   */
  readonly closed?: { readonly by: "client" | "participant"; readonly code: number } | undefined;
}

/** A WebSocket message. */
export interface RecordedFrame {
  readonly from: "client" | "participant";
  /** Milliseconds after the start of the stream. */
  readonly at: number;
  readonly body: RecordedBody;
}

/**
 * A body. It is recorded as JSON if it can be parsed as JSON, otherwise as text if it is valid
 * text, otherwise as bytes.
 */
export type RecordedBody =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly base64: string }
  /** The size, in bytes, of a body that was larger than the maximum. */
  | { readonly omitted: number };

/** Returns a readable name of an exchange, such as `POST /v2/updates`. */
export const getExchangeName = (exchange: RecordedExchange): string =>
  exchange.kind === "call" ? `${exchange.method} ${exchange.path}` : `WebSocket ${exchange.path}`;

/** Returns the end time of an exchange, in milliseconds after the start of the recording. */
export const getExchangeEndTime = ({ at, millis }: RecordedExchange): number => at + millis;
