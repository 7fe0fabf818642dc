// Builds the documentation site into .build/site from the documents of the repository and the API reference of
// TypeDoc. See docs/decisions/0078-docs-site.md.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

import { build } from "vitepress";

import { buildLivePage } from "./live-page.js";
import { anchorOf } from "./site/anchor.js";
import { readReferencePage, referenceIndex, referencePages } from "./site/reference.js";
import { sitePathByDocument } from "./site/structure.js";

const pages = ".build/site-pages";
const site = ".build/site";

/** Returns the place of a file on the site; undefined for files that are only in the repository. */
const placeOf = (file) => {
  const page = sitePathByDocument.get(file) ?? referencePages.get(file);
  if (page !== undefined) return `/${page === "index" ? "" : page}`;
  return /^examples(?:\/|$)/u.test(file) ? "/examples" : undefined;
};

/**
 * Returns the anchor of a heading on the site. An anchor of the API reference may end with a number although
 * the page does not repeat the heading that often; that number is removed.
 */
const knownAnchor = (file, anchor) => {
  const [, plain] = /^(.*)-\d+$/u.exec(anchor) ?? [];
  if (plain === undefined || !referencePages.has(file)) return anchor;
  const headings = readFileSync(file, "utf8")
    .replaceAll(/^```.*?^```$/gmsu, "")
    .matchAll(/^#+ (.*)$/gmu);
  const found = [...headings].filter(([, heading]) => anchorOf(heading) === plain).length;
  return found > Number(anchor.slice(plain.length + 1)) ? anchor : plain;
};

const link = /(!?)\[((?:[^[\]]|\[[^\]]*\](?:\([^)]*\))?)*)\]\(([^)\s]+)\)/gu;

/** Returns a text whose links lead to pages of the site. Links to other files become texts. */
const linked = (file, text) =>
  text.replaceAll(link, (all, image, label, target) => {
    if (/^(?:https?:|\/)/u.test(target)) return all;
    const [path = "", anchor] = target.split("#");
    const found = path === "" ? file : posix.join(posix.dirname(file), path).replace(/\/$/u, "");
    if (!existsSync(found)) throw new Error(`${file} links to ${target}, which does not exist.`);
    if (image !== "") {
      cpSync(found, join(pages, "public", posix.basename(found)));
      return `![${label}](/${posix.basename(found)})`;
    }
    const inner = linked(file, label);
    const place = placeOf(found);
    if (place === undefined) return inner;
    return `[${inner}](${path === "" ? "" : place}${anchor === undefined ? "" : `#${knownAnchor(found, anchor)}`})`;
  });

/** Writes a document as a page. Code blocks are not changed. */
const writePage = (page, file, text) => {
  const to = join(pages, `${page}.md`);
  mkdirSync(dirname(to), { recursive: true });
  const parts = text.split(/^(```.*?^```$)/msu);
  writeFileSync(
    to,
    parts.map((part, index) => (index % 2 === 1 ? part : linked(file, part))).join(""),
  );
};

rmSync(pages, { recursive: true, force: true });
rmSync(site, { recursive: true, force: true });
mkdirSync(join(pages, "public"), { recursive: true });
for (const [file, page] of sitePathByDocument) writePage(page, file, readFileSync(file, "utf8"));
for (const [file, page] of referencePages) writePage(page, file, readReferencePage(file));
writePage("api/index", "api", referenceIndex);
await build("docs");
await buildLivePage(join(site, "live"));
if (existsSync(".build/llms-full.txt")) cpSync(".build/llms-full.txt", join(site, "llms-full.txt"));
console.log(`${site}: ${sitePathByDocument.size + referencePages.size + 1} pages`);
