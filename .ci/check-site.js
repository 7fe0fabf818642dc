// Checks the built documentation site: internal links and anchors of every page, and accessibility (axe) in light and
// dark. Lists external links. `npm run docs:check`; needs Chromium.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, posix } from "node:path";

import axe from "axe-core";
import { chromium } from "playwright-core";

const site = ".build/site";
const files = readdirSync(site, { recursive: true }).map((file) => file.replaceAll("\\", "/"));
const documents = files.filter((file) => file.endsWith(".html"));

const idsOf = (html) =>
  new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/gu)].map(([, id]) => decoded(id)));
const decoded = (text) =>
  decodeURIComponent(
    text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'"),
  );

/** Every page with its links and anchors. */
const pages = new Map(
  documents.map((file) => {
    // Links in code samples are no links.
    const html = readFileSync(join(site, file), "utf8").replaceAll(/<script\b.*?<\/script>/gsu, "");
    const links = [...html.matchAll(/<(?:a|link|img|script)\b[^>]*?\s(?:href|src)="([^"]*)"/gu)];
    return [file, { ids: idsOf(html), links: [...new Set(links.map(([, link]) => link))] }];
  }),
);
const existing = new Set(files);

const external = new Set();
const dead = [];
for (const [file, { links }] of pages) {
  for (const link of links) {
    if (/^(?:[a-z]+:|\/\/)/iu.test(link)) {
      if (link.startsWith("http")) external.add(link);
      continue;
    }
    const [path = "", anchor = ""] = decoded(link).split("#");
    const from = path.startsWith("/") ? "" : posix.dirname(file);
    const target =
      path === ""
        ? file
        : posix.join(from, path.split("?")[0].replace(/\/$/u, "/index.html")).replace(/^\//u, "");
    const found = [target, `${target}.html`].find((each) => existing.has(each));
    const page = pages.get(found);
    if (found === undefined || (anchor !== "" && page !== undefined && !page.ids.has(anchor))) {
      dead.push(`${file}: ${link}`);
    }
  }
}
console.log(`${pages.size} pages, ${dead.length} dead links`);
console.log(
  `External links, which are not tried:\n${[...external]
    .sort()
    .map((link) => `  ${link}`)
    .join("\n")}`,
);
for (const link of dead) console.error(`✘ ${link}`);

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://site").pathname)
    .replace(/\/$/u, "/index.html")
    .slice(1);
  if (!existing.has(path)) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": types[extname(path)] ?? "application/octet-stream" });
  response.end(readFileSync(join(site, path)));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const base = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  // Containers have no sandbox for it; it visits only this machine.
  args: ["--no-sandbox"],
});
let violations = 0;
let requests = 0;
for (const colorScheme of ["light", "dark"]) {
  const context = await browser.newContext({
    colorScheme,
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 860 },
  });
  const page = await context.newPage();
  page.on("request", (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith("data:")) {
      requests++;
      console.error(`✘ a request to ${request.url()}`);
    }
  });
  for (const file of documents) {
    await page.goto(`${base}/${file}`, { waitUntil: "load" });
    // The page with a ledger shows its start view after a moment.
    if (file === "live/index.html") await page.locator("#main h2").first().waitFor();
    await page.evaluate(axe.source);
    const found = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
    for (const { id, nodes } of found.violations) {
      violations += nodes.length;
      for (const { html, failureSummary } of nodes.slice(0, 3)) {
        console.error(`✘ ${file} (${colorScheme}): ${id}: ${html.slice(0, 160)} ${failureSummary}`);
      }
    }
  }
  await context.close();
}
await browser.close();
server.close();
console.log(`axe: ${violations} violations on ${documents.length} pages, light and dark`);
if (dead.length + violations + requests > 0) process.exitCode = 1;
