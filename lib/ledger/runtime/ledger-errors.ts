import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";

export const ledgerClosedError = (): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", {
    cause: "The ledger is closed. A ledger of useLedger is closed when its test function ends.",
    context: { service_name: "ledger" },
  });

export const ledgerRevertedError = (): LedgerError =>
  ledgerError("SUBMISSION_DURING_SHUTDOWN", {
    cause: "The ledger was reverted to another state, so calls that waited were ended.",
  });

export const unawaitedRevertError = (): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause:
      "The ledger is being reverted and still has its old state. Write `await ledger.revert(…)` before you read it.",
  });

export const journalLostError = (position: number): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `The journal no longer has all entries that this process has read, up to position ${position}: another process reverted it, or the database lost entries. Restart this process.`,
  });

export const interpretationRetriesExhaustedError = (): LedgerError =>
  ledgerError("INTERPRETATION_TIME_EXCEEDED", {
    cause:
      "The interpretation takes long, and during each attempt other commands changed contracts that it uses.",
  });
