import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { cacheFolder } from "../../fixtures/daml/index.ts";
import type { CacheTask, CommandLine } from "./settings.ts";

/** Tells where this machine remembers what it has checked, and how much that is; or takes it away. */
export const tellCache = (
  { isCleared }: CacheTask,
  { environment, write }: Pick<CommandLine, "environment" | "write">,
): void => {
  const folder = cacheFolder(undefined, environment);
  if (folder === undefined) {
    write("Nothing is kept on this machine: LEDGER_CACHE is off, or there is no home.\n");
    return;
  }
  // Nothing but its own: the folder may be one that somebody has named.
  const own = join(folder, "checked");
  const { files, bytes } = contentOf(own);
  if (isCleared) rmSync(own, { recursive: true, force: true });
  const size = `${files} checked packages, ${Math.ceil(bytes / 1024)} KiB`;
  write(isCleared ? `${own}: cleared of ${size}\n` : `${own}: ${size}\n`);
};

const contentOf = (folder: string): { readonly files: number; readonly bytes: number } => {
  try {
    const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
    return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } catch {
    return { files: 0, bytes: 0 };
  }
};
