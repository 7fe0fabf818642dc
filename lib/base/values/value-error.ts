import { createInvalidArgumentError } from "../errors/argument-error.ts";
import {
  isLedgerError,
  type LedgerError,
  ledgerError,
  prefixErrorPath,
} from "../errors/ledger-error.ts";
import type { Value } from "./value.ts";

/** Default maximum number of levels below the outermost value (daml-lf.md 10.2). */
export const defaultMaxNesting = 100;

/**
 * Returns INVALID_ARGUMENT for `found`, which is not the JSON of a value. `form` describes the
 * accepted JSON.
 */
export const unexpectedJsonError = (form: string, found: unknown): LedgerError =>
  createInvalidArgumentError({ expected: form, found });

export const valueNestingError = (): LedgerError =>
  ledgerError("VALUE_NESTING", { cause: "The value is nested deeper than is allowed." });

/**
 * Returns the number of nesting levels that are still allowed below the parts of a value. Raises
 * VALUE_NESTING if the parts are nested too deeply.
 */
export const consumeNestingLevel = (room: number): number => {
  if (room <= 0) throw valueNestingError();
  return room - 1;
};

/**
 * Returns the error for a value that does not fit its declared type. Only a defect of this program
 * can cause it.
 */
export const createValueKindMismatchError = (expected: string, value: Value): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: `Found a value of kind ${value.kind} where the type requires ${expected}.`,
  });

/** Raises LEDGER_API_INTERNAL_ERROR unless the value has this kind. */
export function assertValueKind<Kind extends Value["kind"]>(
  kind: Kind,
  value: Value,
): asserts value is Extract<Value, { kind: Kind }> {
  if (value.kind !== kind) throw createValueKindMismatchError(kind, value);
}

/**
 * Returns the error with `path` prepended to its path. Returns other errors than a LedgerError
 * unchanged.
 */
export const prependPathIfLedgerError = (path: string, error: unknown): unknown =>
  isLedgerError(error) ? prefixErrorPath(path, error) : error;
