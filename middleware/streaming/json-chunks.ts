import { beforeSlice, Slices } from "../../lib/internal.ts";
import type { Items, JsonReply, ListReply, PageReply } from "../api/reply.ts";
import type { ResponseQuota } from "../quotas/response-quota.ts";
import { jsonPieces, shortJson } from "./json-pieces.ts";

export interface ChunkOptions {
  /** About how much text a chunk has. */
  readonly chunkLength?: number;
  /** Who reads it. Nobody in particular when absent. */
  readonly userId?: string | undefined;
}

type Chunks = AsyncGenerator<string, void, undefined>;

/** What is around the elements of an array, and between them. */
export interface Frame {
  readonly begin: string;
  /** A comma when absent. */
  readonly separator?: string;
  /** Asked for when all elements have been made. */
  readonly end: () => string;
}

const plainArray: Frame = { begin: "[", end: () => "]" };

/**
 * The items as the text of one JSON array, in chunks. Items are made only as chunks are asked for;
 * closing the generator closes their source. However many there are, other work of the process gets
 * its turn every few milliseconds, and before the first where others make much at the time. Items that are long themselves are written
 * piece by piece.
 */
export async function* arrayChunks(
  items: Items,
  { chunkLength = 64 * 1024, userId }: ChunkOptions = {},
  { begin, separator: between = ",", end }: Frame = plainArray,
): Chunks {
  let chunk = begin;
  let separator = "";
  const before = beforeSlice({ userId });
  if (before !== undefined) await before;
  const slices = new Slices({ userId });
  const areAwaited = Symbol.asyncIterator in items;
  for await (const item of items) {
    if (areAwaited) slices.goOn();
    chunk += separator;
    separator = between;
    for (const piece of piecesOf(item)) {
      chunk += piece;
      if (slices.isOver()) await slices.next();
      if (chunk.length >= chunkLength) {
        yield chunk;
        chunk = "";
        slices.goOn();
      }
    }
  }
  yield `${chunk}${end()}`;
}

const piecesOf = (item: unknown): Iterable<string> => {
  const text = shortJson(item);
  return text === undefined ? jsonPieces(item) : [text];
};

/** The text of a value in chunks, as those of an array: a value is the only item of one without brackets. */
export const valueChunks = (value: unknown, options: ChunkOptions = {}): Chunks =>
  arrayChunks([value], options, { begin: "", end: () => "" });

const pageChunks = ({ name, items, rest, userId }: PageReply): Chunks =>
  arrayChunks(
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
 * The JSON of a reply: a text where it is short, else chunks, which are made as they are read, and counted among the unread answers, where
 * these are given, until then. Rejects with what items fail with before there are two chunks, and with PARTICIPANT_BACKPRESSURE.
 */
export const replyJson = (
  reply: JsonReply | ListReply | PageReply,
  unread?: ResponseQuota,
): string | Promise<string | Chunks> => {
  const text = reply.kind === "json" ? shortJson(reply.value) : undefined;
  if (text !== undefined) return text;
  return textOrChunks(replyChunks(reply), unread && (() => unread.hold(heldBy(reply), reply)));
};

/** Items that are made as they are read are not held. */
const heldBy = (reply: JsonReply | ListReply | PageReply): unknown => {
  if (reply.kind === "json") return reply.value;
  return Array.isArray(reply.items) ? reply.items : undefined;
};

const replyChunks = (reply: JsonReply | ListReply | PageReply): Chunks => {
  const { userId } = reply;
  switch (reply.kind) {
    case "json":
      return valueChunks(reply.value, { userId });
    case "list":
      return arrayChunks(reply.items, { userId });
    case "page":
      return pageChunks(reply);
  }
};

/** All of it when it fits into one chunk, else its chunks, which are held until what `hold` gives is called; rejects with what it raises. */
export const textOrChunks = async (
  chunks: Chunks,
  hold?: () => () => void,
): Promise<string | Chunks> => {
  const first = await chunks.next();
  const second = await chunks.next();
  const begin = first.done === true ? "" : first.value;
  if (second.done === true) return begin;
  try {
    const all = continued([begin, second.value], chunks, hold?.());
    // It has begun then, and lets go however it is left.
    await all.next();
    return all;
  } catch (error) {
    await chunks.return();
    throw error;
  }
};

async function* continued(
  begin: readonly string[],
  rest: Chunks,
  letGo: (() => void) | undefined,
): Chunks {
  try {
    yield "";
    yield* begin;
    yield* rest;
  } finally {
    letGo?.();
    await rest.return();
  }
}
