import { writeFileSync } from "node:fs";

import { ledgerError } from "../../lib/index.ts";

/** Writes a report into a file. Raises INVALID_ARGUMENT if that is not possible. */
export const writeReportFile = (path: string, text: string): void => {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw ledgerError("INVALID_ARGUMENT", { cause: `${path} cannot be written: ${why}.` });
  }
};
