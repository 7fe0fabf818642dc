import { invalidArgument, missingField } from "../../base/errors/argument-error.ts";
import {
  at,
  isLedgerError,
  type LedgerError,
  ledgerError,
} from "../../base/errors/ledger-error.ts";
import type { Micros, Offset } from "../../base/identifiers/identifiers.ts";
import { decodeBase64 } from "../../base/values/base64.ts";
import { parseInstant } from "../../base/values/instant.ts";
import { isJsonObject, type JsonObject } from "../../base/values/json-object.ts";

export type { JsonObject };

/**
 * Checked readers of the JSON envelope: everything in a request but ledger values (ledger-api.md
 * 1.4–1.6). A reader takes any JSON value and gives the typed one, or throws INVALID_ARGUMENT with
 * the JSON path of the input at fault. Unknown fields are ignored, as the API does.
 */
export type Reader<T> = (json: unknown) => T;

/** Where a field may be: JSON, or what a program wrote, which has no other fields than its type. */
type MayHave<Field extends string> = Readonly<Partial<Record<Field, unknown>>>;

/** Reads a field that must be there. Raises MISSING_FIELD when it is absent. */
export const required = <T>(object: JsonObject, field: string, read: Reader<T>): T => {
  const json = object[field];
  if (json === undefined) throw missingField(field);
  return readAt(field, json, read);
};

/** Reads a field that may be absent or null: both mean unset. */
export const optional = <T, Field extends string>(
  object: MayHave<Field>,
  field: Field,
  read: Reader<T>,
): T | undefined => {
  const json = object[field];
  return json === undefined || json === null ? undefined : readAt(field, json, read);
};

/** A text field that may be unset; unset and `""` are the same (ledger-api.md 1.5). */
export const optionalText = <Field extends string>(object: MayHave<Field>, field: Field): string =>
  optional(object, field, readText) ?? "";

/** A list field that may be unset; unset and `[]` are the same. */
export const optionalList = <T, Field extends string>(
  object: MayHave<Field>,
  field: Field,
  read: Reader<T>,
): readonly T[] => {
  const json = object[field];
  return json === undefined || json === null ? [] : readAt(field, json, listOf(read));
};

export const readObject: Reader<JsonObject> = (json) => {
  if (isJsonObject(json)) return json;
  throw unexpected("an object", json);
};

export const readText: Reader<string> = (json) => {
  if (typeof json === "string") return json;
  throw unexpected("a string", json);
};

export const readBoolean: Reader<boolean> = (json) => {
  if (typeof json === "boolean") return json;
  throw unexpected("true or false", json);
};

/** A number without fraction, or its decimal digits as a string. */
export const readInt64: Reader<bigint> = (json) =>
  within(readInteger(json), { lowest: -(2n ** 63n), highest: 2n ** 63n - 1n, name: "int64" });

/** As {@link readInt64}, 32 bits wide. */
export const readInt32: Reader<number> = (json) =>
  Number(
    within(readInteger(json), { lowest: -(2n ** 31n), highest: 2n ** 31n - 1n, name: "int32" }),
  );

/**
 * Any int64, negative ones too: which offsets are legal depends on the operation. Offsets above
 * 2^53 lie beyond the end of every ledger; they lose digits but stay that large.
 */
export const readOffset: Reader<Offset> = (json) => Number(readInt64(json));

/** Standard Base64; its padding may be left out. */
export const readBytes: Reader<Uint8Array> = (json) => {
  const text = readText(json);
  const bytes = decodeBase64(text.padEnd(4 * Math.ceil(text.length / 4), "="));
  if (bytes !== undefined) return bytes;
  throw invalidArgument({ expected: "bytes in standard Base64" });
};

/** An instant in UTC, e.g. `2024-02-29T12:00:00.000001Z`; digits below a microsecond are dropped. */
export const readTimestamp: Reader<Micros> = (json) => {
  const text = readText(json);
  const micros = parseInstant(text);
  if (micros !== undefined) return micros;
  throw unexpected("a time like 2024-02-29T12:00:00.000001Z, years 0001 to 9999", text);
};

/** `{seconds, nanos}`, either may be absent; in nanoseconds; may be negative, and of any length. */
export const readNanos: Reader<bigint> = (json) => {
  const object = readObject(json);
  const seconds = optional(object, "seconds", readInt64) ?? 0n;
  const nanos = optional(object, "nanos", readInt32) ?? 0;
  return seconds * 1_000_000_000n + BigInt(nanos);
};

