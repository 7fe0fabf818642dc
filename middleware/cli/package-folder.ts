import { readFileSync } from "node:fs";
import { join } from "node:path";

import { findOwnPackageFolder } from "../node-http/find-own-package-folder.ts";

/** Returns the version in `package.json`. */
export const readOwnPackageVersion = (): string => {
  const manifest = readFileSync(join(findOwnPackageFolder(), "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { readonly version: string };
  return version;
};

/** Returns the folder with the pages of the guide. */
export const getGuideFolder = (): string => join(findOwnPackageFolder(), "docs", "guide");
