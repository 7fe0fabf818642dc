import { expect } from "chai";

import { codecPartsOf, createCodecs } from "../../../lib/ground/values/codec.ts";
import {
  boolType,
  contractIdType,
  dateType,
  decimalType,
  genMapType,
  int64Type,
  listType,
  numericType,
  optionalType,
  partyType,
  textMapType,
  textType,
  timestampType,
  unitType,
} from "../../../lib/ground/values/common-types.ts";
import {
  contractId,
  date,
  enumValue,
  falseValue,
  genMap,
  int64,
  list,
  none,
  numeric,
  party,
  record,
  some,
  text,
  textMap,
  timestamp,
  trueValue,
  unit,
  variant,
} from "../../../lib/ground/values/constructors.ts";
import type { Type } from "../../../lib/ground/values/type.ts";
import type { Value } from "../../../lib/ground/values/value.ts";
import { errorOf } from "../../support/error-of.ts";
import { sampleShapes, sampleType } from "../../support/sample-types.ts";

const codec = createCodecs(sampleShapes);
const decode = (type: Type, json: unknown): Value => codec(type).decode(json);
const encode = (type: Type, value: Value): unknown => codec(type).encode(value);
const failure = (type: Type, json: unknown) => errorOf(() => decode(type, json));

const cid = `00${"ab".repeat(32)}ca12`;
const optionalInt = optionalType(int64Type);

