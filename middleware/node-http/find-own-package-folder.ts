import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Returns the folder of this package. A package can resolve its own name from sources, bundled or
 * installed. Import this file on demand, because a test runner cannot convert its import.meta to
 * CommonJS.
 */
export const findOwnPackageFolder = (): string =>
  dirname(fileURLToPath(import.meta.resolve("ledger-in-a-box/package.json")));
