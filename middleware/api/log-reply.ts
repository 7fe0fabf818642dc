import type { LogEntry } from "../log/log-entry.ts";
import type { Items, Reply } from "./reply.ts";

/**
 * Adds a reply to the log entry, if the log has bodies, and returns the reply to write. Items of a
 * list are noted as they are written.
 */
export const logReply = <Written extends Reply>(
  reply: Written,
  entry: LogEntry | undefined,
): Written => {
  if (entry?.withBodies !== true) return reply;
  switch (reply.kind) {
    case "json":
      entry.answering({ kind: "json", value: reply.value });
      return reply;
    case "text":
      entry.answering({ kind: "text", text: reply.text });
      return reply;
    case "bytes":
      entry.answering({ kind: "bytes", length: reply.bytes.length });
      return reply;
    case "empty":
    case "cut":
      entry.answering(undefined);
      return reply;
    case "list":
    case "page": {
      const first: unknown[] = [];
      entry.answering({
        kind: "json",
        value: reply.kind === "page" ? { [reply.name]: first } : first,
      });
      return { ...reply, items: notedItems(reply.items, first) };
    }
  }
};

/** More items than an entry shows. */
const maxItems = 50;

async function* notedItems(items: Items, first: unknown[]): AsyncGenerator {
  for await (const item of items) {
    if (first.length < maxItems) first.push(item);
    yield item;
  }
}
