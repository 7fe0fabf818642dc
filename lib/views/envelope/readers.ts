import { createInvalidArgumentError, missingFieldError } from "../../base/errors/argument-error.ts";
import {
  isLedgerError,
  type LedgerError,
  ledgerError,
  prefixErrorPath,
} from "../../base/errors/ledger-error.ts";
import type { Micros, Offset } from "../../base/identifiers/identifiers.ts";
import { decodeBase64 } from "../../base/values/base64.ts";
import { parseInstant } from "../../base/values/instant.ts";
import { isJsonObject, type JsonObject } from "../../base/values/json-object.ts";

export type { JsonObject };

/**
 * A function that reads a part of a request, except ledger values (ledger-api.md 1.4–1.6). It takes
 * any JSON value and returns a typed one, or throws INVALID_ARGUMENT with the JSON path of the
 * faulty input. Like a participant, it ignores unknown fields.
 */
export type JsonReader<T> = (json: unknown) => T;

/** A JSON object, or an object that a caller in this process passes, that may have the field. */
type MayHave<Field extends string> = Readonly<Partial<Record<Field, unknown>>>;

/** Reads a required field. Raises MISSING_FIELD if it is absent. */
export const readRequiredJsonField = <T, Field extends string>(
  object: MayHave<Field>,
  field: Field,
  read: JsonReader<T>,
): T => {
  const json = object[field];
  if (json === undefined) throw missingFieldError(field);
  return readWithErrorPath(field, json, read);
};

/** Reads a field that may be absent or null; both mean unset. */
export const readOptionalJsonField = <T, Field extends string>(
  object: MayHave<Field>,
  field: Field,
  read: JsonReader<T>,
): T | undefined => {
  const json = object[field];
  return json === undefined || json === null ? undefined : readWithErrorPath(field, json, read);
};

/** Reads an optional text field. Unset and `""` mean the same (ledger-api.md 1.5). */
export const readOptionalText = <Field extends string>(
  object: MayHave<Field>,
  field: Field,
): string => readOptionalJsonField(object, field, readJsonString) ?? "";

/** Reads an optional list field. Unset and `[]` mean the same. */
export const readOptionalList = <T, Field extends string>(
  object: MayHave<Field>,
  field: Field,
  read: JsonReader<T>,
): readonly T[] => {
  const json = object[field];
  return json === undefined || json === null
    ? []
    : readWithErrorPath(field, json, createListReader(read));
};

export const readJsonObject: JsonReader<JsonObject> = (json) => {
  if (isJsonObject(json)) return json;
  throw unexpectedValueError("an object", json);
};

export const readJsonString: JsonReader<string> = (json) => {
  if (typeof json === "string") return json;
  throw unexpectedValueError("a string", json);
};

export const readBoolean: JsonReader<boolean> = (json) => {
  if (typeof json === "boolean") return json;
  throw unexpectedValueError("true or false", json);
};

/** Reads an integer, as a number or as a string that {@link parseJsonInteger} accepts. */
export const readInt64: JsonReader<bigint> = (json) =>
  requireRange(readInteger(json), { lowest: -(2n ** 63n), highest: 2n ** 63n - 1n, name: "int64" });

/** Like {@link readInt64}, for 32 bits. */
export const readInt32: JsonReader<number> = (json) =>
  Number(
    requireRange(readInteger(json), {
      lowest: -(2n ** 31n),
      highest: 2n ** 31n - 1n,
      name: "int32",
    }),
  );

/**
 * Reads any int64 as an offset. Accepts negative ones, because each operation checks the range
 * itself. Offsets above 2^53 lose digits, but stay larger than any ledger end.
 */
export const readOffset: JsonReader<Offset> = (json) => Number(readInt64(json));

/** Reads standard Base64. The padding is optional. */
export const readBase64Bytes: JsonReader<Uint8Array> = (json) => {
  const text = readJsonString(json);
  const bytes = decodeBase64(text.padEnd(4 * Math.ceil(text.length / 4), "="));
  if (bytes !== undefined) return bytes;
  throw createInvalidArgumentError({ expected: "bytes in standard Base64" });
};

/**
 * Reads an instant such as `2024-02-29T12:00:00.000001Z`. Digits below a microsecond are dropped.
 */
export const readTimestamp: JsonReader<Micros> = (json) => {
  const text = readJsonString(json);
  const micros = parseInstant(text);
  if (micros !== undefined) return micros;
  throw unexpectedValueError("a time like 2024-02-29T12:00:00.000001Z, years 0001 to 9999", text);
};

/**
 * Reads a duration `{seconds, nanos}`, and returns it in nanoseconds. Each field may be absent. The
 * duration may be negative and have any length.
 */
export const readDurationNanos: JsonReader<bigint> = (json) => {
  const object = readJsonObject(json);
  const seconds = readOptionalJsonField(object, "seconds", readInt64) ?? 0n;
  const nanos = readOptionalJsonField(object, "nanos", readInt32) ?? 0;
  return seconds * 1_000_000_000n + BigInt(nanos);
};

/** Like {@link readDurationNanos}, but returns microseconds, rounded towards zero. */
export const readDurationMicros: JsonReader<bigint> = (json) => readDurationNanos(json) / 1_000n;

/** Returns a reader for one of these constants. */
export const createEnumJsonReader =
  <const Name extends string>(names: readonly Name[]): JsonReader<Name> =>
  (json) => {
    const found = names.find((name) => name === json);
    if (found !== undefined) return found;
    throw unexpectedValueError(`one of ${names.join(", ")}`, json);
  };

