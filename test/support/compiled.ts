import { join } from "node:path";

import { build } from "esbuild";

import { nodeProgram } from "../../.ci/bundling.js";

const root = join(import.meta.dirname, "..", "..");

/**
 * Compiles a program, and all that it takes from this project, to the one file whose path it gives. The
 * program imports the project by its name or as from its root.
 */
export const compiled = async (name: string, program: string): Promise<string> => {
  // Where Node finds the packages of others.
  const outfile = join(root, ".build", "programs", `${name}.mjs`);
  await build({
    stdin: { contents: program, resolveDir: root, loader: "ts" },
    ...nodeProgram,
    ignoreAnnotations: true,
    outfile,
    logLevel: "silent",
  });
  return outfile;
};
