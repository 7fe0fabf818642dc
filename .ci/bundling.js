// How sources are bundled for the Node that runs this; what is published is bundled for others (bundle.js).
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

/** A program of the sources; packages stay where they are. */
export const nodeProgram = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
};

/** Modules find what lies beside their source, wherever their code has gone. They are bundled as `changed` has them. */
export const placeOfSource = (changed = (source) => source) => ({
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
