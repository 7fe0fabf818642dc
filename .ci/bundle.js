// Bundles every published entry of package.json; see docs/decisions/0004-bundle-what-is-published.md.
import { readFileSync, rmSync, writeFileSync } from "node:fs";

import { build } from "esbuild";

import { licencesOf } from "./licences.js";

const { exports, bin, dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const published = [...Object.values(exports).map((entry) => entry.default), ...Object.values(bin)];
const sourceOf = (file) => file.replace(/^(?:\.\/)?dist\//u, "").replace(/\.js$/u, ".ts");

// What is not made any more must not be published.
rmSync("dist", { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: published.filter((file) => file !== undefined).map(sourceOf),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
  outdir: "dist",
  outbase: ".",
  // Less to read at start; names stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  metafile: true,
  logLevel: "warning",
});

const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
const isImported = (name) =>
  imports.some(({ path }) => path === name || path.startsWith(`${name}/`));
const needless = Object.keys(dependencies).filter(
  (name) => !name.startsWith("@types/") && !isImported(name),
);
if (needless.length > 0) {
  throw new Error(`${needless.join(", ")}: dependencies that nothing imports`);
}

writeFileSync("dist/LICENSES.txt", licencesOf(Object.keys(metafile.inputs)));
