import { join } from "node:path";

import { build } from "esbuild";

import type { PageAssets } from "./page.ts";

/** Bundles the script and the style of the page, with the chart library of the explorer. */
export const bundlePageParts = async (root: string): Promise<PageAssets> => {
  const folder = join(root, "bench", "page", "client");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(folder, "main.ts"), join(folder, "style.css")],
    bundle: true,
    format: "iife",
    platform: "browser",
    target: ["chrome123", "firefox120", "safari17.5"],
    minify: true,
    outdir: "memory",
    tsconfigRaw: {},
    write: false,
    logLevel: "warning",
  });
  const textOf = (ending: string): string =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? "";
  return { script: textOf(".js"), style: textOf(".css") };
};
