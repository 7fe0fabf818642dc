import { connectionCutReply, type Reply, type ReplyItems } from "./reply.ts";

/** Thrown to close the connection in the middle of a response. */
export class ConnectionCut extends Error {
  override readonly name = "ConnectionCut";
}

/**
 * Returns the reply cut after `count` items; the connection is closed at once if the reply has no
 * items.
 */
export const cutReplyAfterItems = (reply: Reply, count: number): Reply =>
  hasItems(reply)
    ? {
        ...reply,
        items: endingAfter(
          reply.items,
          count,
          new ConnectionCut("A fault rule closed the connection."),
        ),
      }
    : connectionCutReply;

/**
 * Returns the reply that fails with `error` after `count` items; undefined for a reply without
 * items.
 */
export const failReplyAfterItems = (
  reply: Reply,
  count: number,
  error: Error,
): Reply | undefined =>
  hasItems(reply) ? { ...reply, items: endingAfter(reply.items, count, error) } : undefined;

/** Returns the reply with each item twice; undefined for a reply without items. */
export const duplicateReplyItems = (reply: Reply): Reply | undefined =>
  hasItems(reply) ? { ...reply, items: twice(reply.items) } : undefined;

const hasItems = (reply: Reply): reply is Extract<Reply, { readonly items: ReplyItems }> =>
  reply.kind === "list" || reply.kind === "page";

async function* endingAfter(items: ReplyItems, count: number, error: Error): AsyncGenerator {
  let left = count;
  for await (const item of items) {
    yield item;
    left -= 1;
    if (left === 0) throw error;
  }
}

async function* twice(items: ReplyItems): AsyncGenerator {
  for await (const item of items) {
    yield item;
    yield item;
  }
}
