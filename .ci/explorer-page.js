// Builds the page of the explorer; see docs/decisions/0033-explorer.md.
import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

/** Maximum sizes in bytes after gzip: for the first view, and in total. */
const limits = { first: 60_000, all: 150_000 };

/** Options of esbuild for the scripts and styles of a page. */
export const pageBundleOptions = {
  absWorkingDir: join(import.meta.dirname, ".."),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "browser",
  target: ["chrome111", "firefox115", "safari16.4"],
  minify: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  tsconfigRaw: {},
  write: false,
  metafile: true,
  logLevel: "warning",
};

/**
 * Writes the compressed files of the page to a folder, with content hashes in their names. Returns
 * esbuild's metadata.
 */
export const buildExplorerPage = async (folder) => {
  const { outputFiles, metafile } = await build({
    ...pageBundleOptions,
    entryPoints: { explorer: "middleware/explorer/page/main.tsx" },
    define: { containsLedger: "false" },
    outdir: folder,
  });
  const made = outputFiles.map(({ path, contents }) => ({
    name: basename(path),
    gzip: gzipSync(contents, { level: 9 }),
  }));
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]),
  );
  const script = made.find(({ name }) => /^explorer-.*\.js$/u.test(name)).name;
  const style = made.find(({ name }) => /^explorer-.*\.css$/u.test(name)).name;
  const preload = importedBy(script, outputs);
  const sizeOf = (names) =>
    made.filter(({ name }) => names.includes(name)).reduce((sum, { gzip }) => sum + gzip.length, 0);
  const sizes = { first: sizeOf([script, style, ...preload]), all: sizeOf([...outputs.keys()]) };
  for (const [what, limit] of Object.entries(limits)) {
    if (sizes[what] > limit) {
      throw new Error(`The explorer takes ${sizes[what]} bytes; the limit is ${limit}`);
    }
  }
  await mkdir(folder, { recursive: true });
  for (const { name, gzip } of made) await replace(join(folder, `${name}.gz`), gzip);
  const names = made.map(({ name }) => name);
  await replace(
    join(folder, "manifest.json"),
    JSON.stringify({ script, style, preload, names, sizes }),
  );
  return { metafile, sizes };
};

/** Returns the files that are imported immediately, not on demand. */
const importedBy = (script, outputs, found = new Set()) => {
  for (const { path, kind } of outputs.get(script).imports) {
    const name = basename(path);
    if (kind !== "import-statement" || found.has(name)) continue;
    found.add(name);
    importedBy(name, outputs, found);
  }
  return [...found];
};

/** Writes a file atomically, because a concurrent build may read it. */
const replace = async (file, contents) => {
  const written = `${file}.${process.pid}`;
  await writeFile(written, contents);
  await rename(written, file);
};

if (process.argv[1] === import.meta.filename) {
  console.log((await buildExplorerPage("dist/explorer")).sizes);
}
