import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { cacheFolder } from "../../fixtures/daml/index.ts";
import { getCompileCacheFolder } from "./compile-cache.ts";
import type { CommandLineIo, PrintOrClearCachesTask } from "./settings.ts";

/** Prints the folder and the size of the caches of this machine, or clears them. */
export const runCacheTask = (
  { isCleared }: PrintOrClearCachesTask,
  { environment, write }: Pick<CommandLineIo, "environment" | "write">,
): void => {
  const folder = cacheFolder(undefined, environment);
  if (folder === undefined) {
    write("No cache: LEDGER_CACHE is off, or there is no home folder.\n");
    return;
  }
  // Delete only our own folder: the user may have chosen the one around it.
  const own = join(folder, "checked");
  const { files, bytes } = measureFolder(own);
  if (isCleared) rmSync(own, { recursive: true, force: true });
  const size = `${files} checked packages, ${formatKibibytes(bytes)}`;
  write(isCleared ? `${own}: deleted ${size}\n` : `${own}: ${size}\n`);
  printCompiled(getCompileCacheFolder(folder), isCleared, write);
};

/** Prints the size of the compile cache; nothing without one, as in Node 20. */
const printCompiled = (folder: string, isCleared: boolean, write: CommandLineIo["write"]): void => {
  const { files, bytes } = measureFolder(folder);
  if (files === 0) return;
  if (isCleared) rmSync(folder, { recursive: true, force: true });
  const size = `${files} compiled files, ${formatKibibytes(bytes)}`;
  write(isCleared ? `${folder}: deleted ${size}\n` : `${folder}: ${size}\n`);
};

const formatKibibytes = (bytes: number): string => `${Math.ceil(bytes / 1024)} KiB`;

const measureFolder = (folder: string): { readonly files: number; readonly bytes: number } => {
  try {
    const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
    return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } catch {
    return { files: 0, bytes: 0 };
  }
};
