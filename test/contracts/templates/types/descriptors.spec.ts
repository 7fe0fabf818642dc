import { isDeepStrictEqual } from "node:util";

import { expect } from "chai";
import fc from "fast-check";

import { getValueJsonCodec } from "../../../../lib/base/values/codec.ts";
import { computeDescriptorShape } from "../../../../lib/contracts/templates/types/shape-of-descriptor.ts";
import {
  Bool,
  CalendarDate,
  ContractId,
  Decimal,
  type Descriptor,
  enumeration,
  genericRecord,
  genericVariant,
  GenMap,
  Int64,
  List,
  Numeric,
  Optional,
  Party,
  record,
  Text,
  TextMap,
  Timestamp,
  Unit,
  variant,
} from "../../../../lib/index.ts";
import { errorOf } from "../../../support/error-of.ts";
import { runs } from "../../../support/properties.ts";

const Color = enumeration("Main:Color", ["Red", "Green", "Blue"]);
const Address = record("Main:Address", { street: Text, floor: Optional(Int64) });
const Shape = variant("Main:Shape", {
  Circle: { radius: Numeric(2) },
  Tagged: Text,
  Point: Unit,
});
interface Tree {
  readonly label: string;
  readonly children: readonly Tree[];
}
const Tree: Descriptor<Tree, Tree> = record("Main:Tree", () => ({
  label: Text,
  children: List(Tree),
}));
const Pair = genericRecord(
  "Main:Pair",
  <A extends Descriptor, B extends Descriptor>(first: A, second: B) => ({ first, second }),
);
const Either = genericVariant(
  "Main:Either",
  <L extends Descriptor, R extends Descriptor>(Left: L, Right: R) => ({ Left, Right }),
);

const contractId = `00${"ab".repeat(68)}`;
const json = (descriptor: Descriptor, input: unknown): unknown =>
  getValueJsonCodec(computeDescriptorShape(descriptor)).encode(descriptor.encode(input));

describe("decoding of values by type descriptors", () => {
  const shaped: readonly (readonly [string, Descriptor])[] = [
    ["a party", Party],
    ["a text", Text],
    ["a boolean", Bool],
    ["an integer", Int64],
    ["a timestamp", Timestamp],
    ["a date", CalendarDate],
    ["a Numeric 2", Numeric(2)],
    ["a contract id", ContractId("Main:Iou")],
    ["an Optional", Optional(Text)],
    ["a list", List(Text)],
    ["a text map", TextMap(Text)],
    ["a map", GenMap(Text, Text)],
    ["Main:Color", Color],
    ["Main:Shape", Shape],
  ];

  for (const [expected, descriptor] of shaped) {
    it(`refuses a unit in place of ${expected} as a failed upgrade`, () => {
      expect(errorOf(() => descriptor.decode(Unit.encode({})))).to.deep.include({
        code: "INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED",
        cause: `A value of kind unit was found where this version of the package expects ${expected}.`,
      });
    });
  }

  it("refuses another kind of value for unit, a wrong scale, and unknown constructors", () => {
    const causeOf = (descriptor: Descriptor, value: ReturnType<Descriptor["encode"]>): string =>
      errorOf(() => descriptor.decode(value)).cause;
    expect(causeOf(Unit, Text.encode("x"))).to.match(/kind text .* expects unit\.$/u);
    expect(causeOf(Numeric(2), Numeric(3).encode("1"))).to.match(/expects a Numeric 2\.$/u);
    expect(causeOf(Color, { kind: "enum", constructor: "Black" })).to.match(/expects Main:Color/u);
    const square = { kind: "variant", constructor: "Square", value: Unit.encode({}) } as const;
    expect(causeOf(Shape, square)).to.match(/kind variant .* expects Main:Shape\.$/u);
  });

  it("detects equal keys of every type in maps", () => {
    const keys: readonly (readonly [Descriptor, unknown, unknown])[] = [
      [Unit, {}, {}],
      [Numeric(2), "1.5", "1.50"],
      [Optional(Text), null, undefined],
      [Optional(Text), "a", "a"],
      [TextMap(Int64), { a: 1 }, { a: "1" }],
    ];
    for (const [key, one, other] of keys) {
      const map = GenMap(key, Text);
      expect(map.decode(map.encode([[one, "x"]])).get(key.decode(key.encode(other)))).to.equal("x");
      const twice = () =>
        map.encode([
          [one, "x"],
          [other, "y"],
        ]);
      expect(errorOf(twice).cause).to.match(/^The key .* occurs twice in a map\.$/u);
    }
  });

  it("refuses maps without an entry list, and keys and tags that are not texts", () => {
    const refusal = (descriptor: Descriptor, input: unknown) => {
      const { code, path } = errorOf(() => descriptor.encode(input));
      return [code, path];
    };
    for (const input of [7, null, "a"]) {
      expect(refusal(TextMap(Text), input)).to.deep.equal(["INVALID_ARGUMENT", undefined]);
    }
    expect(refusal(TextMap(Text), [[1, "a"]])).to.deep.equal(["INVALID_ARGUMENT", undefined]);
    expect(refusal(Shape, { tag: 1 })).to.deep.equal(["INVALID_ARGUMENT", "tag"]);
  });
});

