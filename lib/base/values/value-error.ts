import { invalidArgument } from "../errors/argument-error.ts";
import { at, isLedgerError, type LedgerError, ledgerError } from "../errors/ledger-error.ts";
import type { Value } from "./value.ts";

/** Levels below the outermost value, unless configured otherwise (daml-lf.md 10.2). */
export const defaultMaxNesting = 100;

/** INVALID_ARGUMENT: `found` is not the JSON of a value; `form` says what would have been. */
export const unexpectedJson = (form: string, found: unknown): LedgerError =>
  invalidArgument({ expected: form, found });

export const nestingError = (): LedgerError =>
  ledgerError("VALUE_NESTING", { cause: "The value is nested deeper than is allowed." });

/** The room below the parts of a value, which lie one level deeper. Raises VALUE_NESTING. */
export const descend = (room: number): number => {
  if (room <= 0) throw nestingError();
  return room - 1;
};

/** A value that does not fit the declared type: only a defect of the program can bring it about. */
export const mismatch = (expected: string, value: Value): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `A value of kind ${value.kind} stands where the type says ${expected}.`,
  });

/** Raises LEDGER_API_INTERNAL_ERROR unless the value is of this kind. */
export function assertKind<Kind extends Value["kind"]>(
  kind: Kind,
  value: Value,
): asserts value is Extract<Value, { kind: Kind }> {
  if (value.kind !== kind) throw mismatch(kind, value);
}

/** The error to rethrow from within `path`; anything but a LedgerError stays as it is. */
export const locate = (path: string, error: unknown): unknown =>
  isLedgerError(error) ? at(path, error) : error;
