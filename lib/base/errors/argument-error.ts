import { type LedgerError, ledgerError } from "./ledger-error.ts";

/** The fault of an argument. The cause of its error is built from it. */
export interface ArgumentFault {
  /** JSON path of the argument; absent if an outer decoder adds the path. */
  readonly field?: string;
  /** The accepted values: completes "expected", e.g. `a whole number from 1 to 32`. */
  readonly expected: string;
  /**
   * The value that was found, which the error shows in short form; undefined if there was none.
   * Omit the property if the value would not help, or is secret.
   */
  readonly found?: unknown;
}

/** The fault of an argument with a known path. */
export interface ArgumentFieldFault extends ArgumentFault {
  readonly field: string;
}

/** Returns the error for an invalid argument: INVALID_ARGUMENT. */
export const createInvalidArgumentError = (fault: ArgumentFault): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: formatArgumentFault(fault),
    expected: fault.expected,
    ...(fault.field === undefined ? {} : { path: fault.field }),
  });

/**
 * Returns the error for a malformed field: INVALID_FIELD. `field` is the JSON name of the field,
 * and becomes the path; the context has the name in snake case.
 */
export const invalidFieldError = (fault: ArgumentFieldFault): LedgerError =>
  ledgerError("INVALID_FIELD", {
    cause: formatArgumentFault(fault),
    expected: fault.expected,
    ...createFieldLocation(fault.field),
  });

/**
 * Returns the error for a required field that is absent or empty: MISSING_FIELD. `name` is the name
 * of the field in the context of a participant's error: usually its JSON name in snake case.
 */
export const missingFieldError = (
  field: string,
  {
    cause = `The field ${field} is required.`,
    name = snakeCase(field),
  }: { readonly cause?: string; readonly name?: string } = {},
): LedgerError => ledgerError("MISSING_FIELD", { cause, ...createFieldLocation(field, name) });

const createFieldLocation = (field: string, name = snakeCase(field)) => ({
  context: { field_name: name },
  path: field,
});

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Returns the fault as a sentence, e.g.
 * `tapsMaxPasses: expected a whole number from 1 to 3, got 7.`
 */
export const formatArgumentFault = (fault: ArgumentFault): string => {
  const { field, expected } = fault;
  const wanted = field === undefined ? `Expected ${expected}` : `${field}: expected ${expected}`;
  return "found" in fault ? `${wanted}, got ${describeValue(fault.found)}.` : `${wanted}.`;
};

/** Describes any value in a few words. Never throws. */
const describeValue = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (value instanceof Promise) return "a promise; await it";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return quoteShortened(value);
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
    return String(value);
  }
  return `a ${typeof value}`;
};

const maxShown = 60;

const quoteShortened = (text: string): string => {
  if (text === "") return "an empty string";
  if (text.length <= maxShown) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, maxShown))}… (${text.length} characters)`;
};
