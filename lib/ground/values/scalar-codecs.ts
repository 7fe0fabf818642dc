import {
  contractIdString,
  fits,
  type Grammar,
  partyString,
} from "../identifiers/identifier-syntax.ts";
import type { CodecParts } from "./codec.ts";
import { bool, contractId, date, int64, party, text, timestamp, unit } from "./constructors.ts";
import { fitsInt64 } from "./int64.ts";
import { formatNumeric, parseNumeric } from "./numeric.ts";
import { assertWellFormedText } from "./text.ts";
import { formatDate, formatTimestamp, parseDate, parseTimestamp } from "./time.ts";
import type { ContractIdType, NumericType, PrimitiveType } from "./type.ts";
import { assertKind, unexpectedJson } from "./value-error.ts";

export const scalarCodec = (shape: PrimitiveType | NumericType | ContractIdType): CodecParts => {
  switch (shape.kind) {
    case "unit":
      return unitCodec;
    case "bool":
      return boolCodec;
    case "int64":
      return int64Codec;
    case "numeric":
      return numericCodec(shape.scale);
    case "text":
      return textCodec;
    case "timestamp":
      return timestampCodec;
    case "date":
      return dateCodec;
    case "party":
      return partyCodec;
    case "contractId":
      return contractIdCodec;
  }
};

const unitCodec: CodecParts = {
  // The reference tolerates anything here.
  decode: () => unit,
  encode: () => ({}),
};

const boolCodec: CodecParts = {
  decode(json) {
    if (typeof json !== "boolean") throw unexpectedJson("true or false", json);
    return bool(json);
  },
  encode(value) {
    assertKind("bool", value);
    return value.value;
  },
};

const int64Pattern = /^[+-]?0*\d{1,19}$/;
const int64Form = 'a 64-bit integer as a string, such as "42"';

const int64Codec: CodecParts = {
  decode(json) {
    const number = readInt64(json);
    if (number === undefined) throw unexpectedJson(int64Form, json);
    return int64(number);
  },
  encode(value) {
    assertKind("int64", value);
    return value.value.toString();
  },
};

const readInt64 = (json: unknown): bigint | undefined => {
  if (typeof json === "number") return Number.isSafeInteger(json) ? BigInt(json) : undefined;
  if (typeof json !== "string" || !int64Pattern.test(json)) return undefined;
  const number = json.startsWith("+") ? BigInt(json.slice(1)) : BigInt(json);
  return fitsInt64(number) ? number : undefined;
};

const numericCodec = (scale: number): CodecParts => {
  const form =
    `a decimal number with at most ${scale} digits after the point and 38 in all, ` +
    `such as "${formatNumeric({ kind: "numeric", scale, unscaled: 10n ** BigInt(scale) })}"`;
  return {
    decode(json) {
      const written = typeof json === "number" ? plainDecimal(json) : json;
      const number = typeof written === "string" ? parseNumeric(written, scale) : undefined;
      if (number === undefined) throw unexpectedJson(form, json);
      return number;
    },
    encode(value) {
      assertKind("numeric", value);
      return formatNumeric(value);
    },
  };
};

/**
 * A JSON number without exponent. Undefined where the JSON parser may already have rounded it off:
 * money written as a number too large for a double must not be accepted as another amount.
 */
const plainDecimal = (number: number): string | undefined => {
  if (!(Math.abs(number) <= Number.MAX_SAFE_INTEGER)) return undefined;
  const shortest = String(number);
  const [digits = "", exponent] = shortest.split("e");
  if (exponent === undefined) return shortest;
  const sign = digits.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = digits.replace("-", "").split(".");
  // Only small magnitudes are printed with an exponent here.
  return `${sign}0.${"0".repeat(-Number(exponent) - whole.length)}${whole}${fraction}`;
};

const textCodec: CodecParts = {
  decode(json) {
    if (typeof json !== "string") throw unexpectedJson("a string", json);
    assertWellFormedText(json);
    return text(json);
  },
  encode(value) {
    assertKind("text", value);
    return value.value;
  },
};

const timestampCodec: CodecParts = {
  decode(json) {
    const micros = typeof json === "string" ? parseTimestamp(json) : undefined;
    if (micros === undefined) {
      throw unexpectedJson('an ISO 8601 date-time such as "2026-01-31T12:00:00.5Z"', json);
    }
    return timestamp(micros);
  },
  encode(value) {
    assertKind("timestamp", value);
    return formatTimestamp(value.micros);
  },
};

const dateCodec: CodecParts = {
  decode(json) {
    const days = typeof json === "string" ? parseDate(json) : undefined;
    if (days === undefined) {
      throw unexpectedJson('a date from "0001-01-01" to "9999-12-31"', json);
    }
    return date(days);
  },
  encode(value) {
    assertKind("date", value);
    return formatDate(value.days);
  },
};

const identifier = (grammar: Grammar, form: string, json: unknown): string => {
  if (typeof json !== "string" || !fits(grammar, json)) throw unexpectedJson(form, json);
  return json;
};

const partyCodec: CodecParts = {
  decode: (json) =>
    party(identifier(partyString, "a party: 1 to 255 letters, digits, :, -, _ or spaces", json)),
  encode(value) {
    assertKind("party", value);
    return value.value;
  },
};

const contractIdCodec: CodecParts = {
  decode: (json) =>
    contractId(identifier(contractIdString, 'a contract id in lowercase hex, such as "00…"', json)),
  encode(value) {
    assertKind("contractId", value);
    return value.value;
  },
};
