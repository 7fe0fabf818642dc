import { readFileSync } from "node:fs";
import { join } from "node:path";

import { packageRoot } from "../node-http/package-root.ts";

/** Returns the version in `package.json`. */
export const packageVersion = (): string => {
  const manifest = readFileSync(join(packageRoot(), "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { readonly version: string };
  return version;
};

/** Returns the folder with the pages of the guide. */
export const guideFolder = (): string => join(packageRoot(), "docs", "guide");
