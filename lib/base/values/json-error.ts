import { formatArgumentFault } from "../errors/argument-error.ts";
import { type LedgerError, ledgerError } from "../errors/ledger-error.ts";

/*
 * The errors of a participant for JSON that is not a valid value of the expected type. A
 * participant checks the whole JSON in three steps: the JSON layer converts it to a protobuf
 * message, the ledger reads the message, and the engine converts it to a value (ledger-api.md 6).
 */

/** Names of JSON kinds in the error texts of a participant's JSON layer. */
type JsonKind = "Str" | "Bool" | "Obj" | "Arr";

/**
 * Returns the error for the wrong kind of JSON, such as a number instead of a text. The JSON layer
 * fails internally: LEDGER_API_INTERNAL_ERROR, with status 500.
 */
export const createWrongJsonKindError = (
  kind: JsonKind,
  form: string,
  found: unknown,
): LedgerError =>
  internalError(`ujson.Value$InvalidData: Expected ujson.${kind} (data: ${jsonText(found)})`, {
    form,
    found,
  });

/**
 * Returns the error for JSON of the right kind that the JSON layer cannot parse. Same code as
 * {@link createWrongJsonKindError}.
 */
export const createJsonValueParseError = (
  exception: string,
  form: string,
  found: unknown,
): LedgerError => internalError(`${exception}: ${jsonText(found)}`, { form, found });

/** Returns the error for an argument that the JSON layer itself refuses: INVALID_ARGUMENT. */
export const refusedByJsonLayerError = (form: string, found: unknown): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: formatArgumentFault({ expected: form, found }),
    layer: "json",
    expected: form,
  });

/** Returns the INVALID_ARGUMENT error of the JSON layer with this cause. */
export const refusedByJsonLayerErrorWithCause = (cause: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause, layer: "json" });

/**
 * Returns the error of the JSON layer for a record with missing fields:
 * COMMAND_PREPROCESSING_FAILED.
 */
export const createMissingFieldsError = (cause: string, form: string): LedgerError =>
  ledgerError("COMMAND_PREPROCESSING_FAILED", { cause, layer: "json", expected: form });

/**
 * Returns the error for a message that the ledger behind the JSON layer cannot read:
 * INVALID_ARGUMENT.
 */
export const unreadableValueError = (form: string, found: unknown): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: formatArgumentFault({ expected: form, found }),
    expected: form,
  });

/**
 * Returns the error for a readable message that is not a value of the type:
 * COMMAND_PREPROCESSING_FAILED.
 */
export const wrongTypeValueError = (cause: string): LedgerError =>
  ledgerError("COMMAND_PREPROCESSING_FAILED", { cause });

/** Returns the same error as {@link wrongTypeValueError}. `form` describes the accepted JSON. */
export const createWrongTypeJsonError = (form: string, found: unknown): LedgerError =>
  ledgerError("COMMAND_PREPROCESSING_FAILED", {
    cause: formatArgumentFault({ expected: form, found }),
    expected: form,
  });

/** Returns the error for a text that no value may contain; see {@link wrongTypeValueError}. */
export const createMalformedTextError = (): LedgerError =>
  wrongTypeValueError("Text must not contain the NUL character or an unpaired surrogate.");

/** Returns the error for a value with too many levels; see {@link wrongTypeValueError}. */
export const nestedTooDeeplyError = (): LedgerError =>
  wrongTypeValueError("The value is nested deeper than is allowed.");

/**
 * Returns true if the JSON layer reports the error. The JSON layer checks requests before the
 * ledger does.
 */
export const isJsonLayerError = ({ details }: LedgerError): boolean => details.layer === "json";

/**
 * For an error that the JSON layer did not report: returns true if the ledger finds it while it
 * decodes the request (INVALID_ARGUMENT), before the engine converts the values.
 */
export const isRequestDecodingError = ({ details }: LedgerError): boolean =>
  details.code === "INVALID_ARGUMENT";

const internalError = (
  throwable: string,
  { form, found }: { readonly form: string; readonly found: unknown },
): LedgerError =>
  ledgerError("LEDGER_API_INTERNAL_ERROR", {
    cause: formatArgumentFault({ expected: form, found }),
    context: { throwableO: `Some(${throwable})` },
    layer: "json",
    expected: form,
  });

/**
 * Returns JSON as text. A program may also pass a cyclic object, or one that is too deep for the
 * stack.
 */
const jsonText = (found: unknown): string => {
  try {
    return JSON.stringify(found ?? null, convertBigIntToText);
  } catch {
    return "...";
  }
};

const convertBigIntToText = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : value;
