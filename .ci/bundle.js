// Bundles every published entry of package.json; see docs/decisions/0004-bundled-package.md.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";
import { rollup } from "rollup";
import { minify } from "terser";

import { browserBuildOptions } from "./browser-entries.js";
import { createDirectImportsPlugin } from "./direct-imports.js";
import { buildExplorerPage } from "./explorer-page.js";
import { licencesOf, packageFolderOf } from "./licences.js";
import { writeLlmsFiles } from "./llms.js";

const {
  exports,
  imports: internalImports,
  bin,
  dependencies,
  peerDependencies,
} = JSON.parse(readFileSync("package.json", "utf8"));
// Code that runs in a worker thread needs a separate file.
const threads = ["./dist/middleware/cli/script-worker.js"];
// Files that the builds for browsers import from the library, beside its public entries.
const parts = ["./dist/lib/internal.js", "./dist/lib/script/index.js"];
// Other files that only export what other files declare.
const listings = ["lib/localnet/index.ts"];
// What generated code imports. These files import nothing, so they are bundled apart and share no file with others.
const runtimeOfGeneratedCode = [exports["./contracts"], exports["./schemas"]];
const isForBrowsers = (file) => file?.startsWith("./dist/browser/") === true;
const libraryEntries = [
  ...Object.values(exports)
    .filter((entry) => !runtimeOfGeneratedCode.includes(entry))
    .flatMap((entry) => [entry.default, ...(isForBrowsers(entry.browser) ? [] : [entry.browser])]),
  ...parts,
].filter((file) => file !== undefined);
const programs = [...Object.values(bin), ...threads];
const outputName = (file) => file.replace(/^(?:\.\/)?dist\//u, "").replace(/\.js$/u, "");
const sourceOf = (file) => `${outputName(file)}.ts`;
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

/** Plugin that stores JSON documents as text, because V8 reads it about twice as fast as an object literal. */
const jsonAsText = {
  name: "JSON as text",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.json$/ }, ({ path }) => {
      const text = JSON.stringify(JSON.parse(readFileSync(path, "utf8")));
      return { contents: `export default JSON.parse(${JSON.stringify(text)})`, loader: "js" };
    });
  },
};

/** Plugin that gives our code its own copy of SHA-256. A shared copy would contain SHA-512, which only other packages use. */
const ownSha256 = {
  name: "own SHA-256",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^@noble\/hashes\/sha2\.js$/ }, ({ importer, path }) =>
      importer.endsWith("/lib/base/values/digest.ts")
        ? { path: resolve("node_modules", path), suffix: "?sha256" }
        : undefined,
    );
  },
};

/**
 * Options of terser. Local variables, private fields and private methods get short names, which V8 reads faster.
 * Other functions, classes and public members keep their names, for stack traces. Node prints the source line of an
 * uncaught error, so code lines must not be long. Node loads a file faster if all characters are ASCII.
 */
const minifyOptions = {
  parse: { module: true },
  compress: false,
  mangle: { toplevel: false, keep_classnames: true, keep_fnames: true },
  format: { max_line_len: 160, ecma: 2020, ascii_only: true },
};

const external = [
  ...Object.keys({ ...dependencies, ...peerDependencies }).flatMap((name) => [name, `${name}/*`]),
  ...Object.keys(internalImports),
];

// Files of an earlier build must not be published.
rmSync("dist", { recursive: true, force: true });
const split = ".build/split";
rmSync(split, { recursive: true, force: true });
const entryFiles = [...libraryEntries, ...programs];
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
  minifyWhitespace: true,
  minifySyntax: true,
  // Node prints the source line of an uncaught error, so lines must not be too long.
  lineLimit: 160,
  // Stack traces name files of the package; source maps would name sources that it does not have.
  sourcemap: false,
  // Packages that passed another version of the checker are checked again; see fixtures/daml.
  define: {
    checkerSourcesOfBuild: JSON.stringify(hashOf("lib/contracts/daml-lf", "lib/base")),
    // Remove the error messages of immer for developers.
    "process.env.NODE_ENV": '"production"',
  },
  plugins: [
    createDirectImportsPlugin([...libraryEntries.map(sourceOf), ...listings]),
    jsonAsText,
    ownSha256,
  ],
  metafile: true,
  logLevel: "warning",
});
if (!Object.keys(metafile.inputs).some((file) => file.endsWith("?sha256"))) {
  throw new Error("No file has its own copy of SHA-256.");
}
await mergeChunks();
await build({
  entryPoints: runtimeOfGeneratedCode.map((entry) => sourceOf(entry.default)),
  format: "esm",
  target: "node20",
  outdir: "dist",
  outbase: ".",
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
});
const openApiBackend = await bundleOpenApiBackend();
const browserFiles = await buildForBrowsers();

