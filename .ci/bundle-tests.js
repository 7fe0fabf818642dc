// Bundles the specs of each folder into one file, and the entries for browsers, for `npm test` and `npm run test:slow`; see docs/decisions/0013-bundled-tests.md.
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";

import { build } from "esbuild";

import { buildBrowserEntries } from "./browser-entries.js";
import { createSourceLocationPlugin, nodeBundleOptions } from "./bundling.js";

const outdir = ".build/bundle";
const specs = (await readdir("test", { recursive: true }))
  .filter((file) => file.endsWith(".spec.ts"))
  .map((file) => join("test", file).replaceAll(sep, "/"))
  .toSorted();
const folders = [...new Set(specs.map((spec) => dirname(spec)))];

/** Plugin that makes a folder's name an entry point that imports the specs of the folder. */
const folderEntries = {
  name: "folder entries",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^folder:/ }, ({ path }) => ({
      path: path.slice("folder:".length),
      namespace: "folder",
    }));
    onLoad({ filter: /.*/, namespace: "folder" }, ({ path: folder }) => ({
      contents: specs
        .filter((spec) => dirname(spec) === folder)
        .map((spec) => `import "./${basename(spec)}";\n`)
        .join(""),
      resolveDir: resolve(folder),
    }));
  },
};

// Bundles of deleted specs must not run.
await rm(outdir, { recursive: true, force: true });
const browserEntries = buildBrowserEntries(".build/browser-entries");
await build({
  entryPoints: folders.map((folder) => ({ in: `folder:${folder}`, out: `${folder}/all.spec` })),
  inject: ["test/support/properties.ts"],
  ...nodeBundleOptions,
  splitting: true,
  // Unlike the library, specs are imported for their side effects.
  ignoreAnnotations: true,
  outdir,
  outbase: ".",
  sourcemap: true,
  logLevel: "warning",
  plugins: [folderEntries, createSourceLocationPlugin()],
});
await browserEntries;
