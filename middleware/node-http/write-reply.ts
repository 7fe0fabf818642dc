import type { ServerResponse } from "node:http";

import { machineTimers } from "../api/machine-timers.ts";
import type { Reply } from "../api/reply.ts";
import type { UnreadAnswers } from "../intake/unread-answers.ts";
import { replyJson } from "../streaming/json-chunks.ts";

/**
 * Sends the reply; the one place that writes to a Node response. Rejects when the items of a list
 * fail before anything is sent, and with PARTICIPANT_BACKPRESSURE when too much is unread. A later failure cuts the connection, so that nobody takes half a list
 * for a whole one, and so does a client that reads nothing for `unreadMillis`.
 */
export const writeReply = async (
  response: ServerResponse,
  reply: Reply,
  { unreadMillis = defaultUnreadMillis, sent, unread }: WriteOptions = {},
): Promise<void> => {
  switch (reply.kind) {
    case "json":
    case "list":
    case "page": {
      const json = replyJson(reply, unread);
      const text = typeof json === "string" ? json : await json;
      if (typeof text === "string") {
        writeHead(response, reply, "application/json");
        writeBody(response, text, sent);
        return;
      }
      try {
        writeHead(response, reply, "application/json");
        await pour(response, text, { unreadMillis, sent });
      } finally {
        await text.return();
      }
      return;
    }
    case "text":
      writeHead(response, reply, "text/plain; charset=UTF-8");
      writeBody(response, reply.text, sent);
      return;
    case "bytes":
      writeHead(response, reply, "application/octet-stream");
      // In chunks, as a participant sends what it does not hold as a whole.
      await pour(response, slicesOf(reply.bytes), { unreadMillis, sent });
      return;
    case "cut":
      response.destroy();
      return;
    case "empty":
      writeHead(response, reply);
      response.end();
      return;
  }
};

/** Told how many bytes of a body are written; nobody counts them where it is absent. */
export type Sent = (bytes: number) => void;

export interface WriteOptions {
  readonly unreadMillis?: number;
  readonly sent?: Sent | undefined;
  /** Among which it counts while it is long and not read yet. */
  readonly unread?: UnreadAnswers | undefined;
}

const writeHead = (response: ServerResponse, reply: Reply, contentType?: string): void => {
  response.statusCode = reply.status;
  if (contentType !== undefined) response.setHeader("Content-Type", contentType);
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
};

/**
 * Node tells the length of a body that is written at once, but not of one that is left out; and a client
 * of HTTP 1.0 keeps its connection only where the length was told before.
 */
const writeBody = (response: ServerResponse, text: string, sent: Sent | undefined): void => {
  const { method, httpVersionMinor } = response.req;
  if (method === "HEAD" || httpVersionMinor === 0) {
    response.setHeader("Content-Length", Buffer.byteLength(text));
  }
  response.end(text);
  sent?.(Buffer.byteLength(text));
};

/** How long a slice of bytes is. */
const sliceLength = 64 * 1024;

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += sliceLength) {
    yield bytes.subarray(at, at + sliceLength);
  }
}

type Chunks = AsyncIterable<string> | Iterable<Uint8Array>;

/** Sends what is no reply of the ledger API, and too long to be held: as {@link writeReply} sends a list. */
export const writeChunks = (
  response: ServerResponse,
  contentType: string,
  chunks: AsyncIterable<string>,
): Promise<void> => {
  response.setHeader("Content-Type", contentType);
  return pour(response, chunks, { unreadMillis: defaultUnreadMillis, sent: undefined });
};

/**
 * Writes no faster than the client reads, and stops the source when the client goes away. One that reads nothing
 * for a minute is taken for gone, as a participant does it.
 */
const pour = async (
  response: ServerResponse,
  chunks: Chunks,
  { unreadMillis, sent }: { readonly unreadMillis: number; readonly sent: Sent | undefined },
): Promise<void> => {
  try {
    for await (const chunk of chunks) {
      if (!response.destroyed && !response.write(chunk)) {
        await drainedOrClosed(response, unreadMillis);
      }
      sent?.(Buffer.byteLength(chunk));
      if (response.destroyed) return;
    }
    response.end();
  } catch {
    response.destroy();
  }
};

const drainedOrClosed = (response: ServerResponse, unreadMillis: number): Promise<void> =>
  new Promise((resolve) => {
    const settle = (): void => {
      cancel();
      response.off("drain", settle);
      response.off("close", settle);
      resolve();
    };
    const cancel = machineTimers.schedule(unreadMillis, () => response.destroy());
    response.on("drain", settle);
    response.on("close", settle);
  });

/** As long as a participant keeps a connection over which nothing comes or goes. */
const defaultUnreadMillis = 60_000;
