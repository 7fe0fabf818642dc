import type { CallLogEntry } from "../log/call-log-entry.ts";
import type { ApiReply, ReplyItems } from "./reply.ts";

/**
 * Adds a reply to the log entry, if the log has bodies, and returns the reply to write. Items of a
 * list are added as they are written.
 */
export const addReplyToLog = <Written extends ApiReply>(
  reply: Written,
  entry: CallLogEntry | undefined,
): Written => {
  if (entry?.withBodies !== true) return reply;
  switch (reply.kind) {
    case "json":
      entry.setAnswerBody({ kind: "json", value: reply.value });
      return reply;
    case "text":
      entry.setAnswerBody({ kind: "text", text: reply.text });
      return reply;
    case "bytes":
      entry.setAnswerBody({ kind: "bytes", length: reply.bytes.length });
      return reply;
    case "empty":
    case "cut":
      entry.setAnswerBody(undefined);
      return reply;
    case "list":
    case "page": {
      const first: unknown[] = [];
      entry.setAnswerBody({
        kind: "json",
        value: reply.kind === "page" ? { [reply.name]: first } : first,
      });
      return { ...reply, items: recordItems(reply.items, first) };
    }
  }
};

/** Maximum number of items that are collected for a log entry. The printed entry shows fewer. */
const maxItems = 50;

async function* recordItems(items: ReplyItems, first: unknown[]): AsyncGenerator {
  for await (const item of items) {
    if (first.length < maxItems) first.push(item);
    yield item;
  }
}