const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
const packageLoader = readFileSync("dist/load-package.cjs", "utf8");
const isImported = (name) =>
  imports.some(({ path }) => path === name || path.startsWith(`${name}/`)) ||
  packageLoader.includes(`require("${name}")`);
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
  const [ledger, history, api, internal, script, middleware, testing, daml] = [
    "lib/index.js",
    "lib/history.js",
    "lib/api.js",
    "lib/internal.js",
    "lib/script/index.js",
    "middleware/index.js",
    "fixtures/testing/index.js",
    "fixtures/daml/index.js",
  ].map((entry) => chunksOf(`${split}/${entry}`));
  // A chunk belongs to the first group that contains it. The builds for browsers load `internal` and `script`, so
  // their chunks are not in `middleware` and `testing`, which need Node modules. Neither are the chunks of
  // `./daml` in `testing`, so that it does not load the group.
  const groups = [
    ["ledger", ledger],
    ["history", history],
    // Tests that send no requests do not load the rest of the API.
    ["common", [...api, ...middleware].filter((chunk) => testing.has(chunk))],
    ["api", api],
    ["internal", [...internal].filter((chunk) => middleware.has(chunk))],
    ["middleware", [...middleware].filter((chunk) => !script.has(chunk))],
    [
      "testing",
      [...testing].filter((chunk) => ![daml, internal, script].some((of) => of.has(chunk))),
    ],
  ];
  const groupOf = new Map();
  for (const [name, chunks] of groups) {
    for (const chunk of chunks) if (!groupOf.has(chunk)) groupOf.set(chunk, name);
  }
  const bundle = await rollup({
    input: Object.fromEntries(
      entryFiles.map(outputName).map((name) => [name, resolve(split, `${name}.js`)]),
    ),
    external: (id) => !/^[./#]/u.test(id),
    plugins: [
      {
        name: "path of the package loader",
        resolveId: (id) =>
          id === "#load-package"
            ? { id: resolve(split, "load-package.cjs"), external: "relative" }
            : undefined,
      },
      {
        name: "short local and private names",
        renderChunk: (code) => minify(code, minifyOptions),
      },
      {
        name: "function declarations and class names",
        renderChunk(code) {
          return rewriteDeclarations(code, this.parse(code));
        },
      },
    ],
    treeshake: false,
  });
  await bundle.write({
    dir: "dist",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    // Every chunk gets a name, because Rollup adds chunks without one to the groups that import them.
    manualChunks: (id) => {
      const file = relative(".", id);
      const isChunk = metafile.outputs[file]?.entryPoint === undefined;
      return groupOf.get(file) ?? (isChunk ? basename(file, ".js") : undefined);
    },
  });
  await bundle.close();
}

/**
 * Writes the arrow functions that a file declares as function declarations, which V8 parses twice as fast. They are
 * not in a class or another function, so they have no `this` and no `arguments`. Classes that refer to themselves
 * get back their names, which users see in printed values and stack traces; esbuild prefixes them with `_`.
 */
function rewriteDeclarations(code, { body }) {
  const output = [];
  let end = 0;
  for (const { type, kind, declarations, ...statement } of body) {
    if (type !== "VariableDeclaration") continue;
    const variables = [];
    output.push(code.slice(end, statement.start));
    for (const { id, init, start, end: last } of declarations) {
      if (init?.type !== "ArrowFunctionExpression" || id.type !== "Identifier") {
        const variable = code.slice(start, last);
        const isPrefixed = init?.type === "ClassExpression" && init.id?.name === `_${id.name}`;
        variables.push(isPrefixed ? removePrefix(variable, id.name) : variable);
        continue;
      }
      const arrow = code.lastIndexOf("=>", init.body.start);
      const [asyncKeyword, begin] = init.async
        ? ["async ", init.start + "async".length]
        : ["", init.start];
      const parameters = code.slice(begin, arrow).trim();
      // A line break after "return" would end the statement.
      const result = code.slice(arrow + 2, init.end).trim();
      output.push(
        `\n${asyncKeyword}function ${id.name}`,
        parameters.startsWith("(") ? parameters : `(${parameters})`,
        init.body.type === "BlockStatement" ? result : `{return ${result}}`,
      );
    }
    if (variables.length > 0) output.push(`\n${kind} ${variables.join(",\n")};`);
    end = statement.end;
  }
  return output.join("") + code.slice(end);
}

function removePrefix(code, name) {
  return code.replace(new RegExp(`(?<![\\w$.])_${name}(?![\\w$])`, "gu"), name);
}

/**
 * Writes the package loader to dist, and openapi-backend as one file beside it. Node loads that file in 60 ms; for
 * the 200 CommonJS files of the package and its dependencies it needs 125 ms.
 */
async function bundleOpenApiBackend() {
  const name = "openapi-backend";
  const source = readFileSync(internalImports["#load-package"], "utf8");
  const loader = source.replace(`require("${name}")`, `require("./${name}.cjs")`);
  if (loader === source) throw new Error(`The package loader does not require ${name}.`);
  writeFileSync("dist/load-package.cjs", loader);
  const { metafile: made } = await build({
    entryPoints: [name],
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    outfile: `dist/${name}.cjs`,
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    metafile: true,
    logLevel: "warning",
  });
  return made;
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

const bundledFiles = [
  ...Object.keys(metafile.inputs),
  ...Object.keys(openApiBackend.inputs),
  ...Object.keys(browserFiles.inputs),
  ...Object.keys(page.metafile.inputs),
  ...madeOf("openapi-explorer"),
];
writeFileSync("dist/LICENSES.txt", licencesOf(bundledFiles));

// `.ci/package/engines.js` compares the Node versions of these packages.
const bundledFolders = new Set(
  bundledFiles.map((file) => packageFolderOf(file)?.replace(/^.*?(?=node_modules\/)/u, "")),
);
writeFileSync(
  ".build/bundled.json",
  JSON.stringify([...bundledFolders].filter((folder) => folder !== undefined)),
);

writeLlmsFiles("dist");
