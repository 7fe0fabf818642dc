import type { LedgerError } from "../../ground/errors/ledger-error.ts";
import { damaged, notRunning } from "../shared/errors.ts";

/** It can neither be written nor be known what of it was; only who opens it anew can tell. */
export const failed = (error: unknown): LedgerError =>
  notRunning(`The store could not write, and writes nothing any more: ${textOf(error)}.`);

export const restored = (): LedgerError =>
  notRunning("The journal was restored by another ledger before this was written.");

/** What LevelDB says, which stands behind what its library says. */
export const textOf = (error: unknown): string => {
  const { cause } = error instanceof Error ? error : {};
  const { message } = cause instanceof Error ? cause : error instanceof Error ? error : {};
  return message ?? String(error);
};

/** The code of an error of LevelDB, such as LEVEL_LOCKED; empty for any other. */
export const levelCodeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "";
  const own = "code" in error && typeof error.code === "string" ? error.code : "";
  const inner = levelCodeOf(error.cause);
  return inner === "" ? own : inner;
};

/** The error for a file that LevelDB cannot read, whose name is told; other errors as they are. */
export const damageOf = (error: unknown): unknown => {
  const code = levelCodeOf(error);
  return code === "LEVEL_CORRUPTION" || code === "LEVEL_IO_ERROR"
    ? damaged(`LevelDB cannot read it (${textOf(error)})`)
    : error;
};
