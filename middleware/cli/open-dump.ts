import { open } from "node:fs/promises";

import { ledgerError } from "../../lib/index.ts";
import { explainUnreadableFile } from "./explain-unreadable-file.ts";

/**
 * Opens a dump file and returns its content in chunks. Raises INVALID_ARGUMENT if it cannot be
 * read.
 */
export const openJournalDumpFile = async (path: string): Promise<AsyncIterable<Uint8Array>> => {
  try {
    const file = await open(path);
    if (!(await file.stat()).isDirectory()) return file.createReadStream();
    await file.close();
  } catch (error) {
    throw ledgerError("INVALID_ARGUMENT", { cause: explainUnreadableFile("dump", path, error) });
  }
  throw ledgerError("INVALID_ARGUMENT", { cause: `${path} is a folder, not a dump.` });
};
