import { readFile } from "node:fs/promises";

import { ledgerError } from "../../lib/index.ts";
import { unreadableFileText } from "./unreadable-file-text.ts";

/** Reads a DAR file. Raises INVALID_ARGUMENT if it cannot be read. */
export const readDar = async (path: string): Promise<Uint8Array> => {
  try {
    return await readFile(path);
  } catch (error) {
    throw ledgerError("INVALID_ARGUMENT", { cause: unreadableFileText("DAR", path, error) });
  }
};
