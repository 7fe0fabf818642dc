import * as z from "zod";

import { createToolArgumentRefusal, type RefusedCallError } from "./refusal.ts";

/** Maximum number of items of a page. */
export const maxPageItems = 100;

/** Maximum size of the items of a page, in characters of JSON. */
const maxPageCharacters = 40_000;

/** The arguments `limit` and `cursor` of a tool that lists. */
export const pagingToolArguments = {
  limit: z
    .number()
    .int()
    .min(1)
    .max(maxPageItems)
    .default(20)
    .describe(`Maximum number of items, at most ${maxPageItems}; default 20.`),
  cursor: z
    .string()
    .max(2_000)
    .optional()
    .describe("nextCursor of the previous answer, to continue after it."),
};

/** The field `nextCursor` of an answer. */
export const nextCursorSchema = z
  .string()
  .optional()
  .describe("Present if there are more items: pass it as cursor.");

/** Returns the items that fit into an answer: at most `limit`, and at least one. */
export const takeItemsThatFit = <Item>(items: readonly Item[], limit: number): readonly Item[] => {
  const taken: Item[] = [];
  let characters = 0;
  for (const item of items.slice(0, limit)) {
    characters += JSON.stringify(item).length;
    if (taken.length > 0 && characters > maxPageCharacters) break;
    taken.push(item);
  }
  return taken;
};

/** Returns a page of a list that is in memory. The cursor is the number of items before it. */
export const createListPage = <Item>(
  all: readonly Item[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): { readonly items: readonly Item[]; readonly nextCursor?: string } => {
  const begin = cursor === undefined ? 0 : readCursorNumber(cursor);
  const items = takeItemsThatFit(all.slice(begin), limit);
  const end = begin + items.length;
  return { items, ...(end < all.length ? { nextCursor: String(end) } : {}) };
};

/** Returns the number in a cursor. Raises INVALID_ARGUMENT if it is not 1 to 15 digits. */
export const readCursorNumber = (cursor: string): number => {
  if (/^\d{1,15}$/u.test(cursor)) return Number(cursor);
  throw invalidCursorError();
};

export const invalidCursorError = (): RefusedCallError =>
  createToolArgumentRefusal(
    "cursor: This is not a cursor of an answer.",
    "Leave cursor out for the first page, and pass nextCursor of an answer for the next one.",
  );
