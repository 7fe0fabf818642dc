import { compareText } from "../../../../lib/base/values/text.ts";
import { allGive, computed, rowsOf, type ValueRow, type ValueTable } from "./value-table.ts";

const quoted = (text: string): string => JSON.stringify(text);
const between = (point: bigint | number): string => `[45, ${point}, 45]`;

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

const surrogates = range(0xd800, 0xe000);

/** Number of code points that text may contain. */
const legalCount = 0x110000 - surrogates.length;
const legal = (index: number): number => (index < 0xd800 ? index : index + surrogates.length);

/** Returns every n-th code point of the list. */
const sampled = (points: readonly number[], every: number): readonly number[] =>
  points.filter((_, index) => index % every === 0);
const ends = [0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff];

const outside = [
  -(2n ** 63n),
  -(2n ** 31n),
  -2n,
  -1n,
  0x110000n,
  0x110001n,
  2n ** 31n - 1n,
  2n ** 63n - 1n,
];

const invalid = "fails DAML_INTERPRETATION_ERROR";
const mixed = "a¶‱😂";

/** Returns the number of neighbouring pairs of code points that are in ascending order. */
const ascending = (): string => {
  let count = 0;
  let before = "";
  for (let index = 0; index < legalCount; index += 1) {
    const text = String.fromCodePoint(legal(index));
    if (compareText(before, text) < 0) count += 1;
    before = text;
  }
  return String(count);
};

const hashes = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["Hello World!", "7f83b1657ff1fc53b92dc18148a1d65dfc2d4b1fa3d677284addd200126d9069"],
  ["deadbeef", "2baf1f40105d9501fe319a8ec463fdf4325a2a5df445adf3f572f626253678c9"],
  ["d", "18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4"],
  ["DeadBeef", "7028db7dd9980cabb65ffafe7b154b8979f275b171d29a1a50fe79ea1f21d77e"],
] as const;

const packed: readonly ValueRow[] = rowsOf(
  "CODE_POINTS_TO_TEXT",
  [...range(0, Math.ceil(legalCount / 1009)).map((nth) => legal(nth * 1009)), ...ends].map(
    (point) => [between(point), quoted(`-${String.fromCodePoint(point)}-`)],
  ),
);

export const textTable: ValueTable = {
  suite: "data-tests/…/data/Utf8Spec",
  about: "text",
  groups: [
    {
      title: "is split into code points and joined again",
      rows: [
        ...rowsOf("EXPLODE_TEXT", [[quoted(mixed), '["a", "¶", "‱", "😂"]']]),
        ...rowsOf("TEXT_TO_CODE_POINTS", [[quoted(mixed), "[97, 182, 8241, 128514]"]]),
        ...rowsOf("CODE_POINTS_TO_TEXT", [
          ["[]", '""'],
          ["[97, 182, 8241, 128514]", quoted(mixed)],
        ]),
        ...rowsOf("CODE_POINTS_TO_TEXT", [
          [`(TEXT_TO_CODE_POINTS ${quoted(mixed)})`, quoted(mixed)],
        ]),
        ...packed,
      ],
    },
    {
      title: "is not made from invalid code points",
      rows: [
        ...allGive("CODE_POINTS_TO_TEXT", invalid, sampled(surrogates, 67).map(between)),
        ...allGive("CODE_POINTS_TO_TEXT", invalid, outside.map(between)),
      ],
    },
    {
      title: "is ordered by code point",
      rows: [
        ...rowsOf("LESS", [
          ['"｡" "😂"', "True"],
          ['"😂" "｡"', "False"],
        ]),
        computed("all code points, each before the next", ascending, String(legalCount)),
      ],
    },
    {
      title: "is hashed as UTF-8",
      rows: [
        ...rowsOf(
          "SHA256_TEXT",
          hashes.map(([text, hash]) => [quoted(text), quoted(hash)]),
        ),
        ...rowsOf("SHA256_HEX", [
          ['""', quoted("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")],
          [
            '"deadbeef"',
            quoted("5f78c33274e43fa9de5659265c1d917e25c03722dcb0b8d27db8d5feaa813953"),
          ],
        ]),
      ],
    },
  ],
  leftOut: [
    {
      cases: 6,
      what: "laws about random texts",
      why: "they are no rows; property tests check order and conversion",
    },
  ],
};
