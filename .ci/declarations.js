// Rolls up the types of every published entry; see docs/decisions/0004-bundle-what-is-published.md.
import { readFileSync } from "node:fs";

import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
const nameOf = (file) => file.replace(/^\.\/dist\//u, "").replace(/\.d\.ts$/u, "");
const names = Object.values(exports).flatMap(({ types }) => (types ? [nameOf(types)] : []));
const emitted = (name) => `${process.cwd()}/.build/types/${name}.d.ts`;

/** Where a comment says what it goes by, in documents that are for those who work on the code. */
const citation = /\s*\([^()]*\.md\b[^()]*\)|[,;] see [\w/-]+\.md(?: \d[\d.]*\d)?/gu;

const withoutCitations = {
  name: "without citations",
  renderChunk: (code) => ({ code: code.replaceAll(citation, ""), map: null }),
};

/** Everything that a module names, directly or not; with itself. */
const reachable = (id, { getModuleInfo }, found = new Set()) => {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of getModuleInfo(id)?.importedIds ?? []) {
    reachable(imported, { getModuleInfo }, found);
  }
  return found;
};

let core;
const bundle = await rollup({
  input: Object.fromEntries(names.map((name) => [name, emitted(name)])),
  external: /^node:/u,
  plugins: [dts(), withoutCitations],
  onwarn: ({ message }) => {
    throw new Error(message);
  },
});
await bundle.write({
  dir: "dist",
  // For the modules of Node, and for what is global there.
  banner: '/// <reference types="node" />',
  entryFileNames: "[name].d.ts",
  chunkFileNames: "[name].d.ts",
  minifyInternalExports: false,
  // The types of the core are in its own entry; the other entries name them as everybody does.
  manualChunks(id, meta) {
    core ??= reachable(emitted("lib/index"), meta);
    return core.has(id) ? "lib/index" : undefined;
  },
});
