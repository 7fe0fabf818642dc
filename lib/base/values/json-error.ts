import { faultText } from "../errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../errors/ledger-error.ts";

/**
 * What a participant answers to JSON that is no value of its type. It finds out in three steps, each of
 * which comes to an end before the next begins: its JSON layer makes a message of the JSON, its
 * ledger reads the message, its engine makes a value of what was read (ledger-api.md 6).
 */
type JsonKind = "Str" | "Bool" | "Obj" | "Arr";

/**
 * Another kind of JSON than the type wants, which the JSON layer never expects:
 * LEDGER_API_INTERNAL_ERROR, with status 500.
 */
export const otherJson = (kind: JsonKind, form: string, found: unknown): LedgerError =>
  internal(`ujson.Value$InvalidData: Expected ujson.${kind} (data: ${jsonText(found)})`, {
    form,
    found,
  });

/** The right kind of JSON, in which the JSON layer's own parser finds no value; as {@link otherJson}. */
export const unparsable = (exception: string, form: string, found: unknown): LedgerError =>
  internal(`${exception}: ${jsonText(found)}`, { form, found });

/** What the JSON layer itself finds wrong with an argument: INVALID_ARGUMENT. */
export const unfitJson = (form: string, found: unknown): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: faultText({ expected: form, found }),
    layer: "json",
    expected: form,
  });

/** INVALID_ARGUMENT of the JSON layer, in other words. */
export const unfitJsonFor = (cause: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause, layer: "json" });

/** COMMAND_PREPROCESSING_FAILED of the JSON layer, for a record that lacks fields. */
export const incompleteJson = (cause: string, form: string): LedgerError =>
  ledgerError("COMMAND_PREPROCESSING_FAILED", { cause, layer: "json", expected: form });

/** What the ledger behind the JSON layer cannot read: INVALID_ARGUMENT. */
export const unreadableValue = (form: string, found: unknown): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: faultText({ expected: form, found }),
    expected: form,
  });

/** What is read well and still is no value of the type: COMMAND_PREPROCESSING_FAILED. */
export const unfitValue = (cause: string): LedgerError =>
  ledgerError("COMMAND_PREPROCESSING_FAILED", { cause });

/** The same of a value of another form. */
export const unfitForm = (form: string, found: unknown): LedgerError =>
  ledgerError("COMMAND_PREPROCESSING_FAILED", {
    cause: faultText({ expected: form, found }),
    expected: form,
  });

/** Text that no value may hold, as {@link unfitValue}. */
export const malformedText = (): LedgerError =>
  unfitValue("Text may contain neither the NUL character nor a surrogate without its partner.");

/** More levels than a value may have, as {@link unfitValue}. */
export const nestedTooDeeply = (): LedgerError =>
  unfitValue("The value is nested deeper than is allowed.");

/** Whether the JSON layer finds it out, before anything else is looked at. */
export const isOfJsonLayer = ({ details }: LedgerError): boolean => details.layer === "json";

/** Whether it is found out when all values of a request are read, before any is used. */
export const isUnreadable = ({ details }: LedgerError): boolean =>
  details.code === "INVALID_ARGUMENT";

const internal = (
  throwable: string,
  { form, found }: { readonly form: string; readonly found: unknown },
): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: faultText({ expected: form, found }),
    context: { throwableO: `Some(${throwable})` },
    layer: "json",
    expected: form,
  });

/** JSON as text; what programs pass instead may hold itself, or be deeper than the stack. */
const jsonText = (found: unknown): string => {
  try {
    return JSON.stringify(found ?? null, writable);
  } catch {
    return "...";
  }
};

const writable = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : value;
