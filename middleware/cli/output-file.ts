import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import { type LedgerError, ledgerError } from "../../lib/index.ts";

/**
 * Writes an output file and creates its folders. Rejects with INVALID_ARGUMENT if it cannot be
 * written.
 */
export const writeOutputFile = async (path: string, text: string): Promise<void> => {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw createUnwritableFileError(path, error);
  }
};

/**
 * Returns INVALID_ARGUMENT for a file that cannot be written. Rethrows errors that are not from the
 * file system.
 */
export const createUnwritableFileError = (path: string, error: unknown): LedgerError => {
  if (!(error instanceof Error && "syscall" in error && "code" in error)) throw error;
  const why = reasonByErrorCode[String(error.code)] ?? String(error.code);
  return ledgerError("INVALID_ARGUMENT", { cause: `${path} cannot be written: ${why}.` });
};

const reasonByErrorCode: Readonly<Record<string, string>> = {
  EISDIR: "it is a folder",
  EEXIST: "a parent is a file, not a folder",
  ENOTDIR: "a parent is a file, not a folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
};
