import { childOf } from "./json-pointer.ts";

/** Keys and indexes from the body on. */
export type Keys = readonly string[];

/** A JSON pointer (RFC 6901). */
export const pointerTo = (keys: Keys): string =>
  keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The keys of a JSON pointer. */
export const keysOf = (pointer: string): Keys =>
  pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

/** What stands at a place of the body. */
export const valueAt = (body: unknown, keys: Keys): unknown => keys.reduce(childOf, body);

/** Something that is written in a body: a text, or a key of an object. */
export interface Written {
  readonly keys: Keys;
  readonly text: string;
}

/** Beyond this many values a body is looked through no further. */
const maxValues = 20_000;

/** Deeper than this no request has anything that has a name. */
const maxLevels = 100;

/** All texts and keys of a body, each with its place, outer ones first. */
export function* writtenIn(body: unknown): Iterable<Written> {
  const queue: { readonly keys: Keys; readonly json: unknown }[] = [{ keys: [], json: body }];
  for (let index = 0; index < Math.min(queue.length, maxValues); index++) {
    const { keys, json } = queue[index] ?? { keys: [], json: undefined };
    if (typeof json === "string") yield { keys, text: json };
    if (typeof json !== "object" || json === null || keys.length > maxLevels) continue;
    for (const key of namesIn(json)) {
      const inner = [...keys, key];
      if (!Array.isArray(json)) yield { keys: inner, text: key };
      if (queue.length < maxValues) queue.push({ keys: inner, json: childOf(json, key) });
    }
  }
}

/** The keys of an object, or the first indexes of a list, which may have very many. */
const namesIn = (json: object): readonly string[] =>
  Array.isArray(json)
    ? Array.from({ length: Math.min(json.length, maxValues) }, (_, index) => String(index))
    : Object.keys(json);

/** The first place where the body says just this. */
export const placeOfText = (body: unknown, text: string): Keys | undefined => {
  for (const found of writtenIn(body)) if (found.text === text) return found.keys;
  return undefined;
};

/** The first place of an object's key that is one of these. */
export const placeOfKey = (body: unknown, names: readonly string[]): Keys | undefined => {
  for (const { keys, text } of writtenIn(body)) {
    if (names.includes(text) && keys.at(-1) === text) return keys;
  }
  return undefined;
};
