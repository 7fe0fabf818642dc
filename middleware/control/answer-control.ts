import { ledgerError } from "../../lib/index.ts";
import { createInvalidArgumentError } from "../../lib/internal.ts";
import type { ControlApiRequest } from "./control-hint.ts";
import { type ControlHandlers, type ControlReply, createChunksReply } from "./control-reply.ts";
import { findControlRoute } from "./control-routes.ts";

/**
 * Calls the handler of a request. Rejects with UNKNOWN_RESOURCE if there is none, and with the errors
 * of the handler and of the first chunk of a long text.
 */
export const answerControlRequest = async (
  handlers: ControlHandlers,
  { method, path, query, body }: ControlApiRequest,
): Promise<ControlReply> => {
  const route = findControlRoute(method === "HEAD" ? "GET" : method, path);
  const handler = route && handlers[`${route.method} ${route.path}`];
  if (route === undefined || handler === undefined) {
    throw ledgerError("UNKNOWN_RESOURCE", { cause: `The control API has no ${method} ${path}.` });
  }
  const id = path.split("/")[route.path.split("/").indexOf("{id}")] ?? "";
  const reply = await handler({ method, path, query, body, id: decodeId(id) });
  return reply.kind === "chunks" ? startChunks(reply.contentType, reply.chunks) : reply;
};

const decodeId = (id: string): string => {
  try {
    return decodeURIComponent(id);
  } catch {
    throw createInvalidArgumentError({
      field: "id",
      expected: "a percent-encoded text",
      found: id,
    });
  }
};

/** Computes the first chunk, so that its error becomes the response. */
const startChunks = async (
  contentType: string,
  chunks: AsyncIterable<string>,
): Promise<ControlReply> => {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  return createChunksReply(contentType, continueChunks(first, iterator));
};

async function* continueChunks(
  first: IteratorResult<string, unknown>,
  rest: AsyncIterator<string>,
): AsyncGenerator<string, void, undefined> {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