describe("type descriptors", () => {
  const inputs: readonly (readonly [string, Descriptor, unknown, unknown])[] = [
    ["a party", Party, "alice::1220", "alice::1220"],
    ["a text", Text, "añ😀", "añ😀"],
    ["a boolean", Bool, true, true],
    ["a bigint", Int64, -(2n ** 63n), "-9223372036854775808"],
    ["a safe integer", Int64, 42, "42"],
    ["an integer as text", Int64, "42", "42"],
    ["a Decimal", Numeric(2), Decimal.of("1.5", 10), "1.50"],
    ["a decimal as text", Numeric(10), "-0.5", "-0.5000000000"],
    ["a decimal as number", Numeric(2), 0.1, "0.10"],
    ["a decimal as bigint", Numeric(0), 10n ** 37n, `${"1".padEnd(38, "0")}.`],
    ["microseconds", Timestamp, 1n, "1970-01-01T00:00:00.000001Z"],
    ["a Date", Timestamp, new Date(1500), "1970-01-01T00:00:01.5Z"],
    ["an ISO time", Timestamp, "2024-02-29T12:00:00+01:00", "2024-02-29T11:00:00Z"],
    ["a day", CalendarDate, "2024-02-29", "2024-02-29"],
    ["nothing as unit", Unit, undefined, {}],
    ["an empty object as unit", Unit, {}, {}],
    ["a contract id as text", ContractId("Main:Iou"), contractId, contractId],
    ["None", Optional(Int64), null, null],
    ["something left out", Optional(Int64), undefined, null],
    ["Some", Optional(Int64), 1, "1"],
    ["None of an Optional Optional", Optional(Optional(Int64)), null, []],
    ["Some None", Optional(Optional(Int64)), { some: null }, [[]]],
    ["Some Some", Optional(Optional(Int64)), { some: 1 }, [["1"]]],
    ["an array", List(Int64), [3, 1n, "2"], ["3", "1", "2"]],
    ["a text map as object", TextMap(Int64), { b: 2, a: 1 }, { a: "1", b: "2" }],
    ["a text map as Map", TextMap(Int64), new Map([["k", 1]]), { k: "1" }],
    [
      "a map, in the order of its keys",
      GenMap(Int64, Text),
      [
        [10, "ten"],
        [9n, "nine"],
      ],
      [
        ["9", "nine"],
        ["10", "ten"],
      ],
    ],
    [
      "a map with enum keys, and write them in the order of the constructors",
      GenMap(Color, Int64),
      new Map([
        ["Blue", 3],
        ["Red", 1],
      ]),
      [
        ["Red", "1"],
        ["Blue", "3"],
      ],
    ],
    ["an enum", Color, "Green", "Green"],
    ["a record", Address, { floor: 3, street: "High" }, { street: "High", floor: "3" }],
    ["a record without an optional field", Address, { street: "High" }, { street: "High" }],
    [
      "a variant of a record",
      Shape,
      { tag: "Circle", value: { radius: "1" } },
      { tag: "Circle", value: { radius: "1.00" } },
    ],
    ["a variant without content", Shape, { tag: "Point" }, { tag: "Point", value: {} }],
    [
      "a recursive record",
      Tree,
      { label: "a", children: [{ label: "b", children: [] }] },
      { label: "a", children: [{ label: "b", children: [] }] },
    ],
    [
      "a generic record",
      Pair(Text, List(Int64)),
      { first: "a", second: [1] },
      { first: "a", second: ["1"] },
    ],
    [
      "a generic variant",
      Either(Text, Int64),
      { tag: "Right", value: 1 },
      { tag: "Right", value: "1" },
    ],
  ];
  for (const [title, descriptor, input, expected] of inputs) {
    it(`accept ${title}`, () => {
      const actual = json(descriptor, input);
      expect(actual).to.deep.equal(expected);
    });
  }

  const mismatchs: readonly (readonly [string, Descriptor, unknown, string | undefined])[] = [
    ["a party with a slash", Party, "a/b", undefined],
    ["a number in place of text", Text, 5, undefined],
    ["text in place of a boolean", Bool, "true", undefined],
    ["2^63", Int64, 2n ** 63n, undefined],
    ["an unsafe integer", Int64, 2 ** 53, undefined],
    ["a fraction as Int64", Int64, 1.5, undefined],
    ["too many fraction digits", Numeric(2), "0.125", undefined],
    ["a computed number with rounding error", Numeric(10), 0.1 + 0.2, undefined],
    ["NaN", Numeric(10), Number.NaN, undefined],
    ["a year beyond 9999", Timestamp, 10n ** 18n, undefined],
    ["an invalid Date", Timestamp, new Date(Number.NaN), undefined],
    ["an invalid day", CalendarDate, "2023-02-29", undefined],
    ["a value as unit", Unit, 5, undefined],
    ["a malformed contract id", ContractId("Main:Iou"), "xyz", undefined],
    ["an object as list", List(Int64), {}, undefined],
    ["a wrong list element", List(Int64), [1, "x"], "[1]"],
    ["a wrong map entry", TextMap(Int64), { a: "x" }, '["a"]'],
    [
      "a key twice in a text map",
      TextMap(Int64),
      [
        ["a", 1],
        ["a", 2],
      ],
      undefined,
    ],
    [
      "a key twice in a map",
      GenMap(Int64, Int64),
      [
        [1, 1],
        [1n, 2],
      ],
      undefined,
    ],
    ["an entry that is not a pair", GenMap(Int64, Int64), [[1]], undefined],
    ["a name that is not a constructor", Color, "Pink", undefined],
    ["a missing field", Address, { floor: 1 }, "street"],
    ["a wrong field", Address, { street: "a", floor: "x" }, "floor"],
    ["an unknown field", Address, { street: "a", flor: 1 }, "flor"],
    ["an array as record", Address, [], undefined],
    ["an inherited property as field", record("Main:R", { toString: Text }), {}, "toString"],
    ["an unknown tag", Shape, { tag: "Square", value: 1 }, "tag"],
    ["a wrong variant value", Shape, { tag: "Circle", value: { radius: "x" } }, "value.radius"],
    ["a variant without tag", Shape, { value: 1 }, undefined],
    ["Some that is not wrapped", Optional(Optional(Int64)), 1, undefined],
  ];
  for (const [title, descriptor, input, path] of mismatchs) {
    it(`refuse ${title}`, () => {
      const error = errorOf(() => descriptor.encode(input));
      expect(error.code).to.equal("INVALID_ARGUMENT");
      expect(error.path).to.equal(path);
    });
  }

  it("refuse text that ledger values cannot contain", () => {
    for (const text of ["\0", "\ud800"]) {
      expect(errorOf(() => Text.encode(text)).code).to.equal("MALFORMED_TEXT");
      expect(errorOf(() => TextMap(Unit).encode({ [text]: {} })).code).to.equal("MALFORMED_TEXT");
    }
  });

  it("read and write fields with any legal name", () => {
    const Odd = record("Main:Odd", { ["__proto__"]: Text, constructor: Int64, $: Bool });
    const input = JSON.parse('{"__proto__":"p","constructor":1,"$":true}') as never;
    const native = Odd.decode(Odd.encode(input));
    expect(Object.keys(native)).to.deep.equal(["__proto__", "constructor", "$"]);
    expect(Object.getPrototypeOf(native)).to.equal(Object.prototype);
  });

  it("refuse names that the ledger does not allow", () => {
    for (const name of ["Main", "Main:Iou:More", ":Iou", "Main:", "Ma in:Iou", "Main:1ou"]) {
      expect(errorOf(() => record(name, {})).code, name).to.equal("INVALID_ARGUMENT");
    }
    const badField = record("Main:Iou", { "not a name": Text });
    expect(errorOf(() => computeDescriptorShape(badField)).code).to.equal("INVALID_ARGUMENT");
    expect(errorOf(() => enumeration("Main:E", ["not a name"])).code).to.equal("INVALID_ARGUMENT");
    expect(errorOf(() => Numeric(38)).code).to.equal("INVALID_ARGUMENT");
  });

  const everything = record("Main:Everything", {
    party: Party,
    text: Text,
    bool: Bool,
    int: Int64,
    numeric: Numeric(4),
    time: Timestamp,
    day: CalendarDate,
    contract: ContractId("Main:Iou"),
    maybe: Optional(Optional(Text)),
    list: List(Color),
    texts: TextMap(Int64),
    map: GenMap(Pair(Text, Color), Shape),
    shape: Shape,
    either: Either(Unit, Address),
  });
  const text = fc.string({ unit: "grapheme-ascii", maxLength: 5 });
  const color = fc.constantFrom("Red" as const, "Green" as const, "Blue" as const);
  const shape = fc.oneof(
    fc.record({ tag: fc.constant("Tagged" as const), value: text }),
    fc.record({ tag: fc.constant("Point" as const) }),
    fc.record({
      tag: fc.constant("Circle" as const),
      value: fc.record({ radius: fc.integer({ min: -1000, max: 1000 }) }),
    }),
  );
  const anything = fc.record({
    party: fc.stringMatching(/^[A-Za-z0-9_-]{1,9}$/),
    text,
    bool: fc.boolean(),
    int: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    numeric: fc.integer({ min: -99999, max: 99999 }).map((units) => units / 10000),
    time: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    day: fc.constantFrom("0001-01-01", "1970-01-01", "9999-12-31"),
    contract: fc.constant(contractId),
    maybe: fc.option(fc.record({ some: fc.option(text) })),
    list: fc.array(color, { maxLength: 3 }),
    texts: fc.dictionary(text, fc.integer(), { maxKeys: 3 }),
    map: fc.uniqueArray(fc.tuple(fc.record({ first: text, second: color }), shape), {
      maxLength: 3,
      selector: ([key]) => JSON.stringify(key),
    }),
    shape,
    either: fc.oneof(
      fc.record({ tag: fc.constant("Left" as const) }),
      fc.record({
        tag: fc.constant("Right" as const),
        value: fc.record({ street: text, floor: fc.option(fc.integer()) }),
      }),
    ),
  });

  it("give contract code values that it can also return", () => {
    fc.assert(
      fc.property(anything, (input) => {
        const value = everything.encode(input);
        expect(everything.encode(everything.decode(value))).to.deep.equal(value);
      }),
      { numRuns: runs(50) },
    );
  });

  it("agree with the ledger's codec", () => {
    const codec = getValueJsonCodec(computeDescriptorShape(everything));
    fc.assert(
      fc.property(anything, (input) => {
        const value = everything.encode(input);
        expect(codec.decode(JSON.parse(JSON.stringify(codec.encode(value))))).to.deep.equal(value);
      }),
      { numRuns: runs(50) },
    );
  });
});