describe("codec", () => {
  const written: readonly (readonly [string, Type, Value, unknown])[] = [
    ["Unit", unitType, unit, {}],
    ["Bool", boolType, trueValue, true],
    ["Int64", int64Type, int64(-(2n ** 63n)), "-9223372036854775808"],
    ["Numeric at full scale", decimalType, numeric(10, 10n ** 10n), "1.0000000000"],
    ["Numeric of scale 0 with its point", numericType(0), numeric(0, 1n), "1."],
    ["Text", textType, text("\u{1f600} é"), "\u{1f600} é"],
    ["Timestamp, trimmed", timestampType, timestamp(10n), "1970-01-01T00:00:00.00001Z"],
    ["Date", dateType, date(10), "1970-01-11"],
    ["Party", partyType, party("Alice::1220"), "Alice::1220"],
    ["ContractId", contractIdType, contractId(cid), cid],
    ["None", optionalInt, none, null],
    ["Some", optionalInt, some(int64(1n)), "1"],
    ["nested None", optionalType(optionalInt), none, []],
    ["Some None", optionalType(optionalInt), some(none), [[]]],
    ["Some (Some x)", optionalType(optionalInt), some(some(int64(1n))), [["1"]]],
    [
      "three Optionals",
      optionalType(optionalType(optionalInt)),
      some(some(some(int64(1n)))),
      [[["1"]]],
    ],
    ["an Optional list", optionalType(listType(int64Type)), some(list([])), []],
    ["List", listType(boolType), list([trueValue, falseValue]), [true, false]],
    [
      "TextMap",
      textMapType(int64Type),
      textMap([
        ["", int64(1n)],
        ["b", int64(2n)],
      ]),
      { "": "1", b: "2" },
    ],
    [
      "GenMap",
      genMapType(int64Type, textType),
      genMap([
        [int64(-1n), text("a")],
        [int64(2n), text("b")],
      ]),
      [
        ["-1", "a"],
        ["2", "b"],
      ],
    ],
    ["Record without fields", sampleType("Empty"), record([]), {}],
    [
      "Record with None before a populated field",
      sampleType("Options"),
      record([none, trueValue, none, some(contractId(cid))]),
      { first: null, required: true, middle: null, last: cid },
    ],
    [
      "Record without its trailing None",
      sampleType("Options"),
      record([none, trueValue, none, none]),
      { first: null, required: true },
    ],
    [
      "generic Record",
      sampleType("Pair", int64Type, optionalInt),
      record([int64(1n), none]),
      { _1: "1" },
    ],
    ["Variant", sampleType("Tree", int64Type), variant("Leaf", unit), { tag: "Leaf", value: {} }],
    [
      "recursive Variant",
      sampleType("Tree", int64Type),
      variant("Node", record([int64(1n), list([variant("Leaf", unit)])])),
      { tag: "Node", value: { label: "1", children: [{ tag: "Leaf", value: {} }] } },
    ],
    ["Enum", sampleType("Colour"), enumValue("Green"), "Green"],
  ];
  for (const [what, type, value, json] of written) {
    it(`writes ${what} and reads it back`, () => {
      expect(encode(type, value)).to.deep.equal(json);
      expect(decode(type, json)).to.deep.equal(value);
    });
  }

  it("writes a trailing nested None, as no reader would take null for it", () => {
    const type = sampleType("NestedOptions");
    expect(encode(type, record([]))).to.deep.equal({ plain: null, nested: [] });
    expect(decode(type, { plain: null, nested: [] })).to.deep.equal(record([]));
  });

  const lenient: readonly (readonly [string, Type, unknown, Value])[] = [
    ["anything for Unit", unitType, "whatever", unit],
    ["a number for Int64", int64Type, 42, int64(42n)],
    ["a sign and leading zeros for Int64", int64Type, "+007", int64(7n)],
    ["a number for Numeric", decimalType, 0.1, numeric(10, 10n ** 9n)],
    ["a small number for Numeric", numericType(10), 1e-7, numeric(10, 1000n)],
    ["a small negative number for Numeric", numericType(10), -1.25e-8, numeric(10, -125n * 1n)],
    [
      "a whole number for Numeric",
      numericType(2),
      9007199254740991,
      numeric(2, 900719925474099100n),
    ],
    ["null for a nested None", optionalType(optionalInt), null, none],
    ["null for an inner None", optionalType(optionalInt), [null], some(none)],
    ["an offset in Timestamp", timestampType, "1970-01-01T01:00:00+01:00", timestamp(0n)],
    [
      "missing Optional fields",
      sampleType("Options"),
      { required: true },
      record([none, trueValue]),
    ],
    [
      "fields in any order",
      sampleType("Options"),
      { last: null, required: false, first: "1" },
      record([some(int64(1n)), falseValue]),
    ],
    [
      "unknown fields that are null",
      sampleType("Options"),
      { required: true, extra: null },
      record([none, trueValue]),
    ],
    [
      "undefined like a missing field",
      sampleType("Options"),
      { required: true, last: undefined },
      record([none, trueValue]),
    ],
  ];
  for (const [what, type, json, value] of lenient) {
    it(`accepts ${what}`, () => expect(decode(type, json)).to.deep.equal(value));
  }

  it("sorts maps by the order of their keys", () => {
    expect(decode(textMapType(unitType), { "\u{1f600}": {}, "\uffff": {}, a: {} })).to.deep.equal(
      textMap([
        ["a", unit],
        ["\uffff", unit],
        ["\u{1f600}", unit],
      ]),
    );
    expect(
      decode(genMapType(sampleType("Colour"), unitType), [
        ["Blue", {}],
        ["Red", {}],
      ]),
    ).to.deep.equal(
      genMap([
        [enumValue("Red"), unit],
        [enumValue("Blue"), unit],
      ]),
    );
  });

  it("treats names that objects inherit like any other", () => {
    const type = sampleType("Hostile");
    const json: unknown = JSON.parse('{"__proto__":"a","constructor":"1"}');
    const value = decode(type, json);
    expect(value).to.deep.equal(record([text("a"), some(int64(1n))]));
    expect(JSON.stringify(encode(type, value))).to.equal(JSON.stringify(json));
    expect(failure(type, {}).code).to.equal("COMMAND_PREPROCESSING_FAILED");

    const map = textMap([["__proto__", int64(1n)]]);
    expect(JSON.stringify(encode(textMapType(int64Type), map))).to.equal('{"__proto__":"1"}');
    expect(decode(textMapType(int64Type), JSON.parse('{"__proto__":"1"}'))).to.deep.equal(map);
  });

  const refused: readonly (readonly [string, Type, unknown])[] = [
    ["a string for Bool", boolType, "true"],
    ["an object for Int64", int64Type, {}],
    ["a fraction for Int64", int64Type, 1.5],
    ["a number for Int64 that JSON may have rounded", int64Type, 2 ** 53],
    ["text for Int64", int64Type, "12a"],
    ["the empty string for Int64", int64Type, ""],
    ["hexadecimal for Int64", int64Type, "0x10"],
    ["Int64 out of range", int64Type, "9223372036854775808"],
    ["Int64 out of range below", int64Type, "-9223372036854775809"],
    ["Int64 of absurd length", int64Type, "9".repeat(100_000)],
    ["an exponent for Numeric", decimalType, "1e3"],
    ["too many fraction digits for Numeric", numericType(1), "0.05"],
    ["a Numeric number that JSON may have rounded", decimalType, 1e16],
    ["NaN for Numeric", decimalType, Number.NaN],
    ["Infinity for Numeric", decimalType, Number.POSITIVE_INFINITY],
    ["a boolean for Numeric", decimalType, true],
    ["a number for Text", textType, 1],
    ["a number for Timestamp", timestampType, 0],
    ["a Timestamp without zone", timestampType, "1970-01-01T00:00:00"],
    ["a Date that is none", dateType, "2023-02-29"],
    ["the empty Party", partyType, ""],
    ["a Party with other characters", partyType, "Alice!"],
    ["a Party of 256 characters", partyType, "a".repeat(256)],
    ["null for Party", partyType, null],
    ["a ContractId in capitals", contractIdType, cid.toUpperCase()],
    ["a ContractId that is none", contractIdType, "#1:0"],
    ["null for List", listType(int64Type), null],
    ["an object for List", listType(int64Type), { length: 1, 0: "1" }],
    ["an array for TextMap", textMapType(int64Type), []],
    ["an object for GenMap", genMapType(int64Type, int64Type), {}],
    ["a triple in GenMap", genMapType(int64Type, int64Type), [["1", "2", "3"]]],
    [
      "a repeated key in GenMap",
      genMapType(int64Type, int64Type),
      [
        ["1", "2"],
        ["01", "3"],
      ],
    ],
    ["two values for a nested Optional", optionalType(optionalInt), [[], []]],
    ["a bare value for a nested Optional", optionalType(optionalInt), "1"],
    ["an array for Record", sampleType("Options"), []],
    ["null for Record", sampleType("Options"), null],
    ["an unknown field", sampleType("Options"), { required: true, extra: 0 }],
    ["a Variant without tag", sampleType("Tree", int64Type), { value: {} }],
    ["a Variant without value", sampleType("Tree", int64Type), { tag: "Leaf" }],
    ["an unknown tag", sampleType("Tree", int64Type), { tag: "constructor", value: {} }],
    ["a tag that is no string", sampleType("Tree", int64Type), { tag: 0, value: {} }],
    ["an unknown Enum constructor", sampleType("Colour"), "__proto__"],
    ["a number for Enum", sampleType("Colour"), 0],
  ];
  for (const [what, type, json] of refused) {
    it(`refuses ${what}`, () => expect(failure(type, json).code).to.equal("INVALID_ARGUMENT"));
  }

  it("refuses a record without a field that is not optional", () => {
    for (const json of [{}, { required: undefined }, { first: "1" }]) {
      expect(failure(sampleType("Options"), json).code).to.equal("COMMAND_PREPROCESSING_FAILED");
    }
  });

  for (const broken of ["\0", "\ud83d"]) {
    it(`refuses ${JSON.stringify(broken)} in text and in keys`, () => {
      expect(failure(textType, broken).code).to.equal("MALFORMED_TEXT");
      expect(failure(textMapType(unitType), { [broken]: {} }).code).to.equal("MALFORMED_TEXT");
    });
  }

  const located: readonly (readonly [Type, unknown, string])[] = [
    [sampleType("Pair", int64Type, listType(boolType)), { _1: "1", _2: [true, 0] }, "_2[1]"],
    [textMapType(sampleType("One")), { "a b": { only: "x" } }, '["a b"].only'],
    [
      genMapType(int64Type, int64Type),
      [
        ["1", "2"],
        ["x", "3"],
      ],
      "[1][0]",
    ],
    [genMapType(int64Type, int64Type), [["1", "x"]], "[0][1]"],
    [optionalType(optionalInt), [["x"]], "[0][0]"],
    [
      sampleType("Tree", int64Type),
      { tag: "Node", value: { label: "1", children: [{ tag: "Oak", value: {} }] } },
      "value.children[0]",
    ],
    [listType(sampleType("Options")), [{ required: true }, {}], "[1]"],
  ];
  for (const [type, json, path] of located) {
    it(`says that ${path} is wrong`, () => expect(failure(type, json).path).to.equal(path));
  }

  it("names no path when the whole value is wrong", () => {
    expect(failure(int64Type, true).path).to.equal(undefined);
  });
});

