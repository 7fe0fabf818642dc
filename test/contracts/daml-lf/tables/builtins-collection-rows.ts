import { definitions } from "../../../support/lf/notation.ts";
import type { RowGroup } from "./public-table.ts";
import { allGive, rowsOf, type ValueRow } from "./value-table.ts";

/** The declared types of most values are wrong (`Unit`), because the values are only evaluated, not checked. */
export const collectionSource = definitions`
  unserializable variant Either a b {Left: a, Right: b}
  val step: Unit = \(x: Int64) (y: Int64) -> ADD_INT64 3 (MUL_INT64 x y);
  val stepByStep: Unit =
    \(x: Int64) -> let z: Int64 = 3 in \(y: Int64) -> ADD_INT64 z (MUL_INT64 x y);
  val sameParity: Unit =
    \(x: Int64) (y: Int64) -> EQUAL @Int64 (MOD_INT64 x 2) (MOD_INT64 y 2);
  val fun: Unit = Either @(Int64 -> Int64) @Int64::Left (\(x: Int64) -> x);
  val number: Unit = Either @(Int64 -> Int64) @Int64::Right 1;
  val applied: Unit = (\(x: Int64) (y: Int64) -> ADD_INT64 3 (MUL_INT64 x y)) 7 5;
`;

/** `TEXTMAP_INSERT "c" 3 (TEXTMAP_INSERT …)`, inserted in the order given. */
const inserted = (kind: string, entries: readonly (readonly [string, number])[]): string =>
  entries.reduce(
    (map, [key, content]) => `(${kind}_INSERT "${key}" ${content} ${map})`,
    `${kind}_EMPTY`,
  );

const abc = [
  ["a", 1],
  ["b", 2],
  ["c", 3],
] as const;

const words = "slant visit ranch first patch trend sweat enter cover favor"
  .split(" ")
  .map((word, index) => [word, index] as const);
const sorted = words.toSorted(([left], [right]) => (left < right ? -1 : 1));

const mapRows = (kind: "TEXTMAP" | "GENMAP"): readonly ValueRow[] => {
  const map = inserted(kind, abc);
  return [
    ...rowsOf(`${kind}_EMPTY`, [["", "{}"]]),
    { written: map.slice(1, -1), gives: '{"a": 1, "b": 2, "c": 3}' },
    ...rowsOf(`${kind}_INSERT`, [[`"b" 4 ${map}`, '{"a": 1, "b": 4, "c": 3}']]),
    ...rowsOf(`${kind}_LOOKUP`, [
      [`"a" ${map}`, "Some 1"],
      [`"b" ${map}`, "Some 2"],
      [`"c" ${map}`, "Some 3"],
      [`"d" ${map}`, "None"],
    ]),
    ...rowsOf(`${kind}_DELETE`, [
      [`"a" ${map}`, '{"b": 2, "c": 3}'],
      [`"b" ${map}`, '{"a": 1, "c": 3}'],
      [`"d" ${map}`, '{"a": 1, "b": 2, "c": 3}'],
    ]),
    ...rowsOf(`${kind}_SIZE`, [
      [`${kind}_EMPTY`, "0"],
      [map, "3"],
    ]),
  ];
};

export const collectionGroups: readonly RowGroup<ValueRow>[] = [
  {
    title: "fold lists from either side",
    rows: [
      ...rowsOf("FOLDL step 5", [
        ["[]", "5"],
        ["[7, 11, 13]", "5476"],
      ]),
      ...rowsOf("FOLDR step 5", [
        ["[]", "5"],
        ["[7, 11, 13]", "5260"],
      ]),
      ...rowsOf("FOLDR stepByStep 5", [
        ["[]", "5"],
        ["[7, 11, 13]", "5260"],
      ]),
    ],
  },
  {
    title:
      "compare lists by a function; its first argument is alternately from the second and the first list",
    rows: [
      ...rowsOf("EQUAL_LIST sameParity", [
        ["[] []", "True"],
        ["[1, 2, 3] [5, 6, 7]", "True"],
        ["[] [1]", "False"],
        ["[1] [1, 2]", "False"],
        ["[1, 2] [1]", "False"],
        ["[1, 2, 3] [5, 6, 4]", "False"],
      ]),
      ...rowsOf("EQUAL_LIST LESS", [
        ["[2] [1]", "True"],
        ["[1] [2]", "False"],
        ["[2, 1] [1, 2]", "True"],
        ["[2, 2] [1, 1]", "False"],
        ["[2, 1, 2] [1, 2, 1]", "True"],
        ["[2, 1, 1] [1, 2, 2]", "False"],
      ]),
    ],
  },
  {
    title: "store map entries by text keys",
    rows: [
      ...mapRows("TEXTMAP"),
      ...rowsOf("TEXTMAP_TO_LIST", [
        [
          inserted("TEXTMAP", words),
          `[${sorted.map(([key, content]) => `<key = "${key}", value = ${content}>`).join(", ")}]`,
        ],
      ]),
    ],
  },
  {
    title: "store map entries by keys of any comparable type",
    rows: [
      ...mapRows("GENMAP"),
      ...rowsOf("GENMAP_KEYS", [
        [inserted("GENMAP", words), `[${sorted.map(([key]) => `"${key}"`).join(", ")}]`],
      ]),
      ...rowsOf("GENMAP_VALUES", [
        [inserted("GENMAP", words), `[${sorted.map(([, content]) => content).join(", ")}]`],
      ]),
      ...rowsOf("GENMAP_SIZE", [["(GENMAP_INSERT number 0 GENMAP_EMPTY)", "1"]]),
      ...["GENMAP_INSERT", "GENMAP_LOOKUP", "GENMAP_DELETE"].flatMap((name) => {
        const content = name === "GENMAP_INSERT" ? " 1" : "";
        return allGive(name, "fails NON_COMPARABLE_VALUES", [
          `fun${content} GENMAP_EMPTY`,
          `fun${content} (GENMAP_INSERT number 0 GENMAP_EMPTY)`,
        ]);
      }),
    ],
  },
];
