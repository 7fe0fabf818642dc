// Bundles the specs for `npm test`; see docs/decisions/0013-tests-run-bundled.md.
import { readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

import { build } from "esbuild";

const outdir = ".build/bundle";

/** Modules find what lies beside their source, wherever their code has gone. */
const placeOfSource = {
  name: "place of source",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const contents = source
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)));
      return { contents, loader: "ts" };
    });
  },
};

// Specs that are no more must not run on.
await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: ["test/**/*.spec.ts"],
  inject: ["test/support/properties.ts"],
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  // Unlike the library, specs are imported for what they do.
  ignoreAnnotations: true,
  outdir,
  outbase: ".",
  sourcemap: true,
  logLevel: "warning",
  plugins: [placeOfSource],
});
