// Bundles the specs for `npm test` and `npm run test:slow`; see docs/decisions/0013-bundled-tests.md.
import { readdir, rm } from "node:fs/promises";
import { join, sep } from "node:path";

import { build } from "esbuild";

import { nodeProgram, placeOfSource } from "./bundling.js";

const outdir = ".build/bundle";
const specs = (await readdir("test", { recursive: true }))
  .filter((file) => file.endsWith(".spec.ts"))
  .map((file) => join("test", file).replaceAll(sep, "/"));

// Bundles of deleted specs must not run.
await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: specs,
  inject: ["test/support/properties.ts"],
  ...nodeProgram,
  splitting: true,
  // Unlike the library, specs are imported for their side effects.
  ignoreAnnotations: true,
  outdir,
  outbase: ".",
  sourcemap: true,
  logLevel: "warning",
  plugins: [placeOfSource()],
});