/** As {@link readNanos}, in microseconds, rounded towards zero. */
export const readDuration: Reader<bigint> = (json) => readNanos(json) / 1_000n;

/** One of the given constants. */
export const enumOf =
  <const Name extends string>(names: readonly Name[]): Reader<Name> =>
  (json) => {
    const found = names.find((name) => name === json);
    if (found !== undefined) return found;
    throw unexpected(`one of ${names.join(", ")}`, json);
  };

export const listOf =
  <T>(read: Reader<T>): Reader<readonly T[]> =>
  (json) => {
    if (!Array.isArray(json)) throw unexpected("an array", json);
    return mapAt(elementPath, json as readonly unknown[], read);
  };

const elementPath = (index: number): string => `[${index}]`;

/** An object as a map, in the order of its keys. */
export const mapOf =
  <T>(read: Reader<T>): Reader<ReadonlyMap<string, T>> =>
  (json) =>
    new Map(
      Object.entries(readObject(json)).map(([key, value]) => [key, readAt(key, value, read)]),
    );

/** Which variant of a tagged choice came, and what it carries. */
export type Choice<Readers extends Record<string, Reader<unknown>>> = {
  [Name in keyof Readers & string]: {
    readonly kind: Name;
    readonly value: ReturnType<Readers[Name]>;
  };
}[keyof Readers & string];

/**
 * A tagged choice, e.g. `{"CreateCommand": {…}}`: an object with one of the known keys. Of several the
 * first by name is taken, as a participant takes it; unknown keys are ignored. Name `Empty` among the
 * variants where the choice may be left open.
 */
export const choiceOf = <const Readers extends Record<string, Reader<unknown>>>(
  variants: Readers,
): Reader<Choice<Readers>> => {
  const names = (Object.keys(variants) as (keyof Readers & string)[]).sort();
  return (json) => {
    const object = readObject(json);
    const kind = names.find((name) => object[name] !== undefined);
    const read = kind === undefined ? undefined : variants[kind];
    if (kind === undefined || read === undefined) throw notOneVariant(names, object);
    return { kind, value: readAt(kind, object[kind], read) } as Choice<Readers>;
  };
};

/** Unwraps `{"value": …}`, in which many choices carry what they hold (ledger-api.md 1.6). */
export const valueOf =
  <T>(read: Reader<T>): Reader<T> =>
  (json) =>
    required(readObject(json), "value", read);

/** For variants without content, `Empty` above all: any object. */
export const readNothing: Reader<undefined> = (json) => {
  readObject(json);
  return undefined;
};

/** Runs a reader on a part of the input; an error it throws gets the part's path in front. */
export const readAt = <T>(path: string, json: unknown, read: Reader<T>): T => {
  try {
    return read(json);
  } catch (error) {
    throw isLedgerError(error) ? at(path, error) : error;
  }
};

/** As {@link readAt}, for each of a list: the path of an element is asked for when it is at fault. */
export const mapAt = <Item, T>(
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
    throw isLedgerError(error) ? at(pathOf(current), error) : error;
  }
};

const integerPattern = /^-?\d{1,19}$/;

const readInteger: Reader<bigint> = (json) => {
  if (typeof json === "number" && Number.isInteger(json)) return BigInt(json);
  if (typeof json === "bigint") return json;
  if (typeof json === "string" && integerPattern.test(json)) return BigInt(json);
  throw unexpected("an integer", json);
};

interface Range {
  readonly lowest: bigint;
  readonly highest: bigint;
  readonly name: string;
}

const within = (value: bigint, { lowest, highest, name }: Range): bigint => {
  if (value >= lowest && value <= highest) return value;
  throw unexpected(`an ${name}, from ${lowest} to ${highest}`, value);
};

const unexpected = (expected: string, found: unknown): LedgerError =>
  invalidArgument({ expected, found });

const notOneVariant = (names: readonly string[], object: JsonObject): LedgerError => {
  const keys = Object.keys(object).slice(0, 10).join(", ");
  return ledgerError("INVALID_ARGUMENT", {
    cause: `Expected one of the keys ${names.join(", ")}, got ${keys === "" ? "none" : keys}.`,
  });
};
