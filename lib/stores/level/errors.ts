import { type LedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";

/** What is read is not what was written. Nothing of it is served. */
export const damaged = (what: string): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `The store is damaged: ${what}. Take its last backup, or a dump.`,
  });

export const missing = (position: number): LedgerError => damaged(`entry ${position} is missing`);

/** It can neither be written nor be known what of it was; only who opens it anew can tell. */
export const failed = (error: unknown): LedgerError =>
  notRunning(`The store could not write, and writes nothing any more: ${textOf(error)}.`);

export const restored = (): LedgerError =>
  notRunning("The journal was restored by another ledger before this was written.");

export const closed = (): LedgerError => notRunning("The journal store is closed.");

const notRunning = (cause: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", { cause, context: { service_name: "journal store" } });

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
