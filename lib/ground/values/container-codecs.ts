import { ledgerError } from "../errors/ledger-error.ts";
import type { CodecParts, CodecPartsOf } from "./codec.ts";
import { compareValues } from "./compare.ts";
import { genMap, list, none, some, textMap } from "./constructors.ts";
import { isJsonObject, setJsonProperty } from "./json-object.ts";
import type { GenMapShape, ListShape, OptionalShape, Shape, TextMapShape } from "./shape.ts";
import { assertWellFormedText, compareText } from "./text.ts";
import type { Value } from "./value.ts";
import { assertKind, descend, locate, unexpectedJson } from "./value-error.ts";

type ContainerShape = OptionalShape | ListShape | TextMapShape | GenMapShape;

export const containerCodec = (shape: ContainerShape, partsOf: CodecPartsOf): CodecParts => {
  switch (shape.kind) {
    case "optional":
      return shape.element.kind === "optional"
        ? bracketedOptional(nestedElement(shape.element, partsOf))
        : plainOptional(partsOf(shape.element));
    case "list":
      return listCodec(partsOf(shape.element));
    case "textMap":
      return textMapCodec(partsOf(shape.element));
    case "genMap":
      return genMapCodec(shape.key, partsOf(shape.key), partsOf(shape.value));
  }
};

/** `null` or the value itself. */
const plainOptional = (element: CodecParts): CodecParts => ({
  decode(json, room) {
    if (json === null || json === undefined) return none;
    return some(element.decode(json, descend(room)));
  },
  encode(value) {
    assertKind("optional", value);
    return value.value === undefined ? null : element.encode(value.value);
  },
});

/**
 * `[]` or `[value]`: used wherever an Optional lies directly within an Optional, at every level, so
 * that None and Some None differ.
 */
const bracketedOptional = (element: CodecParts): CodecParts => ({
  decode(json, room) {
    if (json === null || json === undefined) return none;
    if (!Array.isArray(json) || json.length > 1) {
      throw unexpectedJson("[] or an array with the one value, as Optionals are nested here", json);
    }
    if (json.length === 0) return none;
    return some(partDecoder(element, descend(room))(json[0], 0));
  },
  encode(value) {
    assertKind("optional", value);
    return value.value === undefined ? [] : [element.encode(value.value)];
  },
});

const nestedElement = (shape: OptionalShape, partsOf: CodecPartsOf): CodecParts =>
  bracketedOptional(
    shape.element.kind === "optional"
      ? nestedElement(shape.element, partsOf)
      : partsOf(shape.element),
  );

const listCodec = (element: CodecParts): CodecParts => ({
  decode(json, room) {
    const items = readArray("an array", json);
    if (items.length === 0) return list([]);
    const decodeElement = partDecoder(element, descend(room));
    const elements: Value[] = [];
    for (let index = 0; index < items.length; index++) {
      elements.push(decodeElement(items[index], index));
    }
    return list(elements);
  },
  encode(value) {
    assertKind("list", value);
    return value.elements.map(element.encode);
  },
});

const textMapCodec = (element: CodecParts): CodecParts => ({
  decode(json, room) {
    if (!isJsonObject(json)) throw unexpectedJson("an object", json);
    const keys = Object.keys(json).sort(compareText);
    if (keys.length === 0) return textMap([]);
    const decodeElement = partDecoder(element, descend(room));
    return textMap(
      keys.map((key) => {
        assertWellFormedText(key);
        return [key, decodeElement(json[key], key)];
      }),
    );
  },
  encode(value) {
    assertKind("textMap", value);
    const json: Record<string, unknown> = {};
    for (const [key, of] of value.entries) setJsonProperty(json, key, element.encode(of));
    return json;
  },
});

const genMapCodec = (keyShape: Shape, key: CodecParts, value: CodecParts): CodecParts => ({
  decode(json, room) {
    const items = readArray("an array of [key, value] pairs", json);
    if (items.length === 0) return genMap([]);
    const below = descend(room);
    const parts = [partDecoder(key, below), partDecoder(value, below)] as const;
    const entries = items.map((item, index) => decodePair(parts, item, index));
    entries.sort(([left], [right]) => compareValues(keyShape, left, right));
    entries.forEach(([left], index) => {
      const right = entries[index + 1];
      if (right !== undefined && compareValues(keyShape, left, right[0]) === 0) {
        throw duplicateKey(key.encode(left));
      }
    });
    return genMap(entries);
  },
  encode(map) {
    assertKind("genMap", map);
    return map.entries.map(([of, to]) => [key.encode(of), value.encode(to)]);
  },
});

const readArray = (form: string, json: unknown): readonly unknown[] => {
  if (!Array.isArray(json)) throw unexpectedJson(form, json);
  return json;
};

type PartDecoder = (json: unknown, key: number | string) => Value;

/** Decodes a part and says which one it was if that fails. */
const partDecoder =
  (codec: CodecParts, room: number): PartDecoder =>
  (json, key) => {
    try {
      return codec.decode(json, room);
    } catch (error) {
      throw locate(`[${JSON.stringify(key)}]`, error);
    }
  };

const decodePair = (
  [decodeKey, decodeElement]: readonly [PartDecoder, PartDecoder],
  json: unknown,
  index: number,
): readonly [Value, Value] => {
  try {
    if (!Array.isArray(json) || json.length !== 2) {
      throw unexpectedJson("a [key, value] pair", json);
    }
    return [decodeKey(json[0], 0), decodeElement(json[1], 1)];
  } catch (error) {
    throw locate(`[${index}]`, error);
  }
};

const duplicateKey = (key: unknown) =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The key ${JSON.stringify(key)} occurs twice; every key of a map must be different.`,
  });
