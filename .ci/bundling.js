// Bundling options for the Node version that runs this script. bundle.js bundles the published files for
// other versions.
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Options for a program that is bundled from the sources. Packages stay external, and so do the files
 * that package.json lists under `imports`.
 */
export const nodeBundleOptions = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  external: ["#*"],
};

/**
 * Plugin that keeps `import.meta` locations: modules find files next to their source, wherever the bundle
 * is. `changed` transforms the sources.
 */
export const createSourceLocationPlugin = (changed = (source) => source) => ({
  name: "place of source",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const contents = changed(await readFile(path, "utf8"), path)
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)));
      return { contents, loader: "ts" };
    });
  },
});
