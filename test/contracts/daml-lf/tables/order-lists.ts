/** Values of one type in ascending order, in the notation of `read`. */
export interface OrderedList {
  readonly type: string;
  readonly values: readonly string[];
}

export const tuple = (first: string, second: string): string =>
  `Tuple @Unit @Unit {first = ${first}, second = ${second}}`;
export const left = (content: string): string => `(Either @Unit @Unit::Left ${content})`;
export const right = (content: string): string => `(Either @Unit @Unit::Right ${content})`;
export const pairOf = (first: string, second: string): string =>
  `struct {first = ${first}, second = ${second}}`;
const just = (content: string): string => `(Some ${content})`;
const nothing = "None";

export const textMap = (...entries: readonly (readonly [string, string])[]): string =>
  entries.reduceRight(
    (map, [key, value]) => `(TEXTMAP_INSERT "${key}" ${value} ${map})`,
    "TEXTMAP_EMPTY",
  );
export const genMap = (...entries: readonly (readonly [string, string])[]): string =>
  entries.reduceRight(
    (map, [key, value]) => `(GENMAP_INSERT ${key} ${value} ${map})`,
    "GENMAP_EMPTY",
  );

const typeReps = (...types: readonly string[]): readonly string[] =>
  types.map((type) => `typeRep @(${type})`);
const any = (type: string, content: string): string => `(toAny @(${type}) ${content})`;

/** Returns every pair of two lists, ordered by the first element, then by the second. */
const product = (
  combine: (first: string, second: string) => string,
  firsts: readonly string[],
  seconds: readonly string[],
): readonly string[] => firsts.flatMap((first) => seconds.map((second) => combine(first, second)));

const optionalTexts = ["None", '(Some "a")', '(Some "b")'];
const optionalInts = ["None", "(Some 0)", "(Some 1)"];

/** Returns maps with two possible keys, which differ in keys, values or sizes. */
const mapsOf = (
  map: (...entries: readonly (readonly [string, string])[]) => string,
): readonly string[] => {
  const [one, two, three] = ["1", "2", "3"] as const;
  return [
    map(),
    map(["a", one]),
    map(["a", one], ["b", one]),
    map(["a", one], ["b", two]),
    map(["a", two]),
    map(["a", two], ["b", one]),
    map(["a", two], ["b", two]),
    map(["a", two], ["b", two], ["c", three]),
    map(["b", one]),
  ];
};

type Four = [string, string, string, string];

/** Returns maps whose values are Optional. */
const sparseMaps = (): readonly string[] => {
  const [zero, one, minusTen, minusOne] = ["0", "1", "-10", "-1"].map(just) as Four;
  return [
    textMap(),
    textMap(["a", nothing]),
    textMap(["a", nothing], ["b", nothing]),
    textMap(["a", nothing], ["b", minusTen]),
    textMap(["a", zero]),
    textMap(["a", zero], ["b", nothing]),
    textMap(["a", zero], ["b", minusTen]),
    textMap(["a", zero], ["b", minusTen], ["c", nothing]),
    textMap(["a", zero], ["b", minusOne]),
    textMap(["a", one]),
  ];
};

const sparseGenMaps = (): readonly string[] => {
  const key = (digit: string): string => just(`"${digit}"`);
  const value = (content: number): string => just(`${content}`);
  const behind = (first: string): readonly string[] => [
    genMap([nothing, first]),
    genMap([nothing, first], [key("0"), nothing]),
    genMap([nothing, first], [key("0"), value(0)]),
    genMap([nothing, first], [key("0"), value(0)], [key("1"), value(2)]),
  ];
  return [
    genMap(),
    ...behind(nothing).slice(0, 3),
    ...behind(value(0)),
    ...behind(value(1)),
    genMap([key("0"), nothing]),
    genMap([key("0"), value(0)]),
    genMap([key("1"), value(0)]),
    genMap([key("1"), value(1)]),
  ];
};

