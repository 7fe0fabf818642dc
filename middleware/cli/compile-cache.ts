import { readdirSync, rmSync } from "node:fs";
import nodeModule from "node:module";
import { join } from "node:path";

import { cacheFolder } from "../../fixtures/daml/cache-folder.ts";

/** Returns the folder of Node's compile cache. */
export const getCompileCacheFolder = (cache: string): string => join(cache, "compiled");

/**
 * Enables Node's compile cache (Node 22.8 or newer), so that the next start is faster. Uses a
 * folder of the user, because its content is executed and Node's default folder is shared by all
 * users. Does nothing if the folder cannot be used.
 */
export const enableCompileCache = (
  environment: Readonly<Record<string, string | undefined>>,
): void => {
  const { enableCompileCache } = nodeModule as CompilingModule;
  const cache = cacheFolder(undefined, environment);
  if (enableCompileCache === undefined || cache === undefined) return;
  const folder = getCompileCacheFolder(cache);
  try {
    if (countFiles(folder) > maxFiles) rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another process deletes it at the same time, or the user has no permission.
  }
  enableCompileCache(folder);
};

/** Missing in the types of older versions of Node. */
interface CompilingModule {
  /** Returns a status; does not throw. */
  readonly enableCompileCache?: (folder: string) => unknown;
}

/**
 * Each version of Node adds about 200 files per project. Beyond this number the cache is deleted.
 */
const maxFiles = 4096;

const countFiles = (folder: string): number => {
  try {
    return readdirSync(folder, { recursive: true }).length;
  } catch {
    return 0;
  }
};
