import { decodeBase64, encodeBase64 } from "./base64.ts";

/*
 * Lossless conversion between plain data and JSON. Data that JSON cannot represent is an object
 * with one member, whose name begins with `$`:
 *
 * - a bigint: `{"$int":"-12"}`
 * - bytes, as base64: `{"$bytes":"AAEC"}`
 * - a map: `{"$map":[[key,value], …]}`
 * - an object whose only member has a name that begins with `$`: `{"$object":{"$name":…}}`
 *
 * Members that are undefined are omitted. Equal data with members in the same order gives equal
 * texts.
 */

/**
 * Returns plain data as text. Throws a TypeError for other values: functions, symbols, NaN, and
 * instances of classes.
 */
export const encodeLosslessJson = (value: unknown): string => {
  switch (typeof value) {
    case "string":
      return quoteJsonText(value);
    case "boolean":
      return value ? "true" : "false";
    case "number":
      if (!Number.isFinite(value)) break;
      return String(value);
    case "bigint":
      return `{"$int":"${value}"}`;
    case "object":
      return value === null ? "null" : formatObjectText(value);
    case "undefined":
    case "function":
    case "symbol":
  }
  throw new TypeError(`Not plain data: ${String(value)}`);
};

/**
 * Maximum length of texts for which searching for characters to escape is faster than
 * JSON.stringify.
 */
const maxQuickCheckLength = 256;
/** The characters that JSON.stringify escapes, such as control characters and lone surrogates. */
const escapedCharacterPattern = /["\\\p{Cc}\p{Cs}]/u;

const quoteJsonText = (text: string): string =>
  text.length < maxQuickCheckLength && !escapedCharacterPattern.test(text)
    ? `"${text}"`
    : JSON.stringify(text);

/**
 * Maximum number of cached member names. Most names occur again and again; the limit is for data
 * with generated names.
 */
const maxCachedNames = 1_000;
const quotedNameCache = new Map<string, string>();

const quoteMemberName = (name: string): string => {
  const known = quotedNameCache.get(name);
  if (known !== undefined) return known;
  const text = JSON.stringify(name);
  if (name.length < maxQuickCheckLength && quotedNameCache.size < maxCachedNames) {
    quotedNameCache.set(name, text);
  }
  return text;
};

const formatObjectText = (value: object): string => {
  if (Array.isArray(value)) return formatListText(value);
  if (value instanceof Uint8Array) return `{"$bytes":"${encodeBase64(value)}"}`;
  if (value instanceof Map) {
    return `{"$map":${formatListText([...(value as Map<unknown, unknown>)])}}`;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`Not plain data: an instance of ${value.constructor.name}`);
  }
  return formatRecordText(value as Readonly<Record<string, unknown>>);
};

const formatListText = (list: readonly unknown[]): string => {
  let text = "";
  for (const item of list) {
    text += text === "" ? encodeLosslessJson(item) : `,${encodeLosslessJson(item)}`;
  }
  return `[${text}]`;
};

const formatRecordText = (record: Readonly<Record<string, unknown>>): string => {
  let text = "{";
  let count = 0;
  let first = "";
  for (const [name, member] of Object.entries(record)) {
    if (member === undefined) continue;
    if (count++ === 0) first = name;
    else text += ",";
    text += `${quoteMemberName(name)}:${encodeLosslessJson(member)}`;
  }
  return count === 1 && first.startsWith("$") ? `{"$object":${text}}}` : `${text}}`;
};

/**
 * Returns the data of a text that {@link encodeLosslessJson} wrote. Throws a SyntaxError for any other
 * text.
 */
export const decodeLosslessJson = (text: string): unknown =>
  decodeLosslessJsonInPlace(JSON.parse(text));

/**
 * Returns the data of parsed JSON. Converts it in place: the parsed JSON must not be used afterwards.
 * Throws a SyntaxError for JSON that {@link encodeLosslessJson} does not write.
 */
export const decodeLosslessJsonInPlace = (json: unknown): unknown => {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) {
    const list: unknown[] = json;
    for (const [index, held] of list.entries()) {
      if (typeof held === "object") list[index] = decodeLosslessJsonInPlace(held);
    }
    return list;
  }
  const record = json as Record<string, unknown>;
  const names = Object.keys(record);
  const [first] = names;
  if (names.length === 1 && first?.startsWith("$")) return decodeTagged(first, record[first]);
  return decodeMembers(record, names);
};

const decodeMembers = (
  record: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> => {
  for (const name of names) {
    const held = record[name];
    // The assignment is safe even for the name `__proto__`, because JSON.parse has made it an own
    // property.
    if (typeof held === "object") record[name] = decodeLosslessJsonInPlace(held);
  }
  return record;
};

/**
 * Limits the number of digits, because reading a million digits would take very long. The ledger
 * writes no longer numbers.
 */
const integerTextPattern = /^-?\d{1,1000}$/;

const decodeTagged = (tag: string, held: unknown): unknown => {
  switch (tag) {
    case "$int":
      if (typeof held === "string" && integerTextPattern.test(held)) return BigInt(held);
      break;
    case "$bytes": {
      const bytes = typeof held === "string" ? decodeBase64(held) : undefined;
      if (bytes !== undefined) return bytes;
      break;
    }
    case "$map":
      if (isListOfPairs(held)) {
        return new Map(decodeLosslessJsonInPlace(held) as [unknown, unknown][]);
      }
      break;
    case "$object":
      if (typeof held === "object" && held !== null && !Array.isArray(held)) {
        return decodeMembers(held as Record<string, unknown>, Object.keys(held));
      }
  }
  throw new SyntaxError(`An object with ${tag} as its only member is not valid tagged JSON`);
};

const isListOfPairs = (held: unknown): boolean =>
  Array.isArray(held) && held.every((pair) => Array.isArray(pair) && pair.length === 2);
