import { join } from "node:path";

import { build } from "esbuild";

import { nodeBundleOptions } from "../../.ci/bundling.js";

const root = join(import.meta.dirname, "..", "..");

/**
 * Compiles a program, with everything that it imports from this project, to one file, and returns its path.
 * The program imports the project by its package name or by paths from its root.
 */
export const compileProgram = async (name: string, program: string): Promise<string> => {
  // A folder from which Node finds the installed packages.
  const outfile = join(root, ".build", "programs", `${name}.mjs`);
  await build({
    stdin: { contents: program, resolveDir: root, loader: "ts" },
    ...nodeBundleOptions,
    ignoreAnnotations: true,
    outfile,
    logLevel: "silent",
  });
  return outfile;
};
