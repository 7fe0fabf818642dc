// Bundles the specs of the slice in the sandbox, together with the mutated sources.
import { build } from "esbuild";

import { createSourceLocationPlugin, nodeBundleOptions } from "../bundling.js";
import { getMutationSlice } from "./slices.js";

await build({
  entryPoints: getMutationSlice(process.env.MUTATION_SLICE).specs,
  inject: ["test/support/properties.ts"],
  ...nodeBundleOptions,
  splitting: true,
  ignoreAnnotations: true,
  outdir: ".build/bundle",
  outbase: ".",
  sourcemap: true,
  logLevel: "warning",
  plugins: [createSourceLocationPlugin()],
});
