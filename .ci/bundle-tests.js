// Bundles the specs for `npm test`, or with --slow those for `npm run test:slow`; see docs/decisions/0013-tests-run-bundled.md.
import { readdir, rm } from "node:fs/promises";
import { join, sep } from "node:path";

import { build } from "esbuild";

import { nodeProgram, placeOfSource } from "./bundling.js";
import { slowSpecs } from "./slow-specs.js";

const isSlow = process.argv.includes("--slow");
const outdir = isSlow ? ".build/bundle-slow" : ".build/bundle";
const slow = new Set(slowSpecs);
const specs = (await readdir("test", { recursive: true }))
  .filter((file) => file.endsWith(".spec.ts"))
  .map((file) => join("test", file).replaceAll(sep, "/"));
const stray = slowSpecs.filter((file) => !specs.includes(file));
if (stray.length > 0) throw new Error(`There is no ${stray.join(", ")}.`);

// Specs that are no more must not run on.
await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: specs.filter((file) => slow.has(file) === isSlow),
  inject: ["test/support/properties.ts"],
  ...nodeProgram,
  splitting: true,
  // Unlike the library, specs are imported for what they do.
  ignoreAnnotations: true,
  outdir,
  outbase: ".",
  sourcemap: true,
  logLevel: "warning",
  plugins: [placeOfSource()],
});
