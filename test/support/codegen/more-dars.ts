import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Additional DARs to test: all in the folder of the variable `CODEGEN_DARS`. */
export const moreDars = (): readonly string[] => {
  const folder = process.env["CODEGEN_DARS"];
  if (folder === undefined) return [];
  return readdirSync(folder).flatMap((file) => (file.endsWith(".dar") ? [join(folder, file)] : []));
};
