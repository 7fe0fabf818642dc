import { rmSync } from "node:fs";
import { join } from "node:path";

import { context } from "esbuild";

import { nodeBundleOptions } from "../../.ci/bundling.js";
import { mutationPlugin, requireApplicable } from "../support/source-mutations.ts";
import type { PlantedBug } from "./planted-bugs.ts";

const root = join(import.meta.dirname, "../..");

/** Builds the simulator repeatedly. */
export interface Bundler {
  /**
   * Builds the program, with the bug if given, and returns the file. Throws a TypeError if the source does
   * not contain the text that the bug replaces.
   */
  readonly bundle: (bug?: PlantedBug) => Promise<string>;
  readonly close: () => Promise<void>;
}

/**
 * Creates a bundler for all code of the simulator. Without a bundle, later imports would wait for the threads
 * of tsx, for a time that depends on the machine's load.
 */
export const simulatorBundler = async (outdir: string): Promise<Bundler> => {
  rmSync(join(root, outdir), { recursive: true, force: true });
  let planted: readonly PlantedBug[] = [];
  const built = await context({
    entryPoints: [join(root, "test/simulation/main.ts")],
    absWorkingDir: root,
    ...nodeBundleOptions,
    splitting: true,
    outdir: join(root, outdir),
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
    plugins: [mutationPlugin(() => planted)],
  });
  return {
    bundle: async (bug) => {
      planted = bug === undefined ? [] : [bug];
      planted.forEach(requireApplicable);
      await built.rebuild();
      return join(root, outdir, "main.mjs");
    },
    close: () => built.dispose(),
  };
};
