import type { Expr } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { type ModuleSource, valueOf, variantType } from "../../../support/lf/definitions.ts";
import {
  add,
  apply,
  call,
  equalInt,
  int,
  lambda,
  letIn,
  variable,
  variant,
} from "../../../support/lf/expressions.ts";
import { dataT, functionT, int64T, unitT, variableT } from "../../../support/lf/types.ts";
import type { RowGroup } from "./public-table.ts";
import { allGive, rowsOf, type ValueRow } from "./value-table.ts";

const [x, y] = [variable("x"), variable("y")];
const pair = [
  ["x", int64T],
  ["y", int64T],
] as const;
const threeMore = add(int(3), call(9, x, y));
const either = dataT("Main:Either", functionT([int64T], int64T), int64T);
const isEven = (each: Expr): Expr => call(11, each, int(2));

export const collectionSource: ModuleSource = {
  dataTypes: [
    variantType(
      "Either",
      { Left: variableT("a"), Right: variableT("b") },
      { parameters: ["a", "b"], serializable: false },
    ),
  ],
  values: [
    ["step", lambda(pair, threeMore)],
    [
      "stepByStep",
      lambda(
        [["x", int64T]],
        letIn("z", int64T, int(3), lambda([["y", int64T]], add(variable("z"), call(9, x, y)))),
      ),
    ],
    ["sameParity", lambda(pair, equalInt(isEven(x), isEven(y)))],
    ["fun", variant(either, "Left", lambda([["x", int64T]], x))],
    ["number", variant(either, "Right", int(1))],
    ["applied", apply(lambda(pair, threeMore), int(7), int(5))],
  ].map(([name, body]) => valueOf(name as string, unitT, body as Expr)),
};

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
    title: "compare lists by a function",
    rows: rowsOf("EQUAL_LIST sameParity", [
      ["[] []", "True"],
      ["[1, 2, 3] [5, 6, 7]", "True"],
      ["[] [1]", "False"],
      ["[1] [1, 2]", "False"],
      ["[1, 2, 3] [5, 6, 4]", "False"],
    ]),
  },
  {
    title: "keep entries by text",
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
    title: "keep entries by anything that can be compared",
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
