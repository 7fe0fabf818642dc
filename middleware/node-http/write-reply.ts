import type { ServerResponse } from "node:http";

import { machineTimeSource } from "../../lib/internal.ts";
import type { ApiReply } from "../api/reply.ts";
import type { UnreadResponseQuota } from "../quotas/unread-response-quota.ts";
import { stringifyReply } from "../streaming/json-chunks.ts";

/**
 * Writes a reply to a Node response; no other code does. Writes a short reply before it returns. Throws or
 * rejects if an item of a list fails before anything is sent, and with PARTICIPANT_BACKPRESSURE if the user
 * has too many unread responses. If a later item fails, it closes the connection, so that the client notices
 * that the list is incomplete. It also closes the connection if the client reads nothing for `unreadMillis`.
 */
export const writeReply = (
  response: ServerResponse,
  reply: ApiReply,
  options: WriteReplyOptions = {},
): void | Promise<void> => {
  switch (reply.kind) {
    case "json":
    case "list":
    case "page": {
      const json = stringifyReply(reply, options.responses);
      if (typeof json !== "string") return writeLongReply(response, reply, json, options);
      writeText(response, reply, json, options.sent);
      return;
    }
    case "text":
      writeText(response, reply, reply.text, options.sent);
      return;
    case "bytes":
      response.writeHead(reply.status, createHeaders(reply));
      // In chunks, as a participant sends content of unknown length.
      return writeStream(response, splitIntoSlices(reply.bytes), options);
    case "cut":
      response.destroy();
      return;
    case "empty":
      response.statusCode = reply.status;
      for (const [name, value] of Object.entries(reply.headers ?? {})) {
        response.setHeader(name, value);
      }
      response.end();
      return;
  }
};

/** Called with the number of bytes of a body that were written; absent if they are not counted. */
export type SentBytesListener = (bytes: number) => void;

export interface WriteReplyOptions {
  readonly unreadMillis?: number;
  readonly sent?: SentBytesListener | undefined;
  /** Counts long replies that are not read yet. */
  readonly responses?: UnreadResponseQuota | undefined;
}

const contentTypes = {
  json: "application/json",
  list: "application/json",
  page: "application/json",
  text: "text/plain; charset=UTF-8",
  bytes: "application/octet-stream",
} as const;

type ReplyWithBody = Exclude<ApiReply, { kind: "empty" | "cut" }>;

const createHeaders = ({ kind, headers }: ReplyWithBody): Record<string, string | number> => ({
  "Content-Type": contentTypes[kind],
  ...headers,
});

const writeText = (
  response: ServerResponse,
  reply: ReplyWithBody,
  text: string,
  sent: SentBytesListener | undefined,
): void => {
  const length = Buffer.byteLength(text);
  const head = createHeaders(reply);
  head["Content-Length"] = length;
  response.writeHead(reply.status, head);
  // In an ASCII text, the number of bytes equals the number of characters. With `latin1`, Node writes it
  // without encoding.
  response.end(text, length === text.length ? "latin1" : "utf8");
  sent?.(length);
};

const writeLongReply = async (
  response: ServerResponse,
  reply: ReplyWithBody,
  json: Exclude<ReturnType<typeof stringifyReply>, string>,
  options: WriteReplyOptions,
): Promise<void> => {
  const text = await json;
  if (typeof text === "string") return writeText(response, reply, text, options.sent);
  try {
    response.writeHead(reply.status, createHeaders(reply));
    await writeStream(response, text, options);
  } finally {
    await text.return();
  }
};

/** Length of a slice, in bytes. */
const sliceLength = 64 * 1024;

function* splitIntoSlices(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += sliceLength) {
    yield bytes.subarray(at, at + sliceLength);
  }
}

type BodyChunks = AsyncIterable<string> | Iterable<Uint8Array>;

/**
 * Writes a long text of any content type in chunks, as {@link writeReply} writes a list. For texts that are not
 * an {@link ApiReply}.
 */
export const writeTextChunks = (
  response: ServerResponse,
  contentType: string,
  chunks: AsyncIterable<string>,
): Promise<void> => {
  response.setHeader("Content-Type", contentType);
  return writeStream(response, chunks, {});
};

/**
 * Writes as fast as the client reads, and closes the source when the client leaves. A client that reads
 * nothing for a minute counts as gone, as on a participant.
 */
const writeStream = async (
  response: ServerResponse,
  chunks: BodyChunks,
  { unreadMillis = defaultUnreadMillis, sent }: WriteReplyOptions,
): Promise<void> => {
  try {
    for await (const chunk of chunks) {
      if (!response.destroyed && !response.write(chunk)) {
        await waitForDrainOrClose(response, unreadMillis);
      }
      sent?.(Buffer.byteLength(chunk));
      if (response.destroyed) return;
    }
    response.end();
  } catch {
    response.destroy();
  }
};

const waitForDrainOrClose = (response: ServerResponse, unreadMillis: number): Promise<void> =>
  new Promise((resolve) => {
    const settle = (): void => {
      cancel();
      response.off("drain", settle);
      response.off("close", settle);
      resolve();
    };
    const cancel = machineTimeSource.schedule(unreadMillis, () => response.destroy());
    response.on("drain", settle);
    response.on("close", settle);
  });

/** Time that a participant keeps a connection without traffic, in milliseconds. */
const defaultUnreadMillis = 60_000;
