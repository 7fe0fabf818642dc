import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { findOwnPackageFolder } from "../node-http/find-own-package-folder.ts";

/** The built page: see `.ci/explorer-page.js`. */
export interface ExplorerPageFiles {
  /** Names of the entry script and style sheet. */
  readonly script: string;
  readonly style: string;
  /** Scripts that the first paint needs. */
  readonly preload: readonly string[];
  /** Gzip-compressed files by name. A name contains a hash of the content. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Returns the files of the page; undefined if it was not built. Read once and cached. */
export const loadExplorerPageFiles = (): Promise<ExplorerPageFiles | undefined> =>
  (cachedFiles ??= readFiles());

let cachedFiles: Promise<ExplorerPageFiles | undefined> | undefined;

const readFiles = async (): Promise<ExplorerPageFiles | undefined> => {
  const folder = join(findOwnPackageFolder(), "dist", "explorer");
  try {
    const { script, style, preload, names } = JSON.parse(
      await readFile(join(folder, "manifest.json"), "utf8"),
    ) as PageManifest;
    const read = async (name: string) =>
      [name, await readFile(join(folder, `${name}.gz`))] as const;
    return { script, style, preload, files: new Map(await Promise.all(names.map(read))) };
  } catch {
    cachedFiles = undefined;
    return undefined;
  }
};

interface PageManifest extends Omit<ExplorerPageFiles, "files"> {
  readonly names: readonly string[];
}
