import type { RowGroup } from "./public-table.ts";
import { allGive, rowsOf, type ValueRow } from "./value-table.ts";

const quoted = (text: string): string => JSON.stringify(text);

const texts = ["", "aa", "ab", "b", "a¶‱😂", "a¶‱😃", "a", "¶", "‱", "😂", "😃", "｡", "1.1"];

/** The limits of the code point ranges, and one code point inside each range. */
const codePoints = [
  0x000000, 0x000061, 0x00007f, 0x000080, 0x0000e9, 0x008ee0, 0x00d7ff, 0x00e000, 0x00e568,
  0x00ffff, 0x010000, 0x01d81a, 0x01ffff, 0x020000, 0x0245ad, 0x02ffff, 0x030000, 0x03ae2d,
  0x03ffff, 0x040000, 0x09ea6d, 0x0dffff, 0x0e0000, 0x0eae2d, 0x0effff, 0x0f0000, 0x10ae2d,
  0x10ffff,
];

const surrogates = [0xd800, 0xd924, 0xdbff, 0xdc00, 0xdde0, 0xdfff];

const outside = [
  -(2n ** 63n),
  -(2n ** 31n),
  -0x23456n,
  -2n,
  -1n,
  0x110000n,
  0x110001n,
  0x345678n,
  2n ** 31n - 1n,
  2n ** 63n - 1n,
];

const quote = 39;
const between = (point: bigint | number): string => `[${quote}, ${point}, ${quote}]`;

export const textGroups: readonly RowGroup<ValueRow>[] = [
  {
    title: "split text into code points, and join it",
    rows: [
      ...rowsOf("EXPLODE_TEXT", [['"a¶‱😂"', '["a", "¶", "‱", "😂"]']]),
      ...rowsOf("IMPLODE_TEXT", [
        ['["", "", ""]', '""'],
        ['["a", "¶", "‱", "😂"]', '"a¶‱😂"'],
        ['["three", " ", "words", " ", "here"]', '"three words here"'],
      ]),
      ...texts.flatMap((left) =>
        rowsOf(
          "APPEND_TEXT",
          texts.map((right) => [`${quoted(left)} ${quoted(right)}`, quoted(left + right)]),
        ),
      ),
    ],
  },
  {
    title: "make text from every valid code point, and from no other",
    rows: [
      ...rowsOf(
        "CODE_POINTS_TO_TEXT",
        codePoints.map((point) => [between(point), quoted(`'${String.fromCodePoint(point)}'`)]),
      ),
      ...allGive(
        "CODE_POINTS_TO_TEXT",
        "fails DAML_INTERPRETATION_ERROR",
        [...surrogates, ...outside].map(between),
      ),
    ],
  },
];
