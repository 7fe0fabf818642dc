import { processWideScheduler, subtractJsonLength, TimeSlice } from "../../lib/internal.ts";
import type { JsonReply, ListReply, PageReply, ReplyItems } from "../api/reply.ts";
import type { UnreadResponseQuota } from "../quotas/unread-response-quota.ts";

export interface JsonChunkOptions {
  /** Approximate length of a chunk, in characters. */
  readonly chunkLength?: number;
  /** User who reads the chunks; absent for unknown callers. */
  readonly userId?: string | undefined;
}

type TextChunks = AsyncGenerator<string, void, undefined>;

/** Text around and between the elements of an array. */
export interface JsonArrayDelimiters {
  readonly begin: string;
  /** Separator; default: a comma. */
  readonly separator?: string;
  /** Returns the final text; called after all elements were computed. */
  readonly end: () => string;
}

const plainArrayFrame: JsonArrayDelimiters = { begin: "[", end: () => "]" };

/**
 * Yields the items as the text of one JSON array, in chunks. Items are computed only as chunks are
 * requested; closing the generator closes their source. The event loop runs every few milliseconds,
 * and before the first chunk if many responses are being computed. Long items are written in
 * pieces.
 */
export async function* jsonArrayChunks(
  items: ReplyItems,
  { chunkLength = 64 * 1024, userId }: JsonChunkOptions = {},
  { begin, separator: between = ",", end }: JsonArrayDelimiters = plainArrayFrame,
): TextChunks {
  let chunk = begin;
  let separator = "";
  const turn = processWideScheduler.waitForFirstSlice({ userId });
  if (turn !== undefined) await turn;
  const slice = new TimeSlice({ userId });
  const isAsync = Symbol.asyncIterator in items;
  for await (const item of items) {
    if (isAsync) slice.restartTiming();
    chunk += separator;
    separator = between;
    for (const piece of toJsonPieces(item)) {
      chunk += piece;
      const next = slice.yieldIfDue();
      if (next !== undefined) await next;
      if (chunk.length >= chunkLength) {
        yield chunk;
        chunk = "";
        slice.restartTiming();
      }
    }
  }
  yield `${chunk}${end()}`;
}

const toJsonPieces = (item: unknown): Iterable<string> => {
  const text = stringifyIfShort(item);
  return text === undefined ? generateJsonChunks(item) : [text];
};

/** Yields the text of a value in chunks. It is written like an array of one item, without brackets. */
export const stringifyInChunks = (value: unknown, options: JsonChunkOptions = {}): TextChunks =>
  jsonArrayChunks([value], options, { begin: "", end: () => "" });

const pageChunks = ({ name, items, rest, userId }: PageReply): TextChunks =>
  jsonArrayChunks(
    items,
    { userId },
    {
      begin: `{${JSON.stringify(name)}:[`,
      end: () => {
        const fields = JSON.stringify(rest());
        return fields === "{}" ? "]}" : `],${fields.slice(1)}`;
      },
    },
  );

/**
 * Resolves to the JSON of a reply: the whole text if it is short, otherwise chunks that are computed as they
 * are read. The quota counts the chunks until they are read. Rejects with an error of an item in the first
 * two chunks, and with PARTICIPANT_BACKPRESSURE.
 */
export const stringifyReply = (
  reply: JsonReply | ListReply | PageReply,
  unread?: UnreadResponseQuota,
): string | Promise<string | TextChunks> => {
  const text = reply.kind === "json" ? stringifyIfShort(reply.value) : undefined;
  if (text !== undefined) return text;
  return readTextOrChunks(
    replyChunks(reply),
    unread && (() => unread.reserveResponse(valueInMemory(reply), reply)),
  );
};

/**
 * Returns the value that a reply holds in memory; items that are computed as they are read are not
 * held.
 */
const valueInMemory = (reply: JsonReply | ListReply | PageReply): unknown => {
  if (reply.kind === "json") return reply.value;
  return Array.isArray(reply.items) ? reply.items : undefined;
};

