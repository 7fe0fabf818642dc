// Writes the guide for language models: llms.txt, a list of the pages, into the package; llms-full.txt, all pages in one
// file, into .build for the documentation site. See docs/decisions/0077-mcp-server.md.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

import { listedPages } from "./site/structure.js";

/** Returns the heading and the first paragraph of a page. */
const summaryOf = (text) => {
  const [, title = "", summary = ""] = /^# (.+)\n\n([^\n]*)/u.exec(text) ?? [];
  // Links within the guide have no target in a list.
  return { title, summary: summary.replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1") };
};

/** Writes both files. `folder` is the one in the package. */
export const writeLlmsFiles = (folder, buildFolder = ".build") => {
  const readme = readFileSync("README.md", "utf8");
  const pages = [...listedPages]
    .filter((page) => page.startsWith("guide/"))
    .map((page) => {
      const text = readFileSync(`docs/${page}.md`, "utf8");
      return { page, text, ...summaryOf(text) };
    });
  const { title, summary } = summaryOf(readme);
  const lines = pages.map(
    ({ page, title, summary }) => `- [${title}](../docs/${page}.md): ${summary}`,
  );
  const list = [
    `# ${title}`,
    "",
    `> ${summary}`,
    "",
    "Pages of the guide, relative to this file in the npm package:",
    "",
    ...lines,
    "",
    "## Optional",
    "",
    "- [Errors](../docs/errors.md): each error code, its cause and what to do",
    "- [Limits](../docs/limits.md): limits and how to change them",
    "- [Glossary](../docs/glossary.md): terms of Canton and of this package",
    "",
  ].join("\n");
  writeFileSync(`${folder}/llms.txt`, list);
  mkdirSync(buildFolder, { recursive: true });
  writeFileSync(
    `${buildFolder}/llms-full.txt`,
    [readme, ...pages.map(({ text }) => text)].join("\n"),
  );
};
