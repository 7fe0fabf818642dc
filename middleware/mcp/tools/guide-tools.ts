import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod";

import { findMostSimilarText } from "../../../lib/internal.ts";
import { nextCursorSchema, readCursorNumber } from "../paging.ts";
import { RefusedCallError } from "../refusal.ts";
import { defineMcpTool, type McpTool } from "../tool.ts";

const readGuideTool = defineMcpTool({
  name: "read_guide",
  title: "Read the guide",
  description:
    "Returns a page of the guide of ledger-in-a-box in Markdown, such as fixtures, requests, daml-tests or errors, or a section of it, such as errors#daml_failure; without page, the names of all pages.",
  example: { page: "fixtures" },
  input: z.strictObject({
    page: z.string().optional(),
    cursor: z.string().optional().describe("nextCursor of the previous answer."),
  }),
  output: z.object({
    pages: z.array(z.string()).optional(),
    text: z.string().optional(),
    nextCursor: nextCursorSchema,
  }),
  writes: false,
  run: async ({ guideFolder }, { page, cursor }) => {
    const files = await readdir(guideFolder).catch(() => []);
    const pages = files
      .filter((file) => file.endsWith(".md"))
      .map((file) => file.slice(0, -".md".length))
      .concat(pagesBesideGuide)
      .toSorted();
    if (page === undefined) return { pages };
    const [file = "", anchor] = page.split("#");
    const name = file.replace(/\.md$/u, "");
    if (!pages.includes(name)) throw unknownPageError(name, pages);
    const folder = pagesBesideGuide.includes(name) ? join(guideFolder, "..") : guideFolder;
    const text = selectSection(await readFile(join(folder, `${name}.md`), "utf8"), anchor);
    const begin = cursor === undefined ? 0 : readCursorNumber(cursor);
    const end = begin + maxCharacters;
    return {
      text: text.slice(begin, end),
      ...(end < text.length ? { nextCursor: String(end) } : {}),
    };
  },
});

/** Pages in the folder above the guide. */
const pagesBesideGuide = ["errors", "glossary", "limits"];

/** Returns the section of a page with an anchor; the whole page without an anchor, or if it is unknown. */
const selectSection = (text: string, anchor: string | undefined): string => {
  const sections = text.split(/^(?=#)/mu);
  const found = sections.find((section) => {
    const [heading = ""] = section.split("\n", 1);
    const words = heading
      .replaceAll(/[^\w -]/gu, "")
      .trim()
      .toLowerCase();
    return words.replaceAll(" ", "-") === anchor?.toLowerCase();
  });
  return found ?? text;
};

const maxCharacters = 20_000;

const unknownPageError = (page: string, pages: readonly string[]): RefusedCallError => {
  const suggestion = findMostSimilarText(page, pages);
  return new RefusedCallError({
    code: "PAGE_NOT_FOUND",
    cause: `The guide has no page ${page}.`,
    hint: {
      ...(suggestion === undefined ? {} : { nearest: suggestion }),
      advice: `Pages: ${pages.join(", ")}.`,
    },
  });
};

export const guideMcpTools: readonly McpTool[] = [readGuideTool];
