// Rolls up the types of every published entry; see docs/decisions/0004-bundled-package.md.
import { readFileSync } from "node:fs";

import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
const nameOf = (file) => file.replace(/^\.\/dist\//u, "").replace(/\.d\.ts$/u, "");
const names = Object.values(exports).flatMap(({ types }) => (types ? [nameOf(types)] : []));
const emitted = (name) => `${process.cwd()}/.build/types/${name}.d.ts`;

/** Matches references in comments to documents for maintainers, which are not published. */
const citation = /\s*\([^()]*\.md\b[^()]*\)|[,;] see [\w/-]+\.md(?: \d[\d.]*\d)?/gu;

const withoutCitations = {
  name: "without citations",
  renderChunk: (code) => ({ code: code.replaceAll(citation, ""), map: null }),
};

/** Returns the ids of all modules that a module imports, directly or indirectly, including itself. */
const reachable = (id, { getModuleInfo }, found = new Set()) => {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of getModuleInfo(id)?.importedIds ?? []) {
    reachable(imported, { getModuleInfo }, found);
  }
  return found;
};

/** The entries of the core. Their types are in one file, which the other entries import. */
const coreEntries = ["lib/index", "lib/api", "lib/history", "lib/store"];

/** Makes the modules and globals of Node available. */
const nodeTypes = '/// <reference types="node" />';

/**
 * If a program imports only the root entry, its declarations may contain inferred types that other entries
 * export, such as that of `ledger.state`. A compiler can name these types if it has read the entries.
 */
const referencesOfRoot = ["api", "history", "store"].map(
  (name) => `/// <reference path="./${name}.d.ts" />`,
);

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
  banner: ({ name }) => [nodeTypes, ...(name === "lib/index" ? referencesOfRoot : [])].join("\n"),
  entryFileNames: "[name].d.ts",
  chunkFileNames: "[name].d.ts",
  minifyInternalExports: false,
  manualChunks(id, meta) {
    core ??= coreEntries.reduce((found, name) => reachable(emitted(name), meta, found), new Set());
    return core.has(id) ? "lib/core" : undefined;
  },
});
