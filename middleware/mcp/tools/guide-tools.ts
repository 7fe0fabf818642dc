import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod";

import { findNearest } from "../../../lib/internal.ts";
import { nextCursor, readCursorNumber } from "../paging.ts";
import { RefusedCallError } from "../refusal.ts";
import { defineTool, type McpTool } from "../tool.ts";

const readGuideTool = defineTool({
  name: "read_guide",
  title: "Read the guide",
  description:
    "Returns a page of the guide of ledger-in-a-box in Markdown, such as fixtures, requests, daml-tests or errors; without page, the names of all pages.",
  example: { page: "fixtures" },
  input: z.strictObject({
    page: z.string().optional(),
    cursor: z.string().optional().describe("nextCursor of the previous answer."),
  }),
  output: z.object({
    pages: z.array(z.string()).optional(),
    text: z.string().optional(),
    nextCursor,
  }),
  writes: false,
  run: async ({ guideFolder }, { page, cursor }) => {
    const files = await readdir(guideFolder).catch(() => []);
    const pages = files
      .filter((file) => file.endsWith(".md"))
      .map((file) => file.slice(0, -".md".length))
      .toSorted();
    if (page === undefined) return { pages };
    const name = page.replace(/\.md$/u, "");
    if (!pages.includes(name)) throw unknownPageError(name, pages);
    const text = await readFile(join(guideFolder, `${name}.md`), "utf8");
    const begin = cursor === undefined ? 0 : readCursorNumber(cursor);
    const end = begin + maxCharacters;
    return {
      text: text.slice(begin, end),
      ...(end < text.length ? { nextCursor: String(end) } : {}),
    };
  },
});

const maxCharacters = 20_000;

const unknownPageError = (page: string, pages: readonly string[]): RefusedCallError => {
  const suggestion = findNearest(page, pages);
  return new RefusedCallError({
    code: "PAGE_NOT_FOUND",
    cause: `The guide has no page ${page}.`,
    hint: {
      ...(suggestion === undefined ? {} : { nearest: suggestion }),
      advice: `Pages: ${pages.join(", ")}.`,
    },
  });
};

export const guideTools: readonly McpTool[] = [readGuideTool];
