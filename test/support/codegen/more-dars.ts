import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the paths of additional DARs to test: all in the folder that the environment variable
 * `CODEGEN_DARS` names.
 */
export const moreDars = (): readonly string[] => {
  const folder = process.env["CODEGEN_DARS"];
  if (folder === undefined) return [];
  return readdirSync(folder).flatMap((file) => (file.endsWith(".dar") ? [join(folder, file)] : []));
};
