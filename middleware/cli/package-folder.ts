import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Returns the version in `package.json`. */
export const packageVersion = (): string => {
  const { version } = JSON.parse(readFileSync(resolveManifestPath(), "utf8")) as {
    readonly version: string;
  };
  return version;
};

/** Returns the folder with the pages of the guide. */
export const guideFolder = (): string => join(dirname(resolveManifestPath()), "docs", "guide");

/**
 * Returns the path of `package.json`. A package can resolve its own name from sources, bundled or
 * installed.
 */
const resolveManifestPath = (): string =>
  fileURLToPath(import.meta.resolve("ledger-in-a-box/package.json"));
