import { rmSync } from "node:fs";
import { join } from "node:path";

import { context } from "esbuild";

import { nodeProgram } from "../../.ci/bundling.js";
import { planting, requirePlace } from "../support/planting.ts";
import type { PlantedBug } from "./planted-bugs.ts";

const root = join(import.meta.dirname, "../..");

/** Makes one program of the simulator, again and again. */
export interface Bundler {
  /** With the bug if there is one; gives the file. Throws a TypeError where it has no place. */
  readonly bundle: (bug?: PlantedBug) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Nothing that the program loads later waits for the threads of tsx, which take as long as the machine likes. */
export const simulatorBundler = async (outdir: string): Promise<Bundler> => {
  rmSync(join(root, outdir), { recursive: true, force: true });
  let planted: readonly PlantedBug[] = [];
  const built = await context({
    entryPoints: [join(root, "test/simulation/main.ts")],
    absWorkingDir: root,
    ...nodeProgram,
    splitting: true,
    outdir: join(root, outdir),
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
    plugins: [planting(() => planted)],
  });
  return {
    bundle: async (bug) => {
      planted = bug === undefined ? [] : [bug];
      planted.forEach(requirePlace);
      await built.rebuild();
      return join(root, outdir, "main.mjs");
    },
    close: () => built.dispose(),
  };
};
