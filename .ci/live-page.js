// Builds the page that contains a ledger, as static files; see docs/decisions/0079-a-ledger-in-the-page.md.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

import { browserBuildOptions } from "./browser-entries.js";
import { pageBundleOptions } from "./explorer-page.js";

/** Maximum size of the page with its ledger, in bytes after gzip. */
const limit = 700_000;

/**
 * Content security policy of the page: it connects to nothing. The worker has the policy of its
 * response: it must allow `'unsafe-eval'` for Ajv, and `blob:` for the visitor's programs.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types ledger-worker",
].join("; ");

/** Writes the page to a folder. Returns its size after gzip. */
export const buildLivePage = async (folder) => {
  await rm(folder, { recursive: true, force: true });
  const worker = await build({
    ...browserBuildOptions,
    define: { checkerSourcesOfBuild: "undefined" },
    entryPoints: { worker: "middleware/explorer/live/worker.ts" },
    chunkNames: "part-[hash]",
    minify: true,
    entryNames: "[name]-[hash]",
    outdir: folder,
    write: false,
  });
  const page = await build({
    ...pageBundleOptions,
    entryPoints: { page: "middleware/explorer/page/live/main.ts" },
    define: {
      containsLedger: "true",
      workerFile: JSON.stringify(nameLike(worker, /^worker-.*\.js$/u)),
      workerParts: JSON.stringify(namesLike(worker, /^part-.*\.js$/u)),
    },
    outdir: folder,
  });
  const html = htmlOf(page);
  const size = [
    ...filesOfStart(worker, nameLike(worker, /^worker-.*\.js$/u)),
    ...page.outputFiles.filter(isPartOfPage).map(({ contents }) => contents),
    html,
  ].reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
  if (size > limit) {
    throw new Error(`The page with its ledger takes ${size} bytes; the limit is ${limit}.`);
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "index.html"), html);
  const files = [...worker.outputFiles, ...page.outputFiles.filter(isPartOfPage)];
  for (const { path, contents } of files) await writeFile(path, contents);
  return { size, metafile: worker.metafile };
};

/** Returns false for the separate file of the explorer's styles, because the file of the page contains the same styles. */
const isPartOfPage = ({ path }) => !/part-[^/]*\.css$/u.test(path);

const namesLike = ({ outputFiles }, pattern) =>
  outputFiles.map(({ path }) => basename(path)).filter((name) => pattern.test(name));

const nameLike = (built, pattern) => namesLike(built, pattern)[0];

/** Returns the contents of a file and of the files that it imports before it runs. */
const filesOfStart = ({ outputFiles, metafile }, start) => {
  const contents = new Map(outputFiles.map((file) => [basename(file.path), file.contents]));
  const imports = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output.imports]),
  );
  const found = new Set([start]);
  for (const name of found) {
    for (const { kind, path } of imports.get(name)) {
      if (kind === "import-statement") found.add(basename(path));
    }
  }
  return [...found].map((name) => contents.get(name));
};

const htmlOf = (page) => {
  const script = nameLike(page, /^page-.*\.js$/u);
  const style = nameLike(page, /^page-.*\.css$/u);
  // All views, so that the page works without a network once it is loaded.
  const views = page.outputFiles
    .map(({ path }) => basename(path))
    .filter((name) => name.endsWith(".js") && name !== script);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Ledger in a box</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${style}">
    ${views.map((name) => `<link rel="modulepreload" href="${name}">`).join("\n    ")}
    <script type="module" src="${script}"></script>
  </head>
  <body>
    <div id="explorer">
      <main><h1>Ledger in a box</h1><p>Starting the ledger …</p></main>
    </div>
    <noscript><p>This page needs scripts: the ledger runs in your browser.</p></noscript>
  </body>
</html>
`;
};

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2] ?? ".build/live";
  console.log(`${(await buildLivePage(folder)).size} bytes after gzip`);
}