export const createListReader =
  <T>(read: JsonReader<T>): JsonReader<readonly T[]> =>
  (json) => {
    if (!Array.isArray(json)) throw unexpectedValueError("an array", json);
    return readElementsWithPath(elementPath, json as readonly unknown[], read);
  };

const elementPath = (index: number): string => `[${index}]`;

/** Returns a reader for an object, which it reads as a map, in the order of the object's keys. */
export const createMapJsonReader =
  <T>(read: JsonReader<T>): JsonReader<ReadonlyMap<string, T>> =>
  (json) =>
    new Map(
      Object.entries(readJsonObject(json)).map(([key, value]) => [
        key,
        readWithErrorPath(key, value, read),
      ]),
    );

/** The result of reading a tagged variant: its name, and the content. */
export type TaggedValue<Readers extends Record<string, JsonReader<unknown>>> = {
  [Name in keyof Readers & string]: {
    readonly kind: Name;
    readonly value: ReturnType<Readers[Name]>;
  };
}[keyof Readers & string];

/**
 * Returns a reader for a tagged variant such as `{"CreateCommand": {…}}`: an object with one of the
 * known keys. If the object has several known keys, the alphabetically first is used, as on a
 * participant. Unknown keys are ignored. Include a variant `Empty` if the content is optional.
 */
export const createTaggedVariantReader = <
  const Readers extends Record<string, JsonReader<unknown>>,
>(
  variants: Readers,
): JsonReader<TaggedValue<Readers>> => {
  const names = (Object.keys(variants) as (keyof Readers & string)[]).sort();
  return (json) => {
    const object = readJsonObject(json);
    const kind = names.find((name) => object[name] !== undefined);
    const read = kind === undefined ? undefined : variants[kind];
    if (kind === undefined || read === undefined) throw unknownVariantError(names, object);
    return { kind, value: readWithErrorPath(kind, object[kind], read) } as TaggedValue<Readers>;
  };
};

/**
 * Returns a reader for `{"value": …}`, the object that wraps the content of many tagged variants
 * (ledger-api.md 1.6).
 */
export const createWrappedValueReader =
  <T>(read: JsonReader<T>): JsonReader<T> =>
  (json) =>
    readRequiredJsonField(readJsonObject(json), "value", read);

/** Reads any object, for variants without content, such as `Empty`. */
export const readObjectIgnoringContent: JsonReader<undefined> = (json) => {
  readJsonObject(json);
  return undefined;
};

/** Reads a part of the input. If that fails, prepends the part's path to the path of the error. */
export const readWithErrorPath = <T>(path: string, json: unknown, read: JsonReader<T>): T => {
  try {
    return read(json);
  } catch (error) {
    throw isLedgerError(error) ? prefixErrorPath(path, error) : error;
  }
};

/**
 * Like {@link readWithErrorPath}, but for each element of a list. Computes the path of an element only if
 * reading it fails.
 */
export const readElementsWithPath = <Item, T>(
  pathOf: (index: number) => string,
  items: readonly Item[],
  read: (item: Item, index: number) => T,
): readonly T[] => {
  let current = 0;
  try {
    return items.map((item, index) => {
      current = index;
      return read(item, index);
    });
  } catch (error) {
    throw isLedgerError(error) ? prefixErrorPath(pathOf(current), error) : error;
  }
};

/**
 * Returns the integer in a text that contains a JSON number: `"1"`, `"1.0"` and `"1e0"`, but not
 * `"01"` or `"+1"`. Returns undefined for any other text. A participant accepts the same texts.
 */
export const parseJsonInteger = (text: string): bigint | undefined => {
  const [, sign, whole, fraction = "", exponent = "0"] = jsonNumberPattern.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole}${fraction}`;
  const shift = Number(exponent) - fraction.length;
  const absolute =
    shift >= 0 ? `${digits}${"0".repeat(shift)}` : digits.slice(0, shift).padStart(1, "0");
  if (shift < 0 && !/^0*$/.test(digits.slice(shift))) return undefined;
  return BigInt(absolute) * (sign === "-" ? -1n : 1n);
};

const jsonNumberPattern = /^(-?)(0|[1-9]\d{0,18})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

const readInteger: JsonReader<bigint> = (json) => {
  if (typeof json === "number" && Number.isInteger(json)) return BigInt(json);
  if (typeof json === "bigint") return json;
  const value = typeof json === "string" ? parseJsonInteger(json) : undefined;
  if (value !== undefined) return value;
  throw unexpectedValueError("an integer", json);
};

interface IntegerRange {
  readonly lowest: bigint;
  readonly highest: bigint;
  readonly name: string;
}

const requireRange = (value: bigint, { lowest, highest, name }: IntegerRange): bigint => {
  if (value >= lowest && value <= highest) return value;
  throw unexpectedValueError(`an ${name}, from ${lowest} to ${highest}`, value);
};

const unexpectedValueError = (expected: string, found: unknown): LedgerError =>
  createInvalidArgumentError({ expected, found });

const unknownVariantError = (names: readonly string[], object: JsonObject): LedgerError => {
  const keys = Object.keys(object).slice(0, 10).join(", ");
  return ledgerError("INVALID_ARGUMENT", {
    cause: `Expected one of the keys ${names.join(", ")}, got ${keys === "" ? "none" : keys}.`,
  });
};
