// Bundles every published entry of package.json; see docs/decisions/0004-bundled-package.md.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";
import { rollup } from "rollup";

import { browserBuildOptions } from "./browser-entries.js";
import { buildExplorerPage } from "./explorer-page.js";
import { licencesOf } from "./licences.js";
import { writeLlmsFiles } from "./llms.js";

const {
  exports,
  imports: publishedSources,
  bin,
  dependencies,
  peerDependencies,
} = JSON.parse(readFileSync("package.json", "utf8"));
// Code that runs in a worker thread needs a separate file.
const threads = ["./dist/middleware/cli/script-worker.js"];
// Files that the builds for browsers import from the library, beside its public entries.
const parts = ["./dist/lib/internal.js", "./dist/lib/script/index.js"];
const isForBrowsers = (file) => file?.startsWith("./dist/browser/") === true;
const published = [
  ...Object.values(exports).flatMap((entry) => [
    entry.default,
    ...(isForBrowsers(entry.browser) ? [] : [entry.browser]),
  ]),
  ...Object.values(bin),
  ...threads,
  ...parts,
];
const sourceOf = (file) => file.replace(/^(?:\.\/)?dist\//u, "").replace(/\.js$/u, ".ts");
/** Plugin that imports `lib` from the published files, so that a program loads it once. */
const sharedLibrary = {
  name: "shared library",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const file = relative(".", resolve(resolveDir, path));
      if (!file.startsWith("lib/") || relative(".", resolveDir).startsWith("lib")) return undefined;
      return { path: `../${file.replace(/\.ts$/u, ".js")}`, external: true };
    });
  },
};

const external = [
  ...Object.keys({ ...dependencies, ...peerDependencies }).flatMap((name) => [name, `${name}/*`]),
  // Files that are published as they are.
  ...Object.keys(publishedSources),
];

// Files of an earlier build must not be published.
rmSync("dist", { recursive: true, force: true });
const split = ".build/split";
rmSync(split, { recursive: true, force: true });
const entryFiles = published.filter((file) => file !== undefined);
const { metafile } = await build({
  entryPoints: entryFiles.map(sourceOf),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external,
  outdir: split,
  outbase: ".",
  // Reduce the size, but keep names for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  // Node prints the source line of an uncaught error, so lines must not be too long.
  lineLimit: 160,
  // Stack traces name files of the package; source maps would name sources that it does not have.
  sourcemap: false,
  // Packages that passed another version of the checker are checked again; see fixtures/daml.
  define: { checkerSourcesOfBuild: JSON.stringify(hashOf("lib/contracts/daml-lf", "lib/base")) },
  metafile: true,
  logLevel: "warning",
});
await mergeChunks();
const browserFiles = await buildForBrowsers();

const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
const unbundled = Object.values(publishedSources).map((file) => readFileSync(file, "utf8"));
const isImported = (name) =>
  imports.some(({ path }) => path === name || path.startsWith(`${name}/`)) ||
  unbundled.some((text) => text.includes(`require("${name}")`));
const needless = Object.keys(dependencies).filter(
  (name) => !name.startsWith("@types/") && !isImported(name),
);
if (needless.length > 0) {
  throw new Error(`${needless.join(", ")}: dependencies that nothing imports`);
}

// The API reference at /docs, compressed for browsers; see docs/decisions/0021-command-line.md.
const explorer = "node_modules/openapi-explorer/dist/browser/openapi-explorer.min.js";
writeFileSync("dist/openapi-explorer.js.gz", gzipSync(readFileSync(explorer), { level: 9 }));

const page = await buildExplorerPage("dist/explorer");

/**
 * Writes the output of esbuild to dist, and merges chunks that programs load together into one file for each
 * group, because Node needs longer to find and link thirty small files than to compile them.
 */
async function mergeChunks() {
  const files = entryFiles.map((file) => file.replace(/^(?:\.\/)?dist\//u, ""));
  // A chunk belongs to the first group that loads it. The chunks of generated code come first, so that its
  // small entries do not load one of the large groups.
  const groups = [
    ["generated", ["lib/codegen/runtime/contracts.js", "lib/codegen/runtime/schemas.js"]],
    ["ledger", ["lib/index.js"]],
    ["api", ["lib/api.js"]],
    ["middleware", ["middleware/index.js"]],
    ["testing", ["fixtures/testing/index.js"]],
  ];
  const groupOf = new Map();
  for (const [name, entries] of groups) {
    for (const entry of entries) {
      for (const chunk of chunksOf(`${split}/${entry}`)) {
        if (!groupOf.has(chunk)) groupOf.set(chunk, name);
      }
    }
  }
  const bundle = await rollup({
    input: Object.fromEntries(
      files.map((file) => [file.replace(/\.js$/u, ""), resolve(split, file)]),
    ),
    external: (id) => !id.startsWith(".") && !id.startsWith("/"),
    treeshake: false,
  });
  await bundle.write({
    dir: "dist",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    manualChunks: (id) => groupOf.get(relative(".", id)),
  });
  await bundle.close();
}

/**
 * Writes to dist/browser the entries that have other code in browsers: without Node modules, see the field
 * `browser` of package.json. They import the library itself from the files that all platforms share.
 */
async function buildForBrowsers() {
  const entries = Object.values(exports).filter(({ browser }) => isForBrowsers(browser));
  const { metafile: made } = await build({
    ...browserBuildOptions,
    entryPoints: Object.fromEntries(
      entries.map((entry) => [basename(entry.browser, ".js"), sourceOf(entry.default)]),
    ),
    chunkNames: "part-[hash]",
    outdir: "dist/browser",
    external,
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    define: { checkerSourcesOfBuild: "undefined" },
    plugins: [sharedLibrary, ...browserBuildOptions.plugins],
  });
  return made;
}

/**
 * Returns the chunks that an output file imports statically, directly or indirectly. Imports of entries are
 * followed, but entries are not chunks.
 */
function chunksOf(file, found = new Set()) {
  for (const { kind, path } of metafile.outputs[file]?.imports ?? []) {
    const chunk = metafile.outputs[path];
    if (kind !== "import-statement" || chunk === undefined || found.has(path)) continue;
    if (chunk.entryPoint === undefined) found.add(path);
    chunksOf(path, found);
  }
  return found;
}

function hashOf(...folders) {
  const hash = createHash("sha256");
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(file).update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 16);
}

/** Returns the manifests of a package and of the packages that are bundled with it. */
function madeOf(name, found = new Set()) {
  const manifest = `node_modules/${name}/package.json`;
  if (found.has(manifest) || !existsSync(manifest)) return found;
  found.add(manifest);
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, "utf8"));
  for (const dependency of Object.keys(dependencies)) madeOf(dependency, found);
  return found;
}

writeFileSync(
  "dist/LICENSES.txt",
  licencesOf([
    ...Object.keys(metafile.inputs),
    ...Object.keys(browserFiles.inputs),
    ...Object.keys(page.metafile.inputs),
    ...madeOf("openapi-explorer"),
  ]),
);

writeLlmsFiles("dist");
