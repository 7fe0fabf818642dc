import { readdirSync, rmSync } from "node:fs";
import nodeModule from "node:module";
import { join } from "node:path";

import { cacheFolder } from "../../fixtures/daml/cache-folder.ts";

/** Where Node keeps what it has compiled, in the cache folder of the platform. */
export const compiledFolder = (cache: string): string => join(cache, "compiled");

/**
 * Has Node 22.8 or newer remember what it compiles of this program, so that the next start does not do it again; an
 * older one goes without. In a folder of the user's own, as what is found there is run: Node's default is one that
 * all users of a machine share. A folder that cannot be used is none, and changes nothing.
 */
export const keepCompiled = (environment: Readonly<Record<string, string | undefined>>): void => {
  const { enableCompileCache } = nodeModule as CompilingModule;
  const cache = cacheFolder(undefined, environment);
  if (enableCompileCache === undefined || cache === undefined) return;
  const folder = compiledFolder(cache);
  try {
    if (countFiles(folder) > maxFiles) rmSync(folder, { recursive: true, force: true });
  } catch {
    // Somebody else begins anew at the same time, or nobody may.
  }
  enableCompileCache(folder);
};

/** What types of older versions of Node do not know. */
interface CompilingModule {
  /** Answers what came of it, and does not throw. */
  readonly enableCompileCache?: (folder: string) => unknown;
}

/** Some 200 come with each version of Node in each project that has the program; then it is begun anew. */
const maxFiles = 4096;

const countFiles = (folder: string): number => {
  try {
    return readdirSync(folder, { recursive: true }).length;
  } catch {
    return 0;
  }
};
