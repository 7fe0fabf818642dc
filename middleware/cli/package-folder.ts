import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** As `package.json` has it. */
export const packageVersion = (): string => {
  const { version } = JSON.parse(readFileSync(manifest(), "utf8")) as { readonly version: string };
  return version;
};

/** A package may import itself by its name, whether it runs from its sources, bundled, or installed. */
const manifest = (): string => fileURLToPath(import.meta.resolve("ledger-in-a-box/package.json"));
