import { faultText, type FieldFault } from "./argument-error.ts";
import { type LedgerError, ledgerError } from "./ledger-error.ts";
import { nearest } from "./nearest.ts";

/** What is wrong with an option, if anything is; `field` is where it stands. */
export type OptionForm = (value: unknown, field: string) => OptionFault | undefined;

/** The form of each option that there is. */
export type OptionForms<Options extends object = Record<string, unknown>> = {
  readonly [Name in keyof Required<Options>]: OptionForm;
};

/** An option that is none, or has a value that it cannot have. */
export interface OptionFault {
  readonly field: string;
  readonly cause: string;
  readonly expected: string;
}

/**
 * Raises INVALID_ARGUMENT for options that programs without types have misspelt, which would be passed over otherwise, and
 * for values that are none of theirs. An option that is undefined is absent.
 */
export const requireOptions = (options: unknown, forms: OptionForms, field = ""): void => {
  const fault = optionFault(options, forms, field);
  if (fault !== undefined) throw optionError(fault);
};

/** Raises INVALID_ARGUMENT where one of these options is absent. */
export const requirePresent = (
  options: Readonly<Record<string, unknown>>,
  names: readonly string[],
  field = "",
): void => {
  const missing = names.find((name) => options[name] === undefined);
  if (missing === undefined) return;
  const place = placeOf(missing, field);
  throw optionError({ field: place, cause: `The option ${place} is missing.`, expected: missing });
};

const placeOf = (name: string, field: string): string => (field === "" ? name : `${field}.${name}`);

/** What {@link requireOptions} raises. */
export const optionError = ({ cause, expected, field }: OptionFault): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause, expected, ...(field === "" ? {} : { path: field }) });

/** The first fault of all. */
export const optionFault = (
  options: unknown,
  forms: OptionForms,
  field = "",
): OptionFault | undefined => {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    const all = `an object with options such as ${Object.keys(forms).slice(0, 3).join(", ")}`;
    return faultOf({ ...(field === "" ? {} : { field }), expected: all, found: options });
  }
  for (const [name, value] of Object.entries(options)) {
    const place = placeOf(name, field);
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined) return unknownOption(place, name, Object.keys(forms));
    const fault = value === undefined ? undefined : form(value, place);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

const faultOf = (fault: Omit<FieldFault, "field"> & Partial<FieldFault>): OptionFault => ({
  field: fault.field ?? "",
  cause: faultText(fault),
  expected: fault.expected,
});

/** The fault of an option that there is not: what was meant, or what there is. */
export const unknownOption = (
  field: string,
  name: string,
  known: readonly string[],
): OptionFault => {
  const meant = nearest(name, known);
  const all = known.join(", ");
  return meant === undefined
    ? { field, cause: `There is no option ${field}; there are ${all}.`, expected: `one of ${all}` }
    : { field, cause: `There is no option ${field}; did you mean ${meant}?`, expected: meant };
};

/** Checked where it is used. */
export const anything: OptionForm = () => undefined;

/** `expected` completes "expected"; see `ArgumentFault`. */
export const form =
  (expected: string, accepts: (value: unknown) => boolean): OptionForm =>
  (found, field) =>
    accepts(found) ? undefined : faultOf({ field, expected, found });

export const flag = form("true or false", (value) => typeof value === "boolean");

export const text = form("a text", (value) => typeof value === "string");

/** A text or bytes; what is there in their place is not told. */
export const secret: OptionForm = (value, field) =>
  typeof value === "string" || value instanceof Uint8Array
    ? undefined
    : faultOf({ field, expected: "a text or bytes" });

export const callback = form("a function", (value) => typeof value === "function");

/** An object that does something, such as a store; `expected` says where one comes from. */
export const objectWith = (expected: string, ...members: readonly string[]): OptionForm =>
  form(expected, (value) => hasMembers(value, members));

const hasMembers = (value: unknown, members: readonly string[]): boolean =>
  typeof value === "object" && value !== null && members.every((member) => member in value);

/** Whole, from `from` to `to`; Infinity as well where there is no `to`. */
export const count = (what: string, { from = 0, to }: CountRange = {}): OptionForm =>
  form(
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

/** One of the texts; the one that was meant, for a text that is near. */
export const oneOf =
  (...texts: readonly string[]): OptionForm =>
  (found, field) => {
    if (typeof found === "string" && texts.includes(found)) return undefined;
    const meant = typeof found === "string" ? nearest(found, texts) : undefined;
    const all = `one of ${texts.map((each) => JSON.stringify(each)).join(", ")}`;
    const advice = meant === undefined ? "" : `, such as ${JSON.stringify(meant)}`;
    return faultOf({ field, expected: `${all}${advice}`, found });
  };

/** A list, each entry of which has the form. */
export const listOfForm =
  (expected: string, each: OptionForm): OptionForm =>
  (found, field) => {
    if (!Array.isArray(found)) return faultOf({ field, expected: `a list of ${expected}`, found });
    for (const [index, entry] of (found as readonly unknown[]).entries()) {
      const fault = each(entry, `${field}[${index}]`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };

/** An object whose properties are named by who gives it, each of which has the form. */
export const each =
  (expected: string, entryForm: OptionForm): OptionForm =>
  (found, field) => {
    if (typeof found !== "object" || found === null || Array.isArray(found)) {
      return faultOf({ field, expected: `an object with ${expected}, by their names`, found });
    }
    for (const [name, value] of Object.entries(found)) {
      const fault = entryForm(value, `${field}.${name}`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };

/** An object with options of its own. */
export const optionsOf =
  (forms: OptionForms): OptionForm =>
  (found, field) =>
    optionFault(found, forms, field);
