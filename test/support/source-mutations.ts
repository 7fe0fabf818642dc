import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "esbuild";

import { createSourceLocationPlugin } from "../../.ci/bundling.js";

const root = join(import.meta.dirname, "../..");

/** A change of a file of the product that tests must detect. */
export interface SourceMutation {
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/**
 * Returns why the change is impossible: its text is missing or occurs more than once. Undefined if it is
 * possible.
 */
export const mutationProblem = ({ file, find }: SourceMutation): string | undefined => {
  const places = readFileSync(join(root, file), "utf8").split(find).length - 1;
  if (places === 1) return undefined;
  return places === 0
    ? `${file} no longer contains: ${find}`
    : `${file} contains ${places} times: ${find}`;
};

/** Throws a TypeError if {@link mutationProblem} finds a problem. */
export const requireApplicable = (change: SourceMutation): void => {
  const fault = mutationProblem(change);
  if (fault !== undefined) throw new TypeError(fault);
};

/** Returns a plugin that applies changes to the sources. It calls `changesNow` at every build. */
export const mutationPlugin = (changesNow: () => readonly SourceMutation[]): Plugin =>
  createSourceLocationPlugin((source, path) =>
    changesNow()
      .filter(({ file }) => path === join(root, file))
      .reduce((changed, { find, replace }) => changed.replace(find, () => replace), source),
  );
