import { type LedgerError, ledgerError } from "./ledger-error.ts";

/** What is wrong with an argument; the one sentence of its error follows from it. */
export interface ArgumentFault {
  /** JSON path of the argument; absent where those who decode around it tell where it stands. */
  readonly field?: string;
  /** What may stand there: completes "expected", e.g. `a whole number from 1 to 32`. */
  readonly expected: string;
  /**
   * What stands there; undefined for nothing. Shown shortened, and left out where that would not help
   * or would tell a secret.
   */
  readonly found?: unknown;
}

/** The fault of an argument that has a name. */
export interface FieldFault extends ArgumentFault {
  readonly field: string;
}

/** The error for an argument that is not as it must be: INVALID_ARGUMENT. */
export const invalidArgument = (fault: ArgumentFault): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: faultText(fault),
    expected: fault.expected,
    ...(fault.field === undefined ? {} : { path: fault.field }),
  });

/**
 * The error for a named field that is malformed: INVALID_FIELD, whose context names the field in snake
 * case. `field` is its JSON name, which becomes the path.
 */
export const invalidField = (fault: FieldFault): LedgerError =>
  ledgerError("INVALID_FIELD", {
    cause: faultText(fault),
    expected: fault.expected,
    ...located(fault.field),
  });

/**
 * The error for a required field that is absent or empty: MISSING_FIELD. `name` is what a participant calls
 * the field in the context, its JSON name in snake case mostly.
 */
export const missingField = (
  field: string,
  {
    cause = `The field ${field} is required.`,
    name = snakeCase(field),
  }: { readonly cause?: string; readonly name?: string } = {},
): LedgerError => ledgerError("MISSING_FIELD", { cause, ...located(field, name) });

const located = (field: string, name = snakeCase(field)) => ({
  context: { field_name: name },
  path: field,
});

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A sentence, e.g. `tapsMaxPasses: expected a whole number from 1 to 3, got 7.` */
export const faultText = (fault: ArgumentFault): string => {
  const { field, expected } = fault;
  const wanted = field === undefined ? `Expected ${expected}` : `${field}: expected ${expected}`;
  return "found" in fault ? `${wanted}, got ${describe(fault.found)}.` : `${wanted}.`;
};

/** A few words on any value; never throws. */
const describe = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
    return String(value);
  }
  return `a ${typeof value}`;
};

const maxShown = 60;

const quoted = (text: string): string => {
  if (text === "") return "an empty string";
  if (text.length <= maxShown) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, maxShown))}… (${text.length} characters)`;
};
