import { type ApiReply, connectionCutReply, type ReplyItems } from "./reply.ts";

/** Thrown to close the connection in the middle of a response. */
export class IntentionalConnectionCut extends Error {
  override readonly name = "ConnectionCut";
}

/**
 * Returns the reply cut after `count` items; the connection is closed at once if the reply has no
 * items.
 */
export const cutReplyAfterItems = (reply: ApiReply, count: number): ApiReply =>
  hasItems(reply)
    ? {
        ...reply,
        items: endingAfter(
          reply.items,
          count,
          new IntentionalConnectionCut("A fault rule closed the connection."),
        ),
      }
    : connectionCutReply;

/**
 * Returns the reply that fails with `error` after `count` items; undefined for a reply without
 * items.
 */
export const failReplyAfterItems = (
  reply: ApiReply,
  count: number,
  error: Error,
): ApiReply | undefined =>
  hasItems(reply) ? { ...reply, items: endingAfter(reply.items, count, error) } : undefined;

/** Returns the reply with each item twice; undefined for a reply without items. */
export const duplicateReplyItems = (reply: ApiReply): ApiReply | undefined =>
  hasItems(reply) ? { ...reply, items: twice(reply.items) } : undefined;

const hasItems = (reply: ApiReply): reply is Extract<ApiReply, { readonly items: ReplyItems }> =>
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
