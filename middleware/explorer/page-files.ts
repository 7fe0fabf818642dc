import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What the build has made of the sources in `page`: see `.ci/explorer-page.js`. */
export interface PageFiles {
  /** Names of the code and the style that the page begins with. */
  readonly script: string;
  readonly style: string;
  /** Those that the page has from its first paint on. */
  readonly preload: readonly string[];
  /** By name, which has a hash of the content in it: compressed by gzip. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** The files of the page; undefined where nothing was built. They are read once and kept. */
export const pageFiles = (): Promise<PageFiles | undefined> => (kept ??= readFiles());

let kept: Promise<PageFiles | undefined> | undefined;

const readFiles = async (): Promise<PageFiles | undefined> => {
  const root = dirname(fileURLToPath(import.meta.resolve("ledger-in-a-box/package.json")));
  const folder = join(root, "dist", "explorer");
  try {
    const { script, style, preload, names } = JSON.parse(
      await readFile(join(folder, "manifest.json"), "utf8"),
    ) as Manifest;
    const read = async (name: string) =>
      [name, await readFile(join(folder, `${name}.gz`))] as const;
    return { script, style, preload, files: new Map(await Promise.all(names.map(read))) };
  } catch {
    kept = undefined;
    return undefined;
  }
};

interface Manifest extends Omit<PageFiles, "files"> {
  readonly names: readonly string[];
}
