import { type ArgumentFieldFault, formatArgumentFault } from "./argument-error.ts";
import { type LedgerError, ledgerError } from "./ledger-error.ts";
import { findMostSimilarText } from "./nearest.ts";

/** Checks an option: returns its fault, or undefined. `field` is the path of the option. */
export type OptionCheck = (value: unknown, field: string) => OptionFault | undefined;

/** The check for each known option. */
export type OptionChecks<Options extends object = Record<string, unknown>> = {
  readonly [Name in keyof Required<Options>]: OptionCheck;
};

/** Describes an option with an unknown name or an invalid value. */
export interface OptionFault {
  readonly field: string;
  readonly cause: string;
  readonly expected: string;
}

/**
 * Raises INVALID_ARGUMENT for unknown options and for invalid values, so that an option that a
 * JavaScript program misspells is not ignored. An option that is undefined counts as absent.
 */
export const requireWellFormedOptions = (
  options: unknown,
  checks: OptionChecks,
  field = "",
): void => {
  const fault = findOptionFault(options, checks, field);
  if (fault !== undefined) throw createOptionFaultError(fault);
};

/** Raises INVALID_ARGUMENT if one of these options is absent. */
export const requireOptionsPresent = (
  options: Readonly<Record<string, unknown>>,
  names: readonly string[],
  field = "",
): void => {
  const missing = names.find((name) => options[name] === undefined);
  if (missing === undefined) return;
  const place = placeOf(missing, field);
  throw createOptionFaultError({
    field: place,
    cause: `The option ${place} is missing.`,
    expected: missing,
  });
};

const placeOf = (name: string, field: string): string => (field === "" ? name : `${field}.${name}`);

/** Returns the error of a fault. */
export const createOptionFaultError = ({ cause, expected, field }: OptionFault): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause, expected, ...(field === "" ? {} : { path: field }) });

/** Returns the first fault; undefined if there is none. */
export const findOptionFault = (
  options: unknown,
  checks: OptionChecks,
  field = "",
): OptionFault | undefined => {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    const all = `an object with options such as ${Object.keys(checks).slice(0, 3).join(", ")}`;
    return faultOf({ ...(field === "" ? {} : { field }), expected: all, found: options });
  }
  for (const [name, value] of Object.entries(options)) {
    const place = placeOf(name, field);
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) return createUnknownOptionFault(place, name, Object.keys(checks));
    const fault = value === undefined ? undefined : check(value, place);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

const faultOf = (
  fault: Omit<ArgumentFieldFault, "field"> & Partial<ArgumentFieldFault>,
): OptionFault => ({
  field: fault.field ?? "",
  cause: formatArgumentFault(fault),
  expected: fault.expected,
});

/**
 * Returns the fault of an unknown option. It suggests the option that was probably meant, or lists
 * all options.
 */
export const createUnknownOptionFault = (
  field: string,
  name: string,
  known: readonly string[],
): OptionFault => {
  const meant = findMostSimilarText(name, known);
  const all = known.join(", ");
  return meant === undefined
    ? {
        field,
        cause: `There is no option ${field}; the options are ${all}.`,
        expected: `one of ${all}`,
      }
    : { field, cause: `There is no option ${field}; did you mean ${meant}?`, expected: meant };
};

/** Accepts any value. The code that uses the option checks it. */
export const anyValueCheck: OptionCheck = () => undefined;

/**
 * Returns a check that accepts the values for which `accepts` returns true. `expected` completes
 * "expected …" in the error; see `ArgumentFault`.
 */
export const createOptionCheck =
  (expected: string, accepts: (value: unknown) => boolean): OptionCheck =>
  (found, field) =>
    accepts(found) ? undefined : faultOf({ field, expected, found });

export const booleanOptionCheck = createOptionCheck(
  "true or false",
  (value) => typeof value === "boolean",
);

export const textOptionCheck = createOptionCheck("a text", (value) => typeof value === "string");

/** Accepts a text or bytes. The fault does not show the value. */
export const secretOptionCheck: OptionCheck = (value, field) =>
  typeof value === "string" || value instanceof Uint8Array
    ? undefined
    : faultOf({ field, expected: "a text or bytes" });

export const functionOptionCheck = createOptionCheck(
  "a function",
  (value) => typeof value === "function",
);

/** Accepts an object with these members. `expected` describes the object in the error. */
export const createObjectMembersCheck = (
  expected: string,
  ...members: readonly string[]
): OptionCheck => createOptionCheck(expected, (value) => hasMembers(value, members));

const hasMembers = (value: unknown, members: readonly string[]): boolean =>
  typeof value === "object" && value !== null && members.every((member) => member in value);

/** Accepts a whole number from `from` to `to`. Without `to`, Infinity is valid as well. */
export const createCountOptionCheck = (
  what: string,
  { from = 0, to }: CountRange = {},
): OptionCheck =>
  createOptionCheck(
    to === undefined
      ? `a whole number of ${what}, ${from} or more, or Infinity`
      : `a whole number of ${what} from ${from} to ${to}`,
    (value) => isCount(value, from, to),
  );

interface CountRange {
  readonly from?: number;
  readonly to?: number;
}

const isCount = (value: unknown, from: number, to: number | undefined): boolean =>
  typeof value === "number" &&
  (Number.isSafeInteger(value) ? value >= from && value <= (to ?? value) : isEndless(value, to));

const isEndless = (value: number, to: number | undefined): boolean =>
  to === undefined && value === Infinity;

/** Accepts one of the texts. The fault suggests the nearest one. */
export const createOneOfCheck =
  (...texts: readonly string[]): OptionCheck =>
  (found, field) => {
    if (typeof found === "string" && texts.includes(found)) return undefined;
    const meant = typeof found === "string" ? findMostSimilarText(found, texts) : undefined;
    const all = `one of ${texts.map((each) => JSON.stringify(each)).join(", ")}`;
    const advice = meant === undefined ? "" : `, such as ${JSON.stringify(meant)}`;
    return faultOf({ field, expected: `${all}${advice}`, found });
  };

/** Accepts a list if all its entries pass `each`. */
export const createListCheck =
  (expected: string, each: OptionCheck): OptionCheck =>
  (found, field) => {
    if (!Array.isArray(found)) return faultOf({ field, expected: `a list of ${expected}`, found });
    for (const [index, entry] of (found as readonly unknown[]).entries()) {
      const fault = each(entry, `${field}[${index}]`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };

/** Accepts an object with any property names if all its values pass `entryCheck`. */
export const createObjectValuesCheck =
  (expected: string, entryCheck: OptionCheck): OptionCheck =>
  (found, field) => {
    if (typeof found !== "object" || found === null || Array.isArray(found)) {
      return faultOf({
        field,
        expected: `an object of ${expected}, with their names as keys`,
        found,
      });
    }
    for (const [name, value] of Object.entries(found)) {
      const fault = entryCheck(value, `${field}.${name}`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };

/** Accepts an object with these options. */
export const createOptionsObjectCheck =
  (checks: OptionChecks): OptionCheck =>
  (found, field) =>
    findOptionFault(found, checks, field);
