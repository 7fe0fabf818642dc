import { isLedgerError } from "../errors/ledger-error.ts";
import { findMostSimilarText } from "../errors/nearest.ts";
import { getValueJsonCodec } from "./codec.ts";
import { isJsonObject, type JsonObject } from "./json-object.ts";
import type { RecordShape, ValueShape, VariantShape } from "./shape.ts";

/** A wrong or missing name in the JSON of a value. */
export interface ValueJsonNameFault {
  /** Keys and indexes, starting from the value. */
  readonly path: readonly string[];
  /** The accepted names. */
  readonly expected: string;
  /** An unknown name in the same object, if it is probably a misspelling of the missing name. */
  readonly writtenAs?: string;
  /** The name that was probably meant; undefined if none is similar. */
  readonly nearest: string | undefined;
}

/**
 * Returns the first unknown field, tag or constructor, or missing field; undefined if all names are
 * valid. Does not check the values. Used for hints, because a participant's error for such JSON may
 * not say where the fault is. Visits the whole JSON.
 */
export const findValueJsonNameFault = (
  json: unknown,
  shape: ValueShape,
): ValueJsonNameFault | undefined => {
  for (const place of findValuePlaces(json, shape, [])) {
    const [found] = findNameFaults(place);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** A fault in the JSON of a value. */
export interface ValueJsonFault {
  /** Keys and indexes, starting from the value. */
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Yields all faults: unknown and missing names, and texts, numbers and other parts that do not fit
 * their type. Checks each part separately, so JSON without such faults may still be refused as a
 * whole. Visits the whole JSON.
 */
export function* findValueJsonFaults(json: unknown, shape: ValueShape): Iterable<ValueJsonFault> {
  for (const place of findValuePlaces(json, shape, [])) {
    const nameFaults = [...findNameFaults(place)];
    for (const { path: place, expected, writtenAs, nearest: meant } of nameFaults) {
      const name = place.at(-1) ?? "";
      const path = writtenAs === undefined ? place : [...place.slice(0, -1), writtenAs];
      const advice = meant === undefined || meant === name ? "" : ` Did you mean ${meant}?`;
      yield { path, message: `Expected ${expected}.${advice}` };
    }
    if (nameFaults.length > 0 || listValueParts(place.json, place.shape).length > 0) continue;
    const message = findTypeFault(place);
    if (message !== undefined) yield { path: place.path, message };
  }
}

const findTypeFault = ({ json, shape }: ValuePlace): string | undefined => {
  try {
    getValueJsonCodec(shape).decode(json);
    return undefined;
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    return error.details.cause;
  }
};

/** Yields all texts where the type requires a party. Visits the whole JSON. */
export function* findPartiesInJson(
  json: unknown,
  shape: ValueShape,
): Iterable<{ readonly path: readonly string[]; readonly party: string }> {
  for (const { path, json: found, shape: of } of findValuePlaces(json, shape, [])) {
    if (of.kind === "party" && typeof found === "string") yield { path, party: found };
  }
}

/** A part of the JSON of a value, with its path and the expected type. */
interface ValuePlace {
  readonly path: readonly string[];
  readonly json: unknown;
  readonly shape: ValueShape;
}

/** Yields all parts of the JSON. Skips null, which is None if it is valid. */
function* findValuePlaces(
  json: unknown,
  shape: ValueShape,
  path: readonly string[],
): Generator<ValuePlace, void, undefined> {
  if (json === null || json === undefined) return;
  // An Optional within an Optional is an array with at most one element.
  if (shape.kind === "optional") {
    if (shape.element.kind !== "optional") return yield* findValuePlaces(json, shape.element, path);
    if (Array.isArray(json)) yield* findValuePlaces(json[0], shape.element, [...path, "0"]);
    return;
  }
  yield { path, json, shape };
  for (const [key, part, of] of listValueParts(json, shape)) {
    yield* findValuePlaces(part, of, [...path, ...key]);
  }
}

type ValuePart = readonly [key: readonly string[], json: unknown, shape: ValueShape];

const listValueParts = (json: unknown, shape: ValueShape): readonly ValuePart[] => {
  switch (shape.kind) {
    case "record":
      return isJsonObject(json)
        ? shape.fields.map(({ name, shape: of }) => [[name], readOwnProperty(json, name), of])
        : [];
    case "variant": {
      const tag = isJsonObject(json) ? readOwnProperty(json, "tag") : undefined;
      const constructor = shape.constructors.find(({ name }) => name === tag);
      if (constructor === undefined || !isJsonObject(json)) return [];
      return [[["value"], readOwnProperty(json, "value"), constructor.shape]];
    }
    case "textMap":
      return isJsonObject(json)
        ? Object.entries(json).map(([key, value]) => [[key], value, shape.element])
        : [];
    case "list":
      return toArrayOrEmpty(json).map((element, index) => [
        [String(index)],
        element,
        shape.element,
      ]);
    case "genMap":
      return toArrayOrEmpty(json).flatMap((entry, index): ValuePart[] => {
        const [key, value] = toArrayOrEmpty(entry);
        return [
          [[String(index), "0"], key, shape.key],
          [[String(index), "1"], value, shape.value],
        ];
      });
    case "unit":
    case "bool":
    case "int64":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "numeric":
    case "contractId":
    case "enum":
    case "optional":
      return [];
  }
};

const toArrayOrEmpty = (json: unknown): readonly unknown[] => (Array.isArray(json) ? json : []);

const readOwnProperty = (json: JsonObject, name: string): unknown =>
  Object.hasOwn(json, name) ? json[name] : undefined;

const findNameFaults = ({ path, json, shape }: ValuePlace): Iterable<ValueJsonNameFault> => {
  switch (shape.kind) {
    case "record":
      return isJsonObject(json) ? findFieldNameFaults(json, shape, path) : [];
    case "variant":
      return isJsonObject(json) ? toListOfDefined(findVariantNameFault(json, shape, path)) : [];
    case "enum":
      return typeof json === "string"
        ? toListOfDefined(findMemberNameFault(json, shape.constructors, path))
        : [];
    case "unit":
    case "bool":
    case "int64":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "numeric":
    case "contractId":
    case "optional":
    case "list":
    case "textMap":
    case "genMap":
      return [];
  }
};

const toListOfDefined = <T>(value: T | undefined): readonly T[] =>
  value === undefined ? [] : [value];

const findMemberNameFault = (
  name: string,
  names: readonly string[],
  path: readonly string[],
): ValueJsonNameFault | undefined =>
  names.includes(name)
    ? undefined
    : { path, expected: `one of ${names.join(", ")}`, nearest: findMostSimilarText(name, names) };

/**
 * Returns the wrong name in a variant; undefined if no name in the object is similar to the missing
 * `tag`, because then there is no name to correct.
 */
const findVariantNameFault = (
  json: JsonObject,
  { constructors }: VariantShape,
  path: readonly string[],
): ValueJsonNameFault | undefined => {
  const tag = readOwnProperty(json, "tag");
  const names = constructors.map(({ name }) => name);
  if (typeof tag === "string" && !names.includes(tag)) {
    return findMemberNameFault(tag, names, [...path, "tag"]);
  }
  const missing = ["tag", "value"].find((name) => readOwnProperty(json, name) === undefined);
  const others = Object.keys(json).filter((key) => key !== "tag" && key !== "value");
  const misspelling = missing === undefined ? undefined : findMostSimilarText(missing, others);
  if (missing === undefined || (missing === "tag" && misspelling === undefined)) return undefined;
  return {
    path: [...path, missing],
    expected:
      misspelling === undefined
        ? `the field value, with the payload of ${String(tag)}`
        : `the field ${missing}, not ${misspelling}`,
    nearest: misspelling === undefined ? undefined : missing,
  };
};

/**
 * Yields the wrong names in a record. A missing field is reported before an unknown one, because it
 * is more helpful.
 */
function* findFieldNameFaults(
  json: JsonObject,
  { qualifiedName, fields }: RecordShape,
  path: readonly string[],
): Iterable<ValueJsonNameFault> {
  const names = fields.map(({ name }) => name);
  const unknownFields = new Set(
    Object.keys(json).filter(
      (key) => !names.includes(key) && json[key] !== null && json[key] !== undefined,
    ),
  );
  for (const { name, shape } of fields) {
    if (shape.kind === "optional" || readOwnProperty(json, name) !== undefined) continue;
    const instead = findMostSimilarText(name, unknownFields);
    if (instead !== undefined) unknownFields.delete(instead);
    const expected = `the field ${name}${instead === undefined ? ` of ${qualifiedName}` : `, not ${instead}`}`;
    yield {
      path: [...path, name],
      expected,
      ...(instead === undefined ? {} : { writtenAs: instead }),
      nearest: instead === undefined ? undefined : name,
    };
  }
  const free = names.filter((name) => readOwnProperty(json, name) === undefined);
  for (const unknownField of unknownFields) {
    yield {
      path: [...path, unknownField],
      expected:
        names.length === 0
          ? `no field, because ${qualifiedName} has no fields`
          : `one of the fields ${names.join(", ")}`,
      nearest: findMostSimilarText(unknownField, free),
    };
  }
}
