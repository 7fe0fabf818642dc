import type {
  LedgerDecodingFaultHandler,
  ValueCodecFunctions,
  ValueCodecFunctionsLookup,
} from "./codec.ts";
import { compareValues } from "./compare.ts";
import {
  createGenMapValue,
  createListValue,
  createSomeValue,
  createTextMapValue,
  none,
} from "./constructors.ts";
import {
  createJsonValueParseError,
  createMalformedTextError,
  createWrongJsonKindError,
  nestedTooDeeplyError,
  refusedByJsonLayerError,
} from "./json-error.ts";
import { isJsonObject, setJsonProperty } from "./json-object.ts";
import {
  type GenMapValueShape,
  isNestedOptional,
  type ListValueShape,
  type OptionalValueShape,
  type TextMapValueShape,
  type ValueShape,
} from "./shape.ts";
import { compareText, isWellFormedText } from "./text.ts";
import type { Value } from "./value.ts";
import { assertValueKind, prependPathIfLedgerError } from "./value-error.ts";

type ContainerShape = OptionalValueShape | ListValueShape | TextMapValueShape | GenMapValueShape;

export const createContainerCodec = (
  shape: ContainerShape,
  partsOf: ValueCodecFunctionsLookup,
  notice: LedgerDecodingFaultHandler,
): ValueCodecFunctions => {
  switch (shape.kind) {
    case "optional":
      return isNestedOptional(shape)
        ? createBracketedOptionalCodec(createNestedElementCodec(shape.element, partsOf))
        : createPlainOptionalCodec(partsOf(shape.element));
    case "list":
      return listCodec(partsOf(shape.element));
    case "textMap":
      return textMapCodec(partsOf(shape.element), notice);
    case "genMap":
      return genMapCodec(shape.key, partsOf(shape.key), partsOf(shape.value));
  }
};

/**
 * Returns the codec of an Optional that is not nested: `null`, or the JSON of the value itself. If the
 * element is an Optional because of a type argument, Some None is written as `null` too and read as
 * None, as on a participant.
 */
const createPlainOptionalCodec = (element: ValueCodecFunctions): ValueCodecFunctions => ({
  decode(json, room) {
    if (json === null || json === undefined) return none;
    return createSomeValue(element.decode(json, enterNestingLevel(room)));
  },
  encode(value) {
    assertValueKind("optional", value);
    return value.value === undefined ? null : element.encode(value.value);
  },
});

const nestedForm = "[] or an array with one value, because this Optional contains another Optional";

/**
 * Returns the codec of Optionals that are directly nested in each other: `[]` or `[value]` at every level,
 * so that None and Some None differ.
 */
const createBracketedOptionalCodec = (element: ValueCodecFunctions): ValueCodecFunctions => ({
  decode(json, room) {
    const items = readArray(nestedForm, json);
    if (items.length === 0) return none;
    // A participant would use the first element and ignore the others.
    if (items.length > 1) throw refusedByJsonLayerError(nestedForm, json);
    return createSomeValue(createPartDecoder(element, enterNestingLevel(room))(items[0], 0));
  },
  encode(value) {
    assertValueKind("optional", value);
    return value.value === undefined ? [] : [element.encode(value.value)];
  },
});

const createNestedElementCodec = (
  shape: OptionalValueShape,
  partsOf: ValueCodecFunctionsLookup,
): ValueCodecFunctions =>
  createBracketedOptionalCodec(
    isNestedOptional(shape)
      ? createNestedElementCodec(shape.element, partsOf)
      : partsOf(shape.element),
  );

const listCodec = (element: ValueCodecFunctions): ValueCodecFunctions => ({
  decode(json, room) {
    const items = readArray("an array", json);
    if (items.length === 0) return createListValue([]);
    const decodeElement = createPartDecoder(element, enterNestingLevel(room));
    const elements: Value[] = [];
    for (let index = 0; index < items.length; index++) {
      elements.push(decodeElement(items[index], index));
    }
    return createListValue(elements);
  },
  encode(value) {
    assertValueKind("list", value);
    return value.elements.map(element.encode);
  },
});

