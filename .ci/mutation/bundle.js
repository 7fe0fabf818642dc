// Bundles the specs of the slice in the sandbox, together with the mutated sources.
import { build } from "esbuild";

import { nodeProgram, placeOfSource } from "../bundling.js";
import { sliceNamed } from "./slices.js";

await build({
  entryPoints: sliceNamed(process.env.MUTATION_SLICE).specs,
  inject: ["test/support/properties.ts"],
  ...nodeProgram,
  splitting: true,
  ignoreAnnotations: true,
  outdir: ".build/bundle",
  outbase: ".",
  sourcemap: true,
  logLevel: "warning",
  plugins: [placeOfSource()],
});
