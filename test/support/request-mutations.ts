import fc from "fast-check";

import { isList, isObject, type Json } from "./json.ts";

/** A change of one place of a JSON value. Places are numbered from the root on, in text order. */
interface Change {
  readonly place: number;
  /** The change: replacement by text, removal, or an additional element inside. */
  readonly spoil:
    | { readonly kind: "replace"; readonly text: string }
    | { readonly kind: "remove" }
    | { readonly kind: "rename"; readonly key: string }
    | { readonly kind: "add"; readonly key: string; readonly text: string };
}

/** A change of the bytes of an encoded body. */
type Damage =
  | { readonly kind: "none" }
  | { readonly kind: "cut"; readonly at: number }
  | { readonly kind: "insert"; readonly at: number; readonly bytes: readonly number[] };

const nested = (levels: number, open: string, close: string): string =>
  open.repeat(levels) + close.repeat(levels);

/** JSON, and texts that resemble JSON, each of which is refused almost everywhere. */
const hostileTexts = [
  ...["null", "true", "0", "-1", "-0", "0.5", "1e300", "1e400", "[]", "{}", "[null]", "[[]]"],
  ...["2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775809"],
  ...["NaN", "Infinity", "undefined", "'single'", "01", '"\t"', "0x10", "[1,]", "{1:2}"],
  ...['""', '" "', '"0"', '"-1"', '"NaN"', '"1e5"', '"9223372036854775808"', '"1.00000000001"'],
  ...['"__proto__"', '"constructor"', '{"__proto__":{"polluted":true}}', '{"constructor":{}}'],
  ...['"\\u0000"', '"\\u001b[2J"', '"\\ud800"', '"\\udc00x"', '"\\u202e"', '"é"', '"👻"'],
  ...['"#iou:Iou:Iou"', '"#iou:Iou:Holding"', '"#iou"', '"#:::"', '"::"', '"a::b::c"', '"00"'],
  ...['"TRANSACTION_SHAPE_TREE"', '"1970-01-01T00:00:00Z"', '"0000-00-00T00:00:00Z"'],
  ...['{"Empty":{}}', '{"value":{}}', '{"tag":"None","value":null}', '{"Nope":{"value":{}}}'],
  ...[nested(101, "[", "]"), nested(150, '{"value":', "}").replace(":}", ":0}")],
  ...[nested(5_000, "[", "]"), JSON.stringify("x".repeat(100_000)), `"00${"ab".repeat(40_000)}"`],
];

/**
 * Keys that the API knows, added where they may not belong: a oneof gets several, a record gets unknown
 * fields.
 */
const hostileKeys = [
  ...["__proto__", "constructor", "toString", "", "0", "\u0000", "\ud800", "x".repeat(1_000)],
  ...["CreateCommand", "ExerciseCommand", "CreateAndExerciseCommand", "ExerciseByKeyCommand"],
  ...["Empty", "DeduplicationOffset", "DeduplicationDuration", "WildcardFilter", "TemplateFilter"],
  ...["ParticipantAdmin", "CanActAs", "value", "filter", "verbose", "eventFormat", "commands"],
];

const quoted = (key: string): string => JSON.stringify(key);

const arbitraryText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 2 }) },
);

const arbitraryKey = fc.constantFrom(...hostileKeys);

const arbitraryChange: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(),
  spoil: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant("replace" as const), text: arbitraryText }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("rename" as const), key: arbitraryKey }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("add" as const),
        key: arbitraryKey,
        text: arbitraryText,
      }),
    },
  ),
});

const arbitraryDamage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("none" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cut" as const), at: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("insert" as const),
      at: fc.nat(),
      // Invalid UTF-8; an encoded lone surrogate; a byte order mark; an escape; a closing brace.
      bytes: fc.constantFrom([0xff], [0xed, 0xa0, 0x80], [0xef, 0xbb, 0xbf], [0x1b], [0x7d]),
    }),
  },
);

/** A random change of a request body. */
export interface BodyMutation {
  readonly changes: readonly Change[];
  readonly damage: Damage;
}

/** Generates few changes at a time, since the ledger reports only the first one that it refuses. */
export const arbitraryBodyMutation: fc.Arbitrary<BodyMutation> = fc.record({
  changes: fc.array(arbitraryChange, { maxLength: 3 }),
  damage: arbitraryDamage,
});

/** Returns the changed body as bytes. Equal arguments return equal bytes. */
export const mutatedBody = (body: Json, { changes, damage }: BodyMutation): Uint8Array => {
  const places = placesIn(body);
  const spoils = new Map(changes.map(({ place, spoil }) => [place % places, spoil]));
  const text = mutatedText(body, 0, spoils) ?? "";
  return damaged(new TextEncoder().encode(text), damage);
};

const membersOf = (json: Json): readonly (readonly [string, Json])[] =>
  isList(json) || isObject(json) ? Object.entries(json) : [];

const placesIn = (json: Json): number =>
  1 + membersOf(json).reduce((sum, [, member]) => sum + placesIn(member), 0);

/** Returns the JSON text of a changed value; undefined if the value was removed. */
const mutatedText = (
  json: Json,
  place: number,
  spoils: ReadonlyMap<number, Change["spoil"]>,
): string | undefined => {
  const spoil = spoils.get(place);
  if (spoil?.kind === "replace") return spoil.text;
  if (spoil?.kind === "remove") return undefined;
  if (!isList(json) && !isObject(json)) return JSON.stringify(json);
  let next = place + 1;
  const parts = membersOf(json).flatMap(([key, member]) => {
    const here = spoils.get(next);
    const text = mutatedText(member, next, spoils);
    next += placesIn(member);
    if (text === undefined) return [];
    if (isList(json)) return [text];
    return [`${quoted(here?.kind === "rename" ? here.key : key)}:${text}`];
  });
  if (spoil?.kind === "add") {
    parts.push(isList(json) ? spoil.text : `${quoted(spoil.key)}:${spoil.text}`);
  }
  return isList(json) ? `[${parts.join()}]` : `{${parts.join()}}`;
};

const damaged = (bytes: Uint8Array, damage: Damage): Uint8Array => {
  switch (damage.kind) {
    case "none":
      return bytes;
    case "cut":
      return bytes.subarray(0, damage.at % (bytes.length + 1));
    case "insert": {
      const at = damage.at % (bytes.length + 1);
      return Uint8Array.from([...bytes.subarray(0, at), ...damage.bytes, ...bytes.subarray(at)]);
    }
  }
};

const hostileValues = [
  ...["", " ", "-1", "0", "0.5", "NaN", "null", "9223372036854775808", "1e999", "true", "[]", "{}"],
  ...[
    "__proto__",
    "..",
    ".",
    "%",
    "%zz",
    "%00",
    "%ed%a0%80",
    "%ff",
    "%2f%2f",
    "a::b",
    "x".repeat(9_000),
  ],
];

/** Text for a URL, without percent-encoding. */
export const arbitraryUrlText: fc.Arbitrary<string> = fc.constantFrom(...hostileValues);