const textMapCodec = (
  element: ValueCodecFunctions,
  notice: LedgerDecodingFaultHandler,
): ValueCodecFunctions => ({
  decode(json, room) {
    // A Map of JavaScript has no own properties, so it would become an empty map.
    if (!isJsonObject(json) || json instanceof Map) {
      throw createWrongJsonKindError("Obj", "an object", json);
    }
    const keys = Object.keys(json);
    if (keys.length === 0) return createTextMapValue([]);
    const decodeElement = createPartDecoder(element, enterNestingLevel(room));
    // In the order of the JSON: of several faults, a participant reports the first one there.
    const entries = keys.map((key) => {
      if (!isWellFormedText(key)) notice(createMalformedTextError());
      return [key, decodeElement(json[key], key)] as const;
    });
    return createTextMapValue(entries.sort(([left], [right]) => compareText(left, right)));
  },
  encode(value) {
    assertValueKind("textMap", value);
    const json: Record<string, unknown> = {};
    for (const [key, of] of value.entries) setJsonProperty(json, key, element.encode(of));
    return json;
  },
});

const genMapCodec = (
  keyShape: ValueShape,
  key: ValueCodecFunctions,
  value: ValueCodecFunctions,
): ValueCodecFunctions => ({
  decode(json, room) {
    const items = readArray("an array of [key, value] pairs", json);
    if (items.length === 0) return createGenMapValue([]);
    const below = enterNestingLevel(room);
    const parts = [createPartDecoder(key, below), createPartDecoder(value, below)] as const;
    const entries = items.map((item, index) => decodePair(parts, item, index));
    entries.sort(([left], [right]) => compareValues(keyShape, left, right));
    return createGenMapValue(keepLastOfEachKey(keyShape, entries));
  },
  encode(map) {
    assertValueKind("genMap", map);
    return map.entries.map(([of, to]) => [key.encode(of), value.encode(to)]);
  },
});

const readArray = (form: string, json: unknown): readonly unknown[] => {
  if (!Array.isArray(json)) throw createWrongJsonKindError("Arr", form, json);
  return json;
};

/**
 * Returns the number of nesting levels that are still allowed below the parts of a value. Raises an
 * error if the parts are nested too deeply.
 */
const enterNestingLevel = (room: number): number => {
  if (room <= 0) throw nestedTooDeeplyError();
  return room - 1;
};

type MapEntryList = readonly (readonly [Value, Value])[];

/**
 * Returns the sorted entries without duplicate keys. If several entries have the same key, keeps
 * the last one.
 */
const keepLastOfEachKey = (key: ValueShape, entries: MapEntryList): MapEntryList => {
  const isLast = ([left]: MapEntryList[number], index: number): boolean => {
    const next = entries[index + 1];
    return next === undefined || compareValues(key, left, next[0]) !== 0;
  };
  return entries.every(isLast) ? entries : entries.filter(isLast);
};

type PartDecoder = (json: unknown, key: number | string) => Value;

/** Decodes a part. If that fails, adds the part's key or index to the path of the error. */
const createPartDecoder =
  (codec: ValueCodecFunctions, room: number): PartDecoder =>
  (json, key) => {
    try {
      return codec.decode(json, room);
    } catch (error) {
      throw prependPathIfLedgerError(`[${JSON.stringify(key)}]`, error);
    }
  };

const decodePair = (
  [decodeKey, decodeElement]: readonly [PartDecoder, PartDecoder],
  json: unknown,
  index: number,
): readonly [Value, Value] => {
  try {
    const pair = readArray(pairForm, json);
    if (pair.length === 0) throw pairTooShortError(json);
    // A participant would ignore further elements.
    if (pair.length > 2) throw refusedByJsonLayerError(pairForm, json);
    const key = decodeKey(pair[0], 0);
    if (pair.length === 1) throw pairTooShortError(json);
    return [key, decodeElement(pair[1], 1)];
  } catch (error) {
    throw prependPathIfLedgerError(`[${index}]`, error);
  }
};

const pairForm = "a [key, value] pair";

const pairTooShortError = (pair: unknown) =>
  createJsonValueParseError("java.lang.IndexOutOfBoundsException", pairForm, pair);
