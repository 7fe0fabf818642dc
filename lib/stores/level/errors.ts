import { isLedgerError, type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import { damagedStoreError, storeNotRunningError } from "../../ledger/stores/store-errors.ts";

/**
 * Returns the error for a failed write. The write may have taken effect: the store knows that only
 * when the folder is opened again.
 */
export const failedWriteError = (error: unknown): LedgerError => {
  const message = getLevelMessage(error);
  if (message.startsWith("Corruption: ")) return unreadableFileError(message);
  return storeNotRunningError(
    `A write of the store failed, and the store refuses all further writes: ${message}. ${isFull(error) ? "Free disk space" : "Repair the disk"}, and restart the ledger. All acknowledged writes are kept.`,
  );
};

export const folderInUseError = (folder: string): LedgerError =>
  storeNotRunningError(
    `The ledger in ${folder} is in use: another process, or another ledger object of this process, has it open. Close it there. To share a ledger between processes, keep it in PostgreSQL.`,
  );

export const invalidFolderError = (folder: string, reason: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause: `${folder} is not the folder of a ledger: ${reason}.` });

/** Returns the error for a folder that cannot be opened. */
export const openError = (folder: string, error: unknown): unknown => {
  if (isLedgerError(error)) return error;
  const message = getLevelMessage(error);
  const code = getErrorCode(error) ?? "";
  if (getLevelCode(error) === "LEVEL_LOCKED") return folderInUseError(folder);
  if (isFull(error)) {
    return storeNotRunningError(
      `The disk of ${folder} is full (${message}). Free disk space, and open the ledger again. All acknowledged writes are kept.`,
    );
  }
  if (
    ["EACCES", "EPERM", "EROFS"].includes(code) ||
    /Permission denied|Read-only|not permitted/u.test(message)
  ) {
    return ledgerError("INVALID_ARGUMENT", {
      cause: `${folder} cannot be written (${message}). Make it writable for the user of this process, or choose another folder.`,
    });
  }
  if (["ENOTDIR", "ENOENT", "EEXIST"].includes(code)) return invalidFolderError(folder, message);
  return toDamageError(error);
};

/**
 * Returns the error for a file that LevelDB cannot read, with its name; returns any other error
 * unchanged.
 */
export const toDamageError = (error: unknown): unknown =>
  isDamage(error) ? unreadableFileError(getLevelMessage(error)) : error;

const unreadableFileError = (message: string): LedgerError =>
  damagedStoreError(`a file of LevelDB cannot be read (${message})`);

/** Returns true if LevelDB reported corruption or an I/O error, except for a full disk. */
export const isDamage = (error: unknown): boolean =>
  /^(?:Corruption|IO error): /u.test(getLevelMessage(error)) && !isFull(error);

/** Returns the message of LevelDB, which is the cause of the library's error. */
export const getLevelMessage = (error: unknown): string => {
  const { cause } = error instanceof Error ? error : {};
  const { message } = cause instanceof Error ? cause : error instanceof Error ? error : {};
  return message ?? String(error);
};

/** Returns the code of a LevelDB error, such as LEVEL_LOCKED; empty for any other error. */
export const getLevelCode = (error: unknown): string => {
  const own = getErrorCode(error) ?? "";
  const inner = error instanceof Error ? getLevelCode(error.cause) : "";
  return inner === "" ? (own.startsWith("LEVEL_") ? own : "") : inner;
};

const getErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;

/** Returns true if the disk is full, or a file may not grow. */
export const isFull = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT"].includes(getErrorCode(error) ?? "") ||
  /No space left|Disk quota|File too large/u.test(getLevelMessage(error));
