import { readJsonChild } from "./json-pointer.ts";

/** Keys and indexes from the root of the body. */
export type BodyKeyPath = readonly string[];

/** Returns the JSON pointer (RFC 6901) of a place. */
export const formatJsonPointer = (keys: BodyKeyPath): string =>
  keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Returns the keys of a JSON pointer. */
export const parseJsonPointer = (pointer: string): BodyKeyPath =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Returns the value at a place of the body. */
export const getBodyValueAtPath = (body: unknown, keys: BodyKeyPath): unknown =>
  keys.reduce(readJsonChild, body);

/** A string value or an object key in a body. */
export interface TextInBody {
  readonly keys: BodyKeyPath;
  readonly text: string;
}

/** Maximum number of values that are searched. */
const maxValues = 20_000;

/** Maximum depth that is searched; no request contains names below it. */
const maxLevels = 100;

/** Yields all strings and keys of a body with their places, breadth first. */
export function* listTextsInBody(body: unknown): Iterable<TextInBody> {
  const queue: { readonly keys: BodyKeyPath; readonly json: unknown }[] = [
    { keys: [], json: body },
  ];
  for (let index = 0; index < Math.min(queue.length, maxValues); index++) {
    const { keys, json } = queue[index] ?? { keys: [], json: undefined };
    if (typeof json === "string") yield { keys, text: json };
    if (typeof json !== "object" || json === null || keys.length > maxLevels) continue;
    for (const key of listKeys(json)) {
      const inner = [...keys, key];
      if (!Array.isArray(json)) yield { keys: inner, text: key };
      if (queue.length < maxValues) queue.push({ keys: inner, json: readJsonChild(json, key) });
    }
  }
}

/** Returns the keys of an object, or the first indexes of a list. */
const listKeys = (json: object): readonly string[] =>
  Array.isArray(json)
    ? Array.from({ length: Math.min(json.length, maxValues) }, (_, index) => String(index))
    : Object.keys(json);

/** Returns the first place of this string or key. */
export const findTextInRequestBody = (body: unknown, text: string): BodyKeyPath | undefined => {
  for (const found of listTextsInBody(body)) if (found.text === text) return found.keys;
  return undefined;
};

/** Returns the place of the first object key that is one of the names. */
export const findKeyInRequestBody = (
  body: unknown,
  names: readonly string[],
): BodyKeyPath | undefined => {
  for (const { keys, text } of listTextsInBody(body)) {
    if (names.includes(text) && keys.at(-1) === text) return keys;
  }
  return undefined;
};