const replyChunks = (reply: JsonReply | ListReply | PageReply): TextChunks => {
  const { userId } = reply;
  switch (reply.kind) {
    case "json":
      return stringifyInChunks(reply.value, { userId });
    case "list":
      return jsonArrayChunks(reply.items, { userId });
    case "page":
      return pageChunks(reply);
  }
};

/**
 * Resolves to the whole text if it fits into one chunk, otherwise to its chunks. If there are several chunks,
 * calls `hold`, and calls its result when all were read or the reading ends. Rejects with the errors of
 * `hold`.
 */
export const readTextOrChunks = async (
  chunks: TextChunks,
  hold?: () => () => void,
): Promise<string | TextChunks> => {
  const first = await chunks.next();
  const second = await chunks.next();
  const begin = first.done === true ? "" : first.value;
  if (second.done === true) return begin;
  try {
    const all = continueChunks([begin, second.value], chunks, hold?.());
    // Start the generator: otherwise its finally block, which calls `release`, might not run.
    await all.next();
    return all;
  } catch (error) {
    await chunks.return();
    throw error;
  }
};

async function* continueChunks(
  begin: readonly string[],
  rest: TextChunks,
  release: (() => void) | undefined,
): TextChunks {
  try {
    yield "";
    yield* begin;
    yield* rest;
  } finally {
    release?.();
    await rest.return();
  }
}

/** Maximum length of a text that is written as a whole, in characters. */
export const maxUnsplitTextLength = 256 * 1024;

/** Number of elements above which a list is written element by element. */
const maxElementsAtOnce = 100;

/**
 * Returns the JSON of a short value; undefined for a long one. The cost is bounded for any length.
 */
export const stringifyIfShort = (value: unknown): string | undefined => {
  if (hasLongList(value) || subtractJsonLength(value, maxUnsplitTextLength) < 0) return undefined;
  // A value without JSON text is written in pieces as well.
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined || text.length > maxUnsplitTextLength ? undefined : text;
};

/**
 * Returns true if a field of the value is a long list. Does not look into the fields, because most
 * values are short.
 */
const hasLongList = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false;
  for (const field of Object.values(value)) {
    if (Array.isArray(field) && field.length > maxElementsAtOnce) return true;
  }
  return false;
};

/**
 * Yields the text of `JSON.stringify` for plain data in pieces not much longer than {@link
 * maxUnsplitTextLength}.
 */
export function* generateJsonChunks(value: unknown): Generator<string, void, undefined> {
  if (typeof value === "string" && value.length > maxUnsplitTextLength) {
    yield* textPieces(value);
  } else if (typeof value !== "object" || value === null || hasToJsonMethod(value)) {
    yield value === undefined ? "null" : JSON.stringify(value);
  } else if (Array.isArray(value)) {
    yield* elementPieces(value);
  } else {
    yield* fieldPieces(value);
  }
}

/**
 * Returns true for an object with a method toJSON; a record may have a plain field of that name.
 */
const hasToJsonMethod = (value: object): boolean =>
  "toJSON" in value && typeof value.toJSON === "function";

function* elementPieces(elements: readonly unknown[]): Generator<string, void, undefined> {
  yield "[";
  for (const [index, element] of elements.entries()) {
    if (index > 0) yield ",";
    yield* generateJsonChunks(element);
  }
  yield "]";
}

function* fieldPieces(fields: object): Generator<string, void, undefined> {
  let separator = "{";
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* generateJsonChunks(value);
    separator = ",";
  }
  yield separator === "{" ? "{}" : "}";
}

function* textPieces(text: string): Generator<string, void, undefined> {
  yield '"';
  for (let at = 0; at < text.length;) {
    let end = at + maxUnsplitTextLength;
    // Keep surrogate pairs together.
    if (/[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(end - 1, end + 1))) end++;
    yield JSON.stringify(text.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"';
}
