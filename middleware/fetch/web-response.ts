import type { ApiReply } from "../api/reply.ts";
import { stringifyReply } from "../streaming/json-chunks.ts";

/**
 * Returns the reply as a response of the Fetch standard. Rejects if an item of a list fails before
 * the first chunk is ready. If an item fails later, or the signal aborts, reading the body fails.
 */
export const convertReplyToFetchResponse = async (
  reply: Exclude<ApiReply, { kind: "cut" }>,
  request: { readonly method: string; readonly signal: AbortSignal },
  sent?: (bytes: number) => void,
): Promise<Response> => {
  const head = {
    status: reply.status,
    headers: {
      ...(reply.kind === "empty" ? {} : { "Content-Type": contentTypes[reply.kind] }),
      ...reply.headers,
    },
  };
  return new Response(
    request.method === "HEAD" ? null : await reportBodyLength(reply, request, sent),
    head,
  );
};

/** Reports the length of the body; for a stream, as it is read. */
const reportBodyLength = async (
  reply: Exclude<ApiReply, { kind: "cut" }>,
  request: { readonly signal: AbortSignal },
  sent: ((bytes: number) => void) | undefined,
): ReturnType<typeof toResponseBody> => {
  const body = await toResponseBody(reply, request);
  if (sent === undefined || body === null) return body;
  if (body instanceof ReadableStream) {
    return body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          sent(chunk.length);
          controller.enqueue(chunk);
        },
      }),
    );
  }
  sent(typeof body === "string" ? new TextEncoder().encode(body).length : body.length);
  return body;
};

const contentTypes = {
  json: "application/json",
  list: "application/json",
  page: "application/json",
  text: "text/plain; charset=UTF-8",
  bytes: "application/octet-stream",
} as const satisfies Record<Exclude<ApiReply["kind"], "empty" | "cut">, string>;

const toResponseBody = async (
  reply: Exclude<ApiReply, { kind: "cut" }>,
  request: { readonly signal: AbortSignal },
): Promise<string | Uint8Array<ArrayBuffer> | ReadableStream | null> => {
  switch (reply.kind) {
    case "text":
      return reply.text;
    case "bytes":
      return Uint8Array.from(reply.bytes);
    case "empty":
      return null;
    case "json":
    case "list":
    case "page": {
      const text = await stringifyReply(reply);
      return typeof text === "string" ? text : toReadableStream(text, request.signal);
    }
  }
};

/** Returns a stream that computes chunks as they are read. */
const toReadableStream = (
  chunks: AsyncGenerator<string, void, undefined>,
  signal: AbortSignal,
): ReadableStream => {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      if (signal.aborted) await chunks.return();
      signal.throwIfAborted();
      const chunk = await chunks.next();
      if (chunk.done === true) controller.close();
      else controller.enqueue(encoder.encode(chunk.value));
    },
    async cancel() {
      await chunks.return();
    },
  });
};