export const orderedLists: readonly OrderedList[] = [
  { type: "Unit", values: ["()"] },
  { type: "Bool", values: ["False", "True"] },
  { type: "Int64", values: ["-3", "0", "1"] },
  {
    type: "Numeric 10",
    values: ["-10000.0000000000", "0.0000000000", "10000.0000000000"],
  },
  { type: "Numeric 0", values: ["-10000.", "0.", "10000."] },
  { type: "Text", values: ['"a text"', '"some more"', '"some more text"', '"｡"', '"😂"'] },
  { type: "Date", values: ["1969-07-21", "1970-01-01", "2020-02-02"] },
  {
    type: "Timestamp",
    values: ["1969-07-21T02:56:15Z", "1970-01-01T00:00:00Z", "2020-02-02T20:20:02.020Z"],
  },
  { type: "Party", values: ["alice", "bob", "carol"] },
  {
    type: "enumeration",
    values: ["Color::Red", "Color::Green", "Color::Blue"],
  },
  { type: "empty record", values: ["Empty {}"] },
  {
    type: "TypeRep of types without arguments",
    values: typeReps(
      ...["Unit", "Bool", "Int64", "Date", "Timestamp", "Party", "Text", "Any", "TypeRep"],
      "Holder",
    ),
  },
  {
    type: "TypeRep of types of one argument",
    values: typeReps(
      "Numeric 0",
      "ContractId Holder",
      "Optional Holder",
      "List Holder",
      "Update Holder",
      "TextMap Holder",
      "Box Holder",
    ),
  },
  {
    type: "TypeRep of types of two arguments",
    values: typeReps("GenMap Holder Holder", "Holder -> Holder", "Tuple Holder Holder"),
  },
  { type: "TypeRep of numerics", values: typeReps("Numeric 0", "Numeric 10", "Numeric 37") },
  {
    type: "TypeRep of data types, by package, module and name",
    values: typeReps("Main:A", "Main:B", "Other:A", "Other:B", "zz:Main:A", "zz:Main:B"),
  },
  {
    type: "TypeRep of structures",
    values: typeReps(
      "struct {field0: Unit}",
      "struct {field0: Int64}",
      "struct {field1: Unit}",
      "struct {field1: Unit, field2: Unit}",
      "struct {field1: Unit, field2: Int64}",
      "struct {field1: Int64, field2: Unit}",
      "struct {field1: Int64, field2: Int64}",
      "struct {field1: Unit, field3: Unit}",
    ),
  },
  {
    type: "TypeRep of containers",
    values: typeReps("Optional Unit", "Optional Int64", "List Unit", "List Int64"),
  },
  {
    type: "TypeRep of every sort of type",
    values: typeReps(
      ...["Unit", "Party", "Main:A", "Other:B", "5", "20"],
      ...["struct {field: Unit}", "Optional Unit", "Unit -> Unit"],
    ),
  },
  { type: "record", values: product(tuple, ["0", "1"], ["0", "1"]) },
  {
    type: "variant",
    values: [left('"a"'), left('"b"'), right("-1"), right("1")],
  },
  { type: "structure", values: product(pairOf, ["0", "1"], ["0", "1"]) },
  { type: "Optional", values: ["None", '(Some "A")', '(Some "B")'] },
  {
    type: "List",
    values: ["[]", "[0]", "[0, 0]", "[0, 0, 1]", "[0, 1, 1]", "[1]", "[1, 0]", "[1, 1]"],
  },
  { type: "TextMap", values: mapsOf(textMap) },
  {
    type: "GenMap",
    values: mapsOf((...entries) =>
      genMap(...entries.map(([key, value]) => [`"${key}"`, value] as const)),
    ),
  },
  { type: "record of Optionals", values: product(tuple, optionalTexts, optionalInts) },
  {
    type: "variant of Optionals",
    values: [...optionalTexts.map(left), ...["None", "(Some 42)", "(Some 43)"].map(right)],
  },
  { type: "structure of Optionals", values: product(pairOf, optionalTexts, optionalInts) },
  {
    type: "Optional of Optional",
    values: [nothing, ...optionalInts.map(just)],
  },
  {
    type: "List of Optionals",
    values: [
      "[]",
      "[None]",
      "[None, None]",
      "[None, None, Some 0]",
      "[None, Some 0, Some 0]",
      "[None, Some 1, Some 0]",
      "[Some 0]",
      "[Some 0, None]",
      "[Some 0, Some 0]",
      "[Some 1, Some 0]",
    ],
  },
  { type: "TextMap of Optionals", values: sparseMaps() },
  { type: "GenMap of Optionals", values: sparseGenMaps() },
  {
    type: "Any",
    values: [
      any("Int64", "-1"),
      any("Int64", "0"),
      any("Int64", "1"),
      any("Any", any("Int64", "1")),
      any("Any", any("Int64", "2")),
      any("Optional Int64", "None"),
      any("Optional Int64", "(Some 0)"),
      any("Optional Int64", "(Some 1)"),
    ],
  },
];