describe("maps in contract code", () => {
  const Map_ = GenMap(Pair(Text, Int64), Text);
  const map = Map_.decode(
    Map_.encode([
      [{ first: "b", second: 1 }, "one"],
      [{ first: "a", second: 2 }, "two"],
    ]),
  );

  it("find keys that are equal on the ledger", () => {
    expect(map.get({ first: "a", second: 2n })).to.equal("two");
    expect(map.has({ first: "a", second: 3n })).to.equal(false);
    expect(map.size).to.equal(2);
  });

  it("iterate in key order", () => {
    expect(map.keys().map(({ first }) => first)).to.deep.equal(["a", "b"]);
    expect(map.values()).to.deep.equal(["two", "one"]);
  });

  it("return a new map for each change", () => {
    const key = { first: "a", second: 2n };
    const changed = map.with(key, "deux").with({ first: "c", second: 0n }, "zero");
    expect([changed.get(key), changed.size, map.get(key)]).to.deep.equal(["deux", 3, "two"]);
    expect(map.without(key).has(key)).to.equal(false);
    expect(Map_.encode(changed)).to.have.property("kind", "genMap");
  });

  it("differ from maps with other entries for the deep equality of test libraries", () => {
    const key = { first: "a", second: 2n };
    const same = map.without(key).with(key, "two");
    const other = map.with(key, "deux");
    expect(isDeepStrictEqual(same, map)).to.equal(true);
    expect(same).to.deep.equal(map);
    expect(isDeepStrictEqual(other, map)).to.equal(false);
    expect(other).to.not.deep.equal(map);
  });
});

describe("contract ids in contract code", () => {
  const Id = ContractId("Main:Iou");
  const id = Id.decode(Id.encode(contractId));

  it("print as hex, in text and in JSON", () => {
    expect(`${id.toString()} ${JSON.stringify({ id })}`).to.equal(
      `${contractId} {"id":"${contractId}"}`,
    );
    expect(id.contractId).to.equal(contractId);
  });

  it("are equal if their hex is equal", () => {
    expect(id.equals(Id.decode(Id.encode(contractId)))).to.equal(true);
    expect(id.as({ qualifiedName: "Main:Other" }).equals(id)).to.equal(true);
    expect(id.equals(Id.decode(Id.encode(`00${"cd".repeat(68)}`)))).to.equal(false);
  });
});