describe("codecs", () => {
  it("are prepared once", () => {
    const type = sampleType("Iou");
    expect(codec(type)).to.equal(codec(type));
    expect(codecPartsOf(sampleShapes.of(type))).to.equal(codecPartsOf(sampleShapes.of(type)));
  });
});

describe("nesting of decoded values", () => {
  const type = sampleType("Tree", int64Type);
  /** Every node takes three levels: variant, record, list. */
  const tree = (nodes: number): unknown => {
    let json: unknown = { tag: "Leaf", value: {} };
    for (let made = 0; made < nodes; made++) {
      json = { tag: "Node", value: { label: "1", children: [json] } };
    }
    return json;
  };

  it("may go 100 levels below the outermost value", () => {
    // 33 nodes: the leaf lies at level 99, its unit at level 100.
    expect(decode(type, tree(33)).kind).to.equal("variant");
    expect(failure(type, tree(34)).code).to.equal("VALUE_NESTING");
  });

  it("counts every constructor, and nothing below an empty one", () => {
    let deep: Type = int64Type;
    for (let level = 0; level < 100; level++) deep = listType(deep);
    const nested = (levels: number, core: unknown): unknown =>
      levels === 0 ? core : [nested(levels - 1, core)];
    expect(decode(deep, nested(100, "1")).kind).to.equal("list");
    expect(failure(listType(deep), nested(101, "1")).code).to.equal("VALUE_NESTING");
    expect(decode(listType(deep), nested(100, [])).kind).to.equal("list");
  });

  const oneLevel: readonly (readonly [string, Type, unknown])[] = [
    ["a record", sampleType("One"), { only: "1" }],
    ["a variant", sampleType("Result", unitType, unitType), { tag: "Success", value: {} }],
    ["an optional", optionalInt, "1"],
    ["a nested optional", optionalType(optionalInt), [[]]],
    ["a list", listType(int64Type), ["1"]],
    ["a text map", textMapType(int64Type), { a: "1" }],
    ["a generic map", genMapType(int64Type, int64Type), [["1", "1"]]],
  ];
  for (const [what, of, json] of oneLevel) {
    it(`may be limited to what lies directly in ${what}`, () => {
      expect(codec(of).decode(json, 1)).to.deep.equal(decode(of, json));
      expect(errorOf(() => codec(of).decode(json, 0)).code).to.equal("VALUE_NESTING");
    });
  }

  it("does not overflow the stack, however deep the JSON is", () => {
    expect(failure(type, tree(200_000)).code).to.equal("VALUE_NESTING");
  });

  it("says nothing of the length of lists", () => {
    const long = decode(listType(int64Type), Array<string>(200_000).fill("1"));
    expect(long.kind === "list" && long.elements.length).to.equal(200_000);
  });
});
