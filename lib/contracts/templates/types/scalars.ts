import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import type * as model from "../../../base/identifiers/identifiers.ts";
import {
  boolType,
  createNumericType,
  dateType,
  int64Type,
  partyType,
  textType,
  timestampType,
  unitType,
} from "../../../base/values/common-types.ts";
import {
  createBoolValue,
  createDateValue,
  createInt64Value,
  createPartyValue,
  createTextValue,
  createTimestampValue,
  unit,
} from "../../../base/values/constructors.ts";
import { maxNumericScale } from "../../../base/values/numeric.ts";
import { formatDate, maxTimestampMicros, minTimestampMicros } from "../../../base/values/time.ts";
import { unexpectedJsonError } from "../../../base/values/value-error.ts";
import { Decimal, type DecimalInput } from "./decimal.ts";
import type { Descriptor, NoFields } from "./descriptor.ts";
import { upgradeValueMismatchError } from "./upgrade-value-mismatch-error.ts";
import {
  parseBoolInput,
  parseDateInput,
  parseInt64Input,
  parsePartyIdInput,
  parseTextInput,
  parseTimestampInput,
} from "./written-scalars.ts";

/** A party; a string in contract code. */
export type Party = model.Party;

/** A party id such as `alice::1220…`; a string in code and in JSON. */
export const Party: Descriptor<model.Party, model.Party> = {
  kind: "party",
  encode: (input) => createPartyValue(parsePartyIdInput(input)),
  decode(value) {
    if (value.kind !== "party") throw upgradeValueMismatchError("a party", value);
    return value.value;
  },
  typeIn: () => partyType,
};

/** Text without NUL and lone surrogates. */
export const Text: Descriptor<string, string> = {
  kind: "text",
  encode: (input) => createTextValue(parseTextInput(input)),
  decode(value) {
    if (value.kind !== "text") throw upgradeValueMismatchError("a text", value);
    return value.value;
  },
  typeIn: () => textType,
};

/** `true` or `false`; a boolean in JSON. */
export const Bool: Descriptor<boolean, boolean> = {
  kind: "bool",
  encode: (input) => createBoolValue(parseBoolInput(input)),
  decode(value) {
    if (value.kind !== "bool") throw upgradeValueMismatchError("a boolean", value);
    return value.value;
  },
  typeIn: () => boolType,
};

const int64Limit = 2n ** 63n;

/** A bigint from −2^63 to 2^63−1. Safe integers and decimal strings are also accepted as input. */
export const Int64: Descriptor<bigint, bigint | number | string> = {
  kind: "int64",
  encode(input) {
    if (typeof input !== "bigint") return createInt64Value(parseInt64Input(input));
    if (input < -int64Limit || input >= int64Limit) {
      throw unexpectedJsonError("an integer from −2^63 to 2^63−1", input);
    }
    return createInt64Value(input);
  },
  decode(value) {
    if (value.kind !== "int64") throw upgradeValueMismatchError("an integer", value);
    return value.value;
  },
  typeIn: () => int64Type,
};

/**
 * Microseconds since 1970-01-01T00:00:00Z, in the years 0001 to 9999. Dates and ISO 8601 texts with a time
 * zone are also accepted as input.
 */
export const Timestamp: Descriptor<bigint, bigint | Date | string> = {
  kind: "timestamp",
  encode(input) {
    const micros = input instanceof Date ? toMicrosOrText(input) : input;
    if (typeof micros !== "bigint") return createTimestampValue(parseTimestampInput(micros));
    if (micros < minTimestampMicros || micros > maxTimestampMicros) {
      throw unexpectedJsonError("microseconds within the years 0001 to 9999", micros);
    }
    return createTimestampValue(micros);
  },
  decode(value) {
    if (value.kind !== "timestamp") throw upgradeValueMismatchError("a timestamp", value);
    return value.micros;
  },
  typeIn: () => timestampType,
};

/**
 * Returns the time of a Date in microseconds. For an invalid Date, returns its text, so that the
 * error shows it.
 */
const toMicrosOrText = (date: Date): bigint | string => {
  const millis = date.getTime();
  return Number.isNaN(millis) ? String(date) : BigInt(millis) * 1000n;
};

/** A calendar date, `yyyy-mm-dd`. */
export const CalendarDate: Descriptor<string, string> = {
  kind: "date",
  encode: (input) => createDateValue(parseDateInput(input)),
  decode(value) {
    if (value.kind !== "date") throw upgradeValueMismatchError("a date", value);
    return formatDate(value.days);
  },
  typeIn: () => dateType,
};

/** The value of type Unit: an object without properties. Choice bodies may return nothing instead. */
export type Unit = NoFields;

const unitObject: Unit = Object.freeze({});

// Contract code may return nothing if a choice has no result.
/** The type with a single value, `{}` in JSON. */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type
export const Unit: Descriptor<Unit, Unit | void> = {
  kind: "unit",
  encode(input) {
    if (input === undefined || isEmptyObject(input)) return unit;
    throw unexpectedJsonError("nothing, or an empty object", input);
  },
  decode(value) {
    if (value.kind !== "unit") throw upgradeValueMismatchError("unit", value);
    return unitObject;
  },
  typeIn: () => unitType,
};

const isEmptyObject = (input: unknown): boolean =>
  typeof input === "object" && input !== null && Reflect.ownKeys(input).length === 0;

/**
 * A decimal number with `scale` digits after the point, 0 to 37, and 38 digits in total. Decimal strings,
 * bigints, and numbers that print without exponent are also accepted as input. Raises INVALID_ARGUMENT for
 * any other scale.
 */
export const Numeric = (scale: number): Descriptor<Decimal, DecimalInput> => {
  if (!Number.isInteger(scale) || scale < 0 || scale > maxNumericScale) {
    throw createInvalidArgumentError({
      expected: `a whole number from 0 to ${maxNumericScale} as the scale of a Numeric`,
      found: scale,
    });
  }
  const type = createNumericType(scale);
  return {
    kind: "numeric",
    // Decimal rejects any input that is not a number.
    encode: (input) => Decimal.of(input as DecimalInput, scale).toValue(),
    decode(value) {
      if (value.kind !== "numeric" || value.scale !== scale) {
        throw upgradeValueMismatchError(`a Numeric ${scale}`, value);
      }
      return Decimal.fromValue(value);
    },
    typeIn: () => type,
  };
};
