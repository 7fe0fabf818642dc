import type { Json } from "../json.ts";

/** A small mistake in a request, and what its error must explain. */
export interface SmallMistake {
  readonly kind: SmallMistakeKind;
  readonly body: Json;
  /** The JSON pointers that the error may name: that of the wrong value or of the missing value. */
  readonly places: readonly string[];
  /** The intended name; undefined if no name was written. */
  readonly intendedName?: string;
}

export type SmallMistakeKind =
  | "misspelt key"
  | "dropped field"
  | "other type"
  | "hint of a party"
  | "misspelt name"
  | "constant";

/** Keys chosen by users, not by the API. */
const ownKeys = [
  "filtersByParty",
  "annotations",
  "createArguments",
  "choiceArgument",
  "contractKey",
  "fields",
];

/** Yields all small mistakes in a body, for the party of this id. */
export function* smallMistakesIn(body: Json, party: string): Iterable<SmallMistake> {
  for (const place of placesIn(body, [])) yield* slipsAt(body, place, party);
}

interface Place {
  readonly keys: readonly string[];
  readonly value: Json;
}

function* placesIn(json: Json, keys: readonly string[]): Iterable<Place> {
  if (keys.length > 0) yield { keys, value: json };
  if (typeof json !== "object" || json === null) return;
  for (const [key, value] of Object.entries<Json>(json as Readonly<Record<string, Json>>)) {
    yield* placesIn(value, [...keys, key]);
  }
}

function* slipsAt(body: Json, { keys, value }: Place, party: string): Iterable<SmallMistake> {
  const key = keys.at(-1) ?? "";
  const at = pointer(keys);
  const isWord = !/^\d+$/.test(key) && !ownKeys.some((own) => keys.slice(0, -1).includes(own));
  if (isWord && key.length > 4) {
    const wrong = transposed(key);
    const there = [...keys.slice(0, -1), wrong];
    yield {
      kind: "misspelt key",
      body: replacedAt(body, keys, { key: wrong, value }),
      places: [at, pointer(there), ...kindAt(keys)],
      intendedName: key,
    };
  }
  if (isWord) {
    yield {
      kind: "dropped field",
      body: replacedAt(body, keys, undefined),
      places: [at, ...kindAt(keys)],
    };
  }
  if (isWord) {
    yield {
      kind: "other type",
      body: replacedAt(body, keys, { key, value: otherType(value) }),
      places: [at],
    };
  }
  if (typeof value !== "string") return;
  const replaced = (kind: SmallMistakeKind, text: string): SmallMistake => ({
    kind,
    body: replacedAt(body, keys, { key, value: text }),
    places: [at],
    intendedName: value,
  });
  if (value === party) yield replaced("hint of a party", party.slice(0, party.indexOf("::")));
  if (["templateId", "interfaceId", "choice"].includes(key)) {
    yield replaced("misspelt name", transposed(value));
  }
  if (/^[A-Z]+(?:_[A-Z0-9]+)+$/.test(value)) yield replaced("constant", value.toLowerCase());
}

/**
 * Returns the pointers that an error may name for an object whose only key states its kind, such as
 * `{"CreateCommand": …}`.
 */
const kindAt = (keys: readonly string[]): readonly string[] =>
  /^[A-Z]/.test(keys.at(-1) ?? "") ? [pointer(keys.slice(0, -1))] : [];

const otherType = (value: Json): Json => (typeof value === "object" ? "x" : { x: 1 });

/** Swaps two adjacent letters: the first different ones after the third letter, otherwise the last two. */
const transposed = (text: string): string => {
  for (let at = text.length - 2; at > 0; at--) {
    const [one = "", other = ""] = [text[at], text[at + 1]];
    if (one === other || !/^[a-z]{2}$/i.test(one + other)) continue;
    return text.slice(0, at) + other + one + text.slice(at + 2);
  }
  return `${text}x`;
};

const pointer = (keys: readonly string[]): string =>
  keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

interface Replacement {
  readonly key: string;
  readonly value: Json;
}

/** Returns the body with another value at this path, or without it. */
const replacedAt = (
  json: Json,
  keys: readonly string[],
  written: Replacement | undefined,
): Json => {
  const [first = "", ...inner] = keys;
  if (Array.isArray(json)) {
    return json.flatMap((each: Json, index) => {
      if (index !== Number(first)) return [each];
      if (inner.length > 0) return [replacedAt(each, inner, written)];
      return written === undefined ? [] : [written.value];
    });
  }
  return Object.fromEntries(
    Object.entries(json as Readonly<Record<string, Json>>).flatMap(([key, value]) => {
      if (key !== first) return [[key, value]];
      if (inner.length > 0) return [[key, replacedAt(value, inner, written)]];
      return written === undefined ? [] : [[written.key, written.value]];
    }),
  );
};
