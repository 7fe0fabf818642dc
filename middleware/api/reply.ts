/** What is sent back: one of the shapes below. Only the hosts (express, fetch) write it. */
export type Reply =
  JsonReply | TextReply | BytesReply | ListReply | PageReply | EmptyReply | CutReply;

interface ReplyHead {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whose it is: where it is long, each of its slices waits for those of the user's other long answers. */
  readonly userId?: string | undefined;
}

export interface JsonReply extends ReplyHead {
  readonly kind: "json";
  readonly value: unknown;
  /** Whether it tells what has been done, which whoever asked for it has to learn. */
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

/** A JSON array that is written while its items are made; see {@link list}. */
export interface ListReply extends ReplyHead {
  readonly kind: "list";
  readonly items: Items;
}

/** A JSON object with an array that is written while its items are made; see {@link page}. */
export interface PageReply extends ReplyHead {
  readonly kind: "page";
  /** The field that has the items. */
  readonly name: string;
  readonly items: Items;
  /** The other fields; asked for when all items have been made. */
  readonly rest: () => object;
}

/** Without a body, and without a type of it. */
export interface EmptyReply extends ReplyHead {
  readonly kind: "empty";
}

/** None: the connection is cut. */
export interface CutReply extends ReplyHead {
  readonly kind: "cut";
}

/** In a log the status of what was not answered is 0. */
export const cut: CutReply = { kind: "cut", status: 0 };

export type Items = Iterable<unknown> | AsyncIterable<unknown>;

export const json = (
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): JsonReply => ({ kind: "json", status, value, headers });

/** What has been done, which its caller has to learn. */
export const outcome = (value: unknown): JsonReply => ({
  kind: "json",
  status: 200,
  value,
  headers: noHeaders,
  isOutcome: true,
});

const noHeaders: Readonly<Record<string, string>> = {};

export const plainText = (
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): TextReply => ({ kind: "text", status, text, headers });

export const empty = (status = 200): EmptyReply => ({ kind: "empty", status });

/** Content that is neither JSON nor text. */
export const bytes = (
  content: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): BytesReply => ({ kind: "bytes", status: 200, bytes: content, headers });

/**
 * A JSON array whose items are made one by one while it is written, as fast as the client takes them.
 * An error before the first bytes are out becomes the answer; a later one breaks the connection.
 */
export const list = (items: Items): ListReply => ({ kind: "list", status: 200, items });

/** A JSON object of one such array, in the field `name`, and of fields that are known when it is made. */
export const page = (name: string, items: Items, rest: () => object): PageReply => ({
  kind: "page",
  status: 200,
  name,
  items,
  rest,
});
