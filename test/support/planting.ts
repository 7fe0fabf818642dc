import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "esbuild";

import { placeOfSource } from "../../.ci/bundling.js";

const root = join(import.meta.dirname, "../..");

/** A change of a file of the product, for who wants to see what notices it. */
export interface Change {
  readonly file: string;
  /** Each place of it is changed. */
  readonly find: string;
  readonly replace: string;
}

/** Throws a TypeError for a change that has no place any more. */
export const requirePlace = ({ file, find }: Change): void => {
  if (readFileSync(join(root, file), "utf8").includes(find)) return;
  throw new TypeError(`${file} has no longer: ${find}`);
};

/** Bundles with the changes that there are then. */
export const planting = (changesNow: () => readonly Change[]): Plugin =>
  placeOfSource((source, path) =>
    changesNow()
      .filter(({ file }) => path === join(root, file))
      .reduce((changed, { find, replace }) => changed.replaceAll(find, () => replace), source),
  );
