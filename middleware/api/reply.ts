/** A response in one of the forms below. Only the hosts (express, fetch, WebSocket) write it. */
export type ApiReply =
  JsonReply | TextReply | BytesReply | ListReply | PageReply | EmptyReply | ConnectionCutReply;

interface ReplyHead {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** User of the call. Long responses of one user share that user's time slices. */
  readonly userId?: string | undefined;
}

export interface JsonReply extends ReplyHead {
  readonly kind: "json";
  readonly value: unknown;
  /**
   * True if the response reports what the ledger did. The quota of unread responses never refuses it, because
   * the caller must learn the outcome.
   */
  readonly isOutcome?: boolean;
}

export interface TextReply extends ReplyHead {
  readonly kind: "text";
  readonly text: string;
}

export interface BytesReply extends ReplyHead {
  readonly kind: "bytes";
  readonly bytes: Uint8Array;
}

/** A JSON array that is written while its items are computed; see {@link createListReply}. */
export interface ListReply extends ReplyHead {
  readonly kind: "list";
  readonly items: ReplyItems;
}

/** A JSON object with an array that is written while its items are computed; see {@link createPageReply}. */
export interface PageReply extends ReplyHead {
  readonly kind: "page";
  /** Field that contains the items. */
  readonly name: string;
  readonly items: ReplyItems;
  /** Returns the other fields; called after all items were computed. */
  readonly rest: () => object;
}

/** A response without body and content type. */
export interface EmptyReply extends ReplyHead {
  readonly kind: "empty";
}

/** No response: the connection is closed. */
export interface ConnectionCutReply extends ReplyHead {
  readonly kind: "cut";
}

/** The log shows status 0 for a request without a response. */
export const connectionCutReply: ConnectionCutReply = { kind: "cut", status: 0 };

export type ReplyItems = Iterable<unknown> | AsyncIterable<unknown>;

export const createJsonReply = (
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): JsonReply => ({ kind: "json", status, value, headers });

/**
 * Returns a reply that reports what the ledger did. It is never refused, because the caller must learn the
 * outcome.
 */
export const createOutcomeReply = (value: unknown): JsonReply => ({
  kind: "json",
  status: 200,
  value,
  headers: noHeaders,
  isOutcome: true,
});

const noHeaders: Readonly<Record<string, string>> = {};

export const createTextReply = (
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): TextReply => ({ kind: "text", status, text, headers });

export const createEmptyReply = (status = 200): EmptyReply => ({ kind: "empty", status });

/** Returns a reply of raw bytes. */
export const createBytesReply = (
  content: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): BytesReply => ({ kind: "bytes", status: 200, bytes: content, headers });

/**
 * Returns a JSON array whose items are computed one by one while it is written, as fast as the
 * client reads. An error before the first byte becomes the response; a later one breaks the
 * connection.
 */
export const createListReply = (items: ReplyItems): ListReply => ({
  kind: "list",
  status: 200,
  items,
});

/**
 * Returns a JSON object with such an array in the field `name`, and with fields that are known
 * after all items were computed.
 */
export const createPageReply = (
  name: string,
  items: ReplyItems,
  rest: () => object,
): PageReply => ({
  kind: "page",
  status: 200,
  name,
  items,
  rest,
});
