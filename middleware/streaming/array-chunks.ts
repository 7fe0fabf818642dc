import { setImmediate } from "node:timers/promises";

import type { Items } from "../api/reply.ts";

export interface ChunkOptions {
  /** About how much text a chunk has. */
  readonly chunkLength?: number;
  /** For how long items are made before other work gets its turn. */
  readonly sliceMillis?: number;
}

/**
 * The items as the text of one JSON array, in chunks. Items are made only as chunks are asked for;
 * closing the generator closes their source. However many there are, other work of the process gets
 * its turn every few milliseconds.
 */
export async function* arrayChunks(
  items: Items,
  { chunkLength = 64 * 1024, sliceMillis = 4 }: ChunkOptions = {},
): AsyncGenerator<string, void, undefined> {
  let chunk = "[";
  let separator = "";
  let sliceEnd = performance.now() + sliceMillis;
  for await (const item of items) {
    chunk += separator + JSON.stringify(item);
    separator = ",";
    if (chunk.length >= chunkLength) {
      yield chunk;
      chunk = "";
    }
    if (performance.now() >= sliceEnd) {
      await setImmediate();
      sliceEnd = performance.now() + sliceMillis;
    }
  }
  yield `${chunk}]`;
}

/**
 * The text of the array when it fits into one chunk, else its chunks. Rejects with what the items
 * fail with before there are two chunks.
 */
export const arrayText = async (
  items: Items,
  options: ChunkOptions = {},
): Promise<string | AsyncGenerator<string, void, undefined>> => {
  const chunks = arrayChunks(items, options);
  const first = await chunks.next();
  const second = await chunks.next();
  const begin = first.done === true ? "[]" : first.value;
  return second.done === true ? begin : continued([begin, second.value], chunks);
};

async function* continued(
  begin: readonly string[],
  rest: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<string, void, undefined> {
  try {
    yield* begin;
    yield* rest;
  } finally {
    await rest.return();
  }
}
