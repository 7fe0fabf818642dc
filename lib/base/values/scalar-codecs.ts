import type { LedgerError } from "../errors/ledger-error.ts";
import {
  contractIdGrammar,
  type IdentifierGrammar,
  matchesGrammar,
  partyIdGrammar,
} from "../identifiers/identifier-syntax.ts";
import type { LedgerDecodingFaultHandler, ValueCodecFunctions } from "./codec.ts";
import {
  createBoolValue,
  createContractIdValue,
  createDateValue,
  createInt64Value,
  createNumericValue,
  createPartyValue,
  createTextValue,
  createTimestampValue,
  unit,
} from "./constructors.ts";
import { parseInt64 } from "./int64.ts";
import {
  createJsonValueParseError,
  createMalformedTextError,
  createWrongJsonKindError,
  createWrongTypeJsonError,
  refusedByJsonLayerError,
  unreadableValueError,
} from "./json-error.ts";
import { formatNumeric, parseNumeric, parseNumericAtSmallestScale } from "./numeric.ts";
import { isWellFormedText } from "./text.ts";
import {
  formatDate,
  formatTimestamp,
  isTimestampYearOutOfRange,
  parseDate,
  parseTimestamp,
} from "./time.ts";
import type { ContractIdType, NumericType, PrimitiveType } from "./type.ts";
import { assertValueKind } from "./value-error.ts";

/**
 * Returns the codec of a type without parts. Calls `notice` with each fault that a participant's
 * JSON layer does not check. If `notice` returns, decoding continues with the faulty value or a
 * default.
 */
export const createScalarCodec = (
  shape: PrimitiveType | NumericType | ContractIdType,
  notice: LedgerDecodingFaultHandler,
): ValueCodecFunctions => {
  switch (shape.kind) {
    case "unit":
      return unitCodec;
    case "bool":
      return boolCodec;
    case "int64":
      return int64Codec;
    case "numeric":
      return numericCodec(shape.scale, notice);
    case "text":
      return textCodec(notice);
    case "timestamp":
      return timestampCodec(notice);
    case "date":
      return dateCodec(notice);
    case "party":
      return partyCodec(notice);
    case "contractId":
      return contractIdCodec(notice);
  }
};

const readString = (form: string, json: unknown): string => {
  if (typeof json !== "string") throw createWrongJsonKindError("Str", form, json);
  return json;
};

const unitCodec: ValueCodecFunctions = {
  // A participant accepts any JSON for unit.
  decode: () => unit,
  encode: () => ({}),
};

const boolCodec: ValueCodecFunctions = {
  decode(json) {
    if (typeof json !== "boolean") throw createWrongJsonKindError("Bool", "true or false", json);
    return createBoolValue(json);
  },
  encode(value) {
    assertValueKind("bool", value);
    return value.value;
  },
};

const int64Form = 'a 64-bit integer as a string, such as "42"';

const int64Codec: ValueCodecFunctions = {
  decode(json) {
    const number = parseInt64(readString(int64Form, json));
    if (number === undefined) throw refusedByJsonLayerError(int64Form, json);
    return createInt64Value(number);
  },
  encode(value) {
    assertValueKind("int64", value);
    return value.value.toString();
  },
};

const numericCodec = (scale: number, notice: LedgerDecodingFaultHandler): ValueCodecFunctions => {
  const form =
    `a decimal number with at most ${scale} digits after the point and 38 in all, ` +
    `such as "${formatNumeric({ kind: "numeric", scale, unscaled: 10n ** BigInt(scale) })}"`;
  const zero = createNumericValue(scale, 0n);
  return {
    decode(json) {
      const written = typeof json === "number" ? writtenNumber(json) : json;
      if (typeof written !== "string") throw refusedByJsonLayerError(form, json);
      const number = parseNumeric(written, scale);
      if (number !== undefined) return number;
      notice(
        parseNumericAtSmallestScale(written) === undefined
          ? unreadableValueError(form, json)
          : createWrongTypeJsonError(form, json),
      );
      return zero;
    },
    encode(value) {
      assertValueKind("numeric", value);
      return formatNumeric(value);
    },
  };
};

/**
 * Returns a JSON number as the text that a participant parses as a Numeric. Like on a participant,
 * very large and very small numbers get an exponent, which a Numeric must not have.
 */
const writtenNumber = (number: number): string => {
  const magnitude = Math.abs(number);
  return magnitude === 0 || (magnitude >= 1e-3 && magnitude < 1e7)
    ? String(number)
    : number.toExponential();
};

const textCodec = (notice: LedgerDecodingFaultHandler): ValueCodecFunctions => ({
  decode(json) {
    const written = readString("a string", json);
    if (!isWellFormedText(written)) notice(createMalformedTextError());
    return createTextValue(written);
  },
  encode(value) {
    assertValueKind("text", value);
    return value.value;
  },
});

const timestampForm = 'an ISO 8601 date-time such as "2026-01-31T12:00:00.5Z"';

const timestampCodec = (notice: LedgerDecodingFaultHandler): ValueCodecFunctions => ({
  decode(json) {
    const written = readString(timestampForm, json);
    const micros = parseTimestamp(written);
    if (micros !== undefined) return createTimestampValue(micros);
    if (!isTimestampYearOutOfRange(written, parseTimestamp)) {
      throw malformedTime(timestampForm, json);
    }
    notice(unreadableValueError(timestampForm, json));
    return createTimestampValue(0n);
  },
  encode(value) {
    assertValueKind("timestamp", value);
    return formatTimestamp(value.micros);
  },
});

const dateForm = 'a date from "0001-01-01" to "9999-12-31"';

const dateCodec = (notice: LedgerDecodingFaultHandler): ValueCodecFunctions => ({
  decode(json) {
    const written = readString(dateForm, json);
    const days = parseDate(written);
    if (days !== undefined) return createDateValue(days);
    if (!isTimestampYearOutOfRange(written, parseDate)) throw malformedTime(dateForm, json);
    notice(unreadableValueError(dateForm, json));
    return createDateValue(0);
  },
  encode(value) {
    assertValueKind("date", value);
    return formatDate(value.days);
  },
});

const malformedTime = (form: string, found: unknown): LedgerError =>
  createJsonValueParseError("java.time.format.DateTimeParseException", form, found);

/** The grammar of an identifier, and its description for error texts. */
interface IdentifierForm {
  readonly grammar: IdentifierGrammar;
  readonly form: string;
}

const readIdentifier = (
  { grammar, form }: IdentifierForm,
  json: unknown,
  notice: LedgerDecodingFaultHandler,
): string => {
  const written = readString(form, json);
  if (!matchesGrammar(grammar, written)) notice(unreadableValueError(form, json));
  return written;
};

const partyForm: IdentifierForm = {
  grammar: partyIdGrammar,
  form: "a party: 1 to 255 letters, digits, :, -, _ or spaces",
};

const partyCodec = (notice: LedgerDecodingFaultHandler): ValueCodecFunctions => ({
  decode: (json) => createPartyValue(readIdentifier(partyForm, json, notice)),
  encode(value) {
    assertValueKind("party", value);
    return value.value;
  },
});

const contractIdForm: IdentifierForm = {
  grammar: contractIdGrammar,
  form: 'a contract id in lowercase hex, such as "00…"',
};

const contractIdCodec = (notice: LedgerDecodingFaultHandler): ValueCodecFunctions => ({
  decode: (json) => createContractIdValue(readIdentifier(contractIdForm, json, notice)),
  encode(value) {
    assertValueKind("contractId", value);
    return value.value;
  },
});
