// Bundles every published entry of package.json; see docs/decisions/0004-bundle-what-is-published.md.
import { readFileSync, writeFileSync } from "node:fs";

import { build } from "esbuild";

const { exports, bin, dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const published = [...Object.values(exports).map((entry) => entry.default), ...Object.values(bin)];
const sourceOf = (file) => file.replace(/^(?:\.\/)?dist\//u, "").replace(/\.js$/u, ".ts");

await build({
  entryPoints: published.filter((file) => file !== undefined).map(sourceOf),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: [...Object.keys(dependencies), "ajv"].flatMap((name) => [name, `${name}/*`]),
  outdir: "dist",
  outbase: ".",
  // Less to read at start; names stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  logLevel: "warning",
});

/** Their code is part of ours. */
const bundled = ["immer", "sorted-btree", "@noble/hashes", "@noble/curves"];
const licences = bundled.map(
  (name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8")}`,
);
writeFileSync("dist/LICENSES.txt", licences.join("\n\n"));
