import { cut, type Items, type Reply } from "./reply.ts";

/** Thrown where a connection is to be cut in the middle of an answer. */
export class ConnectionCut extends Error {
  override readonly name = "ConnectionCut";
}

/** The reply of which no more than so many items go out before its connection is cut; at once, where it has no items. */
export const cutAfter = (reply: Reply, count: number): Reply =>
  hasItems(reply)
    ? { ...reply, items: endingAfter(reply.items, count, new ConnectionCut("A fault cut it.")) }
    : cut;

/** The reply of which so many items go out, and then what was thrown instead. */
export const failingAfter = (reply: Reply, count: number, error: Error): Reply | undefined =>
  hasItems(reply) ? { ...reply, items: endingAfter(reply.items, count, error) } : undefined;

/** The reply with each of its items twice; undefined for one without items. */
export const doubled = (reply: Reply): Reply | undefined =>
  hasItems(reply) ? { ...reply, items: twice(reply.items) } : undefined;

const hasItems = (reply: Reply): reply is Extract<Reply, { readonly items: Items }> =>
  reply.kind === "list" || reply.kind === "page";

async function* endingAfter(items: Items, count: number, error: Error): AsyncGenerator {
  let left = count;
  for await (const item of items) {
    yield item;
    left -= 1;
    if (left === 0) throw error;
  }
}

async function* twice(items: Items): AsyncGenerator {
  for await (const item of items) {
    yield item;
    yield item;
  }
}
