import type { Offset } from "../base/identifiers/identifiers.ts";

/** What clients asked of a participant, and what it answered. */
export interface Recording {
  readonly header: RecordingHeader;
  /** In the order in which they began. */
  readonly exchanges: readonly Exchange[];
}

/** The first line of a recording. What could not be asked when it began is undefined. */
export interface RecordingHeader {
  /** Of the form of this file. */
  readonly recording: typeof recordingVersion;
  /** By the clock of who recorded, in ISO 8601. */
  readonly startedAt: string;
  /** Of the participant. */
  readonly version?: string | undefined;
  readonly participantId?: string | undefined;
  /** The ledger end before the first exchange: where a fork has to be made for them to be answered alike. */
  readonly offset?: Offset | undefined;
}

/** Which form recordings have that are written now. */
export const recordingVersion = 1;

/** What was exchanged over one request or one WebSocket. */
export type Exchange = RecordedCall | RecordedStream;

interface Exchanged {
  /** 1, 2 and so on, in the order in which they began. */
  readonly id: number;
  /** Below where the participant serves its API: `/v2/…` or `/v0/…`. */
  readonly path: string;
  /** What stands behind the question mark; absent when there is nothing. */
  readonly query?: string | undefined;
  /** Who the token said it was; the token itself is nowhere. Absent where there was none. */
  readonly user?: string | undefined;
  /** When it began, in milliseconds after the recording did. */
  readonly at: number;
  /** From then until the answer began, which is when a client may go on, or to the end of the connection. */
  readonly millis: number;
}

/** A request over HTTP. */
export interface RecordedCall extends Exchanged {
  readonly kind: "call";
  readonly method: string;
  readonly request?: RecordedBody | undefined;
  /** Of the answer; 0 where none came. */
  readonly status: number;
  readonly answer?: RecordedBody | undefined;
}

/** A WebSocket. */
export interface RecordedStream extends Exchanged {
  readonly kind: "stream";
  /** Of the answer to the upgrade: 101 where it was opened. */
  readonly status: number;
  readonly frames: readonly RecordedFrame[];
  /** Who closed it, and with which code; absent where the recording ended before. */
  readonly closed?: { readonly by: "client" | "participant"; readonly code: number } | undefined;
}

/** A message of a WebSocket. */
export interface RecordedFrame {
  readonly from: "client" | "participant";
  /** In milliseconds after the stream began. */
  readonly at: number;
  readonly body: RecordedBody;
}

/** As JSON where it is some; other bodies as text or bytes. */
export type RecordedBody =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly base64: string }
  /** More bytes than are kept. */
  | { readonly omitted: number };

/** How a person names an exchange: `POST /v2/updates`. */
export const nameOf = (exchange: Exchange): string =>
  exchange.kind === "call" ? `${exchange.method} ${exchange.path}` : `WebSocket ${exchange.path}`;

/** When it was over, in milliseconds after the recording began. */
export const endOf = ({ at, millis }: Exchange): number => at + millis;
