import { readdirSync } from "node:fs";
import { join } from "node:path";

/** DARs to try besides those that tests have: all of the folder that `CODEGEN_DARS` names. */
export const moreDars = (): readonly string[] => {
  const folder = process.env["CODEGEN_DARS"];
  if (folder === undefined) return [];
  return readdirSync(folder).flatMap((file) => (file.endsWith(".dar") ? [join(folder, file)] : []));
};
