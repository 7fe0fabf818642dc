import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "esbuild";

import { nodeBundleOptions } from "../../../.ci/bundling.js";

export const root = join(import.meta.dirname, "..", "..", "..");

/**
 * Compiles programs in the subfolders of `folder`, with the parts of this project that they use, and the
 * command line, whose file it returns. The folder must be in the project, where Node finds the installed
 * packages.
 */
export const bundlePages = async (folder: string, programs: readonly string[]): Promise<string> => {
  const command = join(folder, "command-line");
  const main = join(root, "middleware/cli/main.ts");
  await writeFile(`${command}.ts`, `import ${JSON.stringify(main)};`);
  await build({
    entryPoints: [...programs, `${command}.ts`],
    ...nodeBundleOptions,
    splitting: true,
    ignoreAnnotations: true,
    outdir: folder,
    outbase: folder,
    outExtension: { ".js": ".mjs" },
    logLevel: "silent",
  });
  return `${command}.mjs`;
};
