import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { build, type Plugin } from "esbuild";

import type { PlantedBug } from "./planted-bugs.ts";

const root = join(import.meta.dirname, "../..");

/** Puts the bug where it belongs; the rest of what is done to sources is as in .ci/bundle-tests.js. */
const planting = (bug: PlantedBug | undefined): Plugin => ({
  name: "planted bug",
  setup: (builder) => {
    builder.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const isPlace = bug !== undefined && path === join(root, bug.file);
      if (isPlace && !source.includes(bug.find)) {
        throw new TypeError(`${bug.file} has no "${bug.find}"`);
      }
      const contents = (isPlace ? source.replaceAll(bug.find, bug.replace) : source)
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.dirname", JSON.stringify(join(path, "..")));
      return { contents, loader: "ts" };
    });
  },
});

/**
 * The simulator in one program, with the bug if there is one; gives its file. Nothing that it loads later waits for the threads of
 * tsx then, which take as long as the machine likes.
 */
export const bundleSimulator = async (outdir: string, bug?: PlantedBug): Promise<string> => {
  rmSync(join(root, outdir), { recursive: true, force: true });
  await build({
    entryPoints: [join(root, "test/simulation/main.ts")],
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    outdir: join(root, outdir),
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
    plugins: [planting(bug)],
  });
  return join(root, outdir, "main.mjs");
};
