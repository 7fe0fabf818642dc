import type { LedgerError } from "../errors/ledger-error.ts";
import {
  contractIdGrammar,
  type IdentifierGrammar,
  matchesGrammar,
  partyIdGrammar,
} from "../identifiers/identifier-syntax.ts";
import type { CodecParts, FaultHandler } from "./codec.ts";
import {
  bool,
  contractId,
  date,
  int64,
  numeric,
  party,
  text,
  timestamp,
  unit,
} from "./constructors.ts";
import { parseInt64 } from "./int64.ts";
import {
  malformedTextError,
  refusedJsonError,
  unfitJsonFormError,
  unparsableJsonError,
  unreadableValueError,
  wrongKindOfJsonError,
} from "./json-error.ts";
import { formatNumeric, parseDecimal, parseNumeric } from "./numeric.ts";
import { isWellFormedText } from "./text.ts";
import {
  formatDate,
  formatTimestamp,
  isYearOutOfRange,
  parseDate,
  parseTimestamp,
} from "./time.ts";
import type { ContractIdType, NumericType, PrimitiveType } from "./type.ts";
import { assertKind } from "./value-error.ts";

/**
 * Returns the codec of a type without parts. Calls `notice` with each fault that a participant's
 * JSON layer does not check. If `notice` returns, decoding continues with the faulty value or a
 * default.
 */
export const scalarCodec = (
  shape: PrimitiveType | NumericType | ContractIdType,
  notice: FaultHandler,
): CodecParts => {
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
  if (typeof json !== "string") throw wrongKindOfJsonError("Str", form, json);
  return json;
};

const unitCodec: CodecParts = {
  // A participant accepts any JSON for unit.
  decode: () => unit,
  encode: () => ({}),
};

const boolCodec: CodecParts = {
  decode(json) {
    if (typeof json !== "boolean") throw wrongKindOfJsonError("Bool", "true or false", json);
    return bool(json);
  },
  encode(value) {
    assertKind("bool", value);
    return value.value;
  },
};

const int64Form = 'a 64-bit integer as a string, such as "42"';

const int64Codec: CodecParts = {
  decode(json) {
    const number = parseInt64(readString(int64Form, json));
    if (number === undefined) throw refusedJsonError(int64Form, json);
    return int64(number);
  },
  encode(value) {
    assertKind("int64", value);
    return value.value.toString();
  },
};

const numericCodec = (scale: number, notice: FaultHandler): CodecParts => {
  const form =
    `a decimal number with at most ${scale} digits after the point and 38 in all, ` +
    `such as "${formatNumeric({ kind: "numeric", scale, unscaled: 10n ** BigInt(scale) })}"`;
  const zero = numeric(scale, 0n);
  return {
    decode(json) {
      const written = typeof json === "number" ? writtenNumber(json) : json;
      if (typeof written !== "string") throw refusedJsonError(form, json);
      const number = parseNumeric(written, scale);
      if (number !== undefined) return number;
      notice(
        parseDecimal(written) === undefined
          ? unreadableValueError(form, json)
          : unfitJsonFormError(form, json),
      );
      return zero;
    },
    encode(value) {
      assertKind("numeric", value);
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

const textCodec = (notice: FaultHandler): CodecParts => ({
  decode(json) {
    const written = readString("a string", json);
    if (!isWellFormedText(written)) notice(malformedTextError());
    return text(written);
  },
  encode(value) {
    assertKind("text", value);
    return value.value;
  },
});

const timestampForm = 'an ISO 8601 date-time such as "2026-01-31T12:00:00.5Z"';

const timestampCodec = (notice: FaultHandler): CodecParts => ({
  decode(json) {
    const written = readString(timestampForm, json);
    const micros = parseTimestamp(written);
    if (micros !== undefined) return timestamp(micros);
    if (!isYearOutOfRange(written, parseTimestamp)) throw malformedTime(timestampForm, json);
    notice(unreadableValueError(timestampForm, json));
    return timestamp(0n);
  },
  encode(value) {
    assertKind("timestamp", value);
    return formatTimestamp(value.micros);
  },
});

const dateForm = 'a date from "0001-01-01" to "9999-12-31"';

const dateCodec = (notice: FaultHandler): CodecParts => ({
  decode(json) {
    const written = readString(dateForm, json);
    const days = parseDate(written);
    if (days !== undefined) return date(days);
    if (!isYearOutOfRange(written, parseDate)) throw malformedTime(dateForm, json);
    notice(unreadableValueError(dateForm, json));
    return date(0);
  },
  encode(value) {
    assertKind("date", value);
    return formatDate(value.days);
  },
});

const malformedTime = (form: string, found: unknown): LedgerError =>
  unparsableJsonError("java.time.format.DateTimeParseException", form, found);

/** The grammar of an identifier, and its description for error texts. */
interface IdentifierForm {
  readonly grammar: IdentifierGrammar;
  readonly form: string;
}

const readIdentifier = (
  { grammar, form }: IdentifierForm,
  json: unknown,
  notice: FaultHandler,
): string => {
  const written = readString(form, json);
  if (!matchesGrammar(grammar, written)) notice(unreadableValueError(form, json));
  return written;
};

const partyForm: IdentifierForm = {
  grammar: partyIdGrammar,
  form: "a party: 1 to 255 letters, digits, :, -, _ or spaces",
};

const partyCodec = (notice: FaultHandler): CodecParts => ({
  decode: (json) => party(readIdentifier(partyForm, json, notice)),
  encode(value) {
    assertKind("party", value);
    return value.value;
  },
});

const contractIdForm: IdentifierForm = {
  grammar: contractIdGrammar,
  form: 'a contract id in lowercase hex, such as "00…"',
};

const contractIdCodec = (notice: FaultHandler): CodecParts => ({
  decode: (json) => contractId(readIdentifier(contractIdForm, json, notice)),
  encode(value) {
    assertKind("contractId", value);
    return value.value;
  },
});
