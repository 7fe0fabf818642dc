import { readFile } from "node:fs/promises";

import { ledgerError } from "../../lib/index.ts";
import { explainUnreadableFile } from "./explain-unreadable-file.ts";

/** Reads a DAR file. Raises INVALID_ARGUMENT if it cannot be read, or has another extension. */
export const readDarFile = async (path: string): Promise<Uint8Array> => {
  let dar: Uint8Array;
  try {
    dar = await readFile(path);
  } catch (error) {
    throw ledgerError("INVALID_ARGUMENT", { cause: explainUnreadableFile("DAR", path, error) });
  }
  if (/\.dar$/iu.test(path)) return dar;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `${path} is not a DAR: its name must end in .dar.`,
  });
};
