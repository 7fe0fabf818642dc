import { expect } from "chai";

import type { Type } from "../../../lib/api.ts";
import { createCodecs, getCodecParts } from "../../../lib/base/values/codec.ts";
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
} from "../../../lib/base/values/common-types.ts";
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
} from "../../../lib/base/values/constructors.ts";
import type { Value } from "../../../lib/store.ts";
import { errorOf } from "../../support/error-of.ts";
import { sampleShapes, sampleType } from "../../support/sample-types.ts";

const codec = createCodecs(sampleShapes);
const decode = (type: Type, json: unknown): Value => codec(type).decode(json);
const encode = (type: Type, value: Value): unknown => codec(type).encode(value);
const failure = (type: Type, json: unknown) => errorOf(() => decode(type, json));

const cid = `00${"ab".repeat(32)}ca12`;
const optionalInt = optionalType(int64Type);

describe("value codec", () => {
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
    ["Optionals in a list", listType(optionalInt), list([none, some(int64(1n))]), [null, "1"]],
    [
      "nested Optionals in a list",
      listType(optionalType(optionalInt)),
      list([none, some(none), some(some(int64(1n)))]),
      [[], [[]], [["1"]]],
    ],
    [
      "Optionals in a TextMap",
      textMapType(optionalInt),
      textMap([
        ["a", none],
        ["b", some(int64(1n))],
      ]),
      { a: null, b: "1" },
    ],
    [
      "Optionals in a GenMap",
      genMapType(optionalInt, optionalType(optionalInt)),
      genMap([
        [none, none],
        [some(int64(1n)), some(none)],
      ]),
      [
        [null, []],
        ["1", [[]]],
      ],
    ],
    [
      "an Optional of a list of Optionals",
      optionalType(listType(optionalInt)),
      some(list([none])),
      [null],
    ],
    [
      "an Optional of a parameter",
      sampleType("Box", int64Type),
      record([some(int64(1n)), some(some(int64(2n))), none]),
      { one: "1", two: [["2"]] },
    ],
    [
      "an Optional field whose type argument is an Optional",
      sampleType("Box", optionalInt),
      record([some(some(int64(1n))), some(some(none)), none]),
      { one: "1", two: [[null]] },
    ],
    [
      "an Optional field whose type argument is a nested Optional",
      sampleType("Box", optionalType(optionalInt)),
      record([some(none), some(some(some(none))), some(some(some(int64(1n))))]),
      { one: [], two: [[[[]]]], last: [["1"]] },
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
  it("writes Some None of a type parameter as null, and omits it at the end of a record", () => {
    const box = sampleType("Box", optionalInt);
    const someNone = some(none);
    expect(encode(box, record([someNone, none, someNone]))).to.deep.equal({ one: null, two: [] });
    expect(decode(box, { one: null, two: [] })).to.deep.equal(record([none, none, none]));
  });

  for (const [what, type, value, json] of written) {
    it(`writes ${what} and reads it back`, () => {
      expect(encode(type, value)).to.deep.equal(json);
      expect(decode(type, json)).to.deep.equal(value);
    });
  }

  it("writes a trailing nested None explicitly, since readers would not accept null", () => {
    const type = sampleType("NestedOptions");
    expect(encode(type, record([]))).to.deep.equal({ plain: null, nested: [] });
    expect(decode(type, { plain: null, nested: [] })).to.deep.equal(record([]));
  });

  const lenient: readonly (readonly [string, Type, unknown, Value])[] = [
    ["anything for Unit", unitType, "anything", unit],
    ["a sign and leading zeros for Int64", int64Type, "+007", int64(7n)],
    ["a number for Numeric", decimalType, 0.1, numeric(10, 10n ** 9n)],
    ["a small number for Numeric", numericType(10), 0.001, numeric(10, 10n ** 7n)],
    ["a negative number for Numeric", numericType(10), -0.00125, numeric(10, -12_500_000n)],
    ["a whole number for Numeric", numericType(2), 9_999_999, numeric(2, 999_999_900n)],
    ["minus zero for Numeric", numericType(2), -0, numeric(2, 0n)],
    ["superfluous zeros for Numeric", numericType(1), "00.500", numeric(1, 5n)],
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

  it("sorts maps by their keys", () => {
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

  it("treats names of properties of Object.prototype like other names", () => {
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

  const refusedByJsonLayer = (code: string, type: Type, json: unknown) => {
    const error = failure(type, json);
    expect([error.code, error.layer]).to.deep.equal([code, "json"]);
    return error;
  };

  const anotherKind: readonly (readonly [string, Type, unknown, string])[] = [
    ["a string for Bool", boolType, "true", 'Expected ujson.Bool (data: "true")'],
    ["a number for Int64", int64Type, 42, "Expected ujson.Str (data: 42)"],
    ["an object for Int64", int64Type, { a: [1] }, 'Expected ujson.Str (data: {"a":[1]})'],
    ["null for Int64", int64Type, null, "Expected ujson.Str (data: null)"],
    ["a number for Text", textType, 1, "Expected ujson.Str (data: 1)"],
    ["a number for Timestamp", timestampType, 0, "Expected ujson.Str (data: 0)"],
    ["a number for Date", dateType, 0, "Expected ujson.Str (data: 0)"],
    ["null for Party", partyType, null, "Expected ujson.Str (data: null)"],
    ["a number for ContractId", contractIdType, 5, "Expected ujson.Str (data: 5)"],
    ["null for List", listType(int64Type), null, "Expected ujson.Arr (data: null)"],
    ["an object for List", listType(int64Type), {}, "Expected ujson.Arr (data: {})"],
    ["an array for TextMap", textMapType(int64Type), [], "Expected ujson.Obj (data: [])"],
    ["a Map for TextMap", textMapType(int64Type), new Map(), "Expected ujson.Obj (data: {})"],
    ["an object for GenMap", genMapType(int64Type, int64Type), {}, "Expected ujson.Arr (data: {})"],
    [
      "an object in GenMap",
      genMapType(int64Type, int64Type),
      [{}],
      "Expected ujson.Arr (data: {})",
    ],
    ["null for a nested None", optionalType(optionalInt), null, "Expected ujson.Arr (data: null)"],
    ["null for an inner None", optionalType(optionalInt), [null], "Expected ujson.Arr"],
    ["a bare value for a nested Optional", optionalType(optionalInt), "1", "Expected ujson.Arr"],
    [
      "a record without its nested Optional",
      sampleType("NestedOptions"),
      { plain: null },
      "Expected ujson.Arr (data: null)",
    ],
    ["an array for Record", sampleType("Options"), [], "Expected ujson.Obj (data: [])"],
    ["null for Record", sampleType("Options"), null, "Expected ujson.Obj (data: null)"],
    [
      "a tag that is not a string",
      sampleType("Tree", int64Type),
      { tag: 0, value: {} },
      "ujson.Str",
    ],
    ["a number for Enum", sampleType("Colour"), 0, "Expected ujson.Str (data: 0)"],
    ["an unknown Enum constructor", sampleType("Colour"), "__proto__", "java.lang.Exception: "],
    ["a Timestamp without zone", timestampType, "1970-01-01T00:00:00", "DateTimeParseException"],
    ["a zone of 19 hours", timestampType, "1970-01-01T00:00:00+19:00", "DateTimeParseException"],
    ["an invalid Date", dateType, "2023-02-29", "DateTimeParseException"],
    ["a Date in another format", dateType, "20230228", "DateTimeParseException"],
    [
      "a pair with only one element in GenMap",
      genMapType(int64Type, int64Type),
      [["1"]],
      "OutOfBoundsException",
    ],
  ];
  for (const [what, type, json, throwable] of anotherKind) {
    it(`reports ${what} as a defect`, () => {
      const { context, expected } = refusedByJsonLayer("LEDGER_API_INTERNAL_ERROR", type, json);
      expect(context["throwableO"]).to.match(/^Some\(.*\)$/);
      expect(context["throwableO"]).to.include(throwable);
      expect(expected).to.be.a("string").that.is.not.empty;
    });
  }

  const refused: readonly (readonly [string, Type, unknown])[] = [
    ["text for Int64", int64Type, "12a"],
    ["a fraction for Int64", int64Type, "1.0"],
    ["the empty string for Int64", int64Type, ""],
    ["hexadecimal for Int64", int64Type, "0x10"],
    ["digits of another script for Int64", int64Type, "\u0665"],
    ["Int64 out of range", int64Type, "9223372036854775808"],
    ["Int64 out of range below", int64Type, "-9223372036854775809"],
    ["Int64 of absurd length", int64Type, "9".repeat(100_000)],
    ["a boolean for Numeric", decimalType, true],
    ["null for Numeric", decimalType, null],
    ["a triple in GenMap", genMapType(int64Type, int64Type), [["1", "2", "3"]]],
    ["two values for a nested Optional", optionalType(optionalInt), [[], []]],
    ["an unknown field", sampleType("Options"), { required: true, extra: 0 }],
    ["a Variant that is not an object", sampleType("Tree", int64Type), "Leaf"],
    ["a Variant without tag", sampleType("Tree", int64Type), { value: {} }],
    ["a Variant without value", sampleType("Tree", int64Type), { tag: "Leaf" }],
    ["an unknown tag", sampleType("Tree", int64Type), { tag: "constructor", value: {} }],
  ];
  for (const [what, type, json] of refused) {
    it(`refuses ${what} immediately`, () => {
      refusedByJsonLayer("INVALID_ARGUMENT", type, json);
    });
  }

  it("refuses a record without a required field immediately", () => {
    for (const json of [{}, { required: undefined }, { first: "1" }]) {
      refusedByJsonLayer("COMMAND_PREPROCESSING_FAILED", sampleType("Options"), json);
    }
    refusedByJsonLayer("COMMAND_PREPROCESSING_FAILED", sampleType("Pair", unitType, unitType), {});
  });

  const unreadable: readonly (readonly [string, Type, unknown])[] = [
    ["an exponent for Numeric", decimalType, "1e3"],
    ["39 digits for Numeric", numericType(0), "1".repeat(39)],
    ["39 digits around the point for Numeric", numericType(1), `${"1".repeat(38)}.1`],
    ["a number that is printed with an exponent", decimalType, 10_000_000],
    ["a small number that is printed with an exponent", decimalType, 0.00099],
    ["NaN for Numeric", decimalType, Number.NaN],
    ["Infinity for Numeric", decimalType, Number.POSITIVE_INFINITY],
    ["the empty Party", partyType, ""],
    ["a Party with other characters", partyType, "Alice!"],
    ["a Party of 256 characters", partyType, "a".repeat(256)],
    ["a ContractId in capitals", contractIdType, cid.toUpperCase()],
    ["a malformed ContractId", contractIdType, "#1:0"],
    ["a Date before the year 1", dateType, "0000-12-31"],
    ["a Date before our era", dateType, "-0001-12-31"],
    ["a Date after the year 9999", dateType, "+10000-01-01"],
    ["a Timestamp before the year 1", timestampType, "0000-12-31T23:59:59Z"],
    ["a Timestamp after the year 9999", timestampType, "9999-12-31T23:59:59-00:01"],
  ];
  for (const [what, type, json] of unreadable) {
    it(`refuses ${what} after all other fields are read`, () => {
      const error = failure(type, json);
      expect([error.code, error.layer]).to.deep.equal(["INVALID_ARGUMENT", undefined]);
    });
  }

  const unfit: readonly (readonly [string, Type, unknown])[] = [
    ["too many fraction digits for Numeric", numericType(1), "0.05"],
    ["more than 38 digits, counting those after the point,", numericType(37), "10"],
    ["NUL in Text", textType, "\0"],
    ["half a character in Text", textType, "\ud83d"],
    ["NUL in a key", textMapType(unitType), { "\0": {} }],
    ["half a character in a key", textMapType(unitType), { "\ude00": {} }],
  ];
  for (const [what, type, json] of unfit) {
    it(`refuses ${what} when the value is used`, () => {
      const error = failure(type, json);
      expect([error.code, error.layer]).to.deep.equal(["COMMAND_PREPROCESSING_FAILED", undefined]);
    });
  }

  it("uses the last value of a duplicate key in a GenMap", () => {
    const pairs = [
      ["1", "2"],
      ["3", "4"],
      ["01", "5"],
    ];
    expect(decode(genMapType(int64Type, int64Type), pairs)).to.deep.equal(
      genMap([
        [int64(1n), int64(5n)],
        [int64(3n), int64(4n)],
      ]),
    );
  });

  describe("value codec, with several errors", () => {
    const pair = sampleType("Pair", textType, partyType);
    const firstOf = (type: Type, json: unknown) => {
      const { code, layer, path } = failure(type, json);
      return [code, layer, path];
    };

    it("reports errors of the JSON layer before errors of the ledger", () => {
      expect(firstOf(pair, { _1: "\0", _2: 5 })).to.deep.equal([
        "LEDGER_API_INTERNAL_ERROR",
        "json",
        "_2",
      ]);
    });

    it("reports unreadable values before values that do not match their type", () => {
      expect(firstOf(pair, { _1: "\0", _2: "" })).to.deep.equal([
        "INVALID_ARGUMENT",
        undefined,
        undefined,
      ]);
      expect(firstOf(textMapType(partyType), { "\0": "" })[0]).to.equal("INVALID_ARGUMENT");
    });

    it("reports the first error of one kind", () => {
      expect(firstOf(listType(partyType), ["", "!"])).to.deep.equal([
        "INVALID_ARGUMENT",
        undefined,
        "[0]",
      ]);
    });

    it("reports the first error of a map in the order of the JSON", () => {
      const bothFail = { b: "", a: "!" };
      expect(firstOf(textMapType(partyType), bothFail)[2]).to.equal('["b"]');
      expect(firstOf(textMapType(int64Type), { b: "x", a: 5 })[0]).to.equal("INVALID_ARGUMENT");
      expect(firstOf(genMapType(int64Type, int64Type), [["x"]])[0]).to.equal("INVALID_ARGUMENT");
    });

    it("reports missing and unknown fields before errors in other fields", () => {
      expect(firstOf(pair, { _1: 5 })).to.deep.equal([
        "COMMAND_PREPROCESSING_FAILED",
        "json",
        undefined,
      ]);
      expect(firstOf(pair, { _1: 5, _2: "a", _3: 0 })).to.deep.equal([
        "INVALID_ARGUMENT",
        "json",
        undefined,
      ]);
    });
  });

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
    it(`names the path ${path} of the error`, () =>
      expect(failure(type, json).path).to.equal(path));
  }

  it("names no path when the whole value is wrong", () => {
    expect(failure(int64Type, true).path).to.equal(undefined);
  });
});

describe("codecs of a type", () => {
  it("are prepared only once", () => {
    const type = sampleType("Iou");
    expect(codec(type)).to.equal(codec(type));
    expect(getCodecParts(sampleShapes.of(type))).to.equal(getCodecParts(sampleShapes.of(type)));
  });
});

describe("nesting depth of decoded values", () => {
  const type = sampleType("Tree", int64Type);
  /** Returns a tree as JSON. Every node has three levels: variant, record, list. */
  const tree = (nodes: number): unknown => {
    let json: unknown = { tag: "Leaf", value: {} };
    for (let made = 0; made < nodes; made++) {
      json = { tag: "Node", value: { label: "1", children: [json] } };
    }
    return json;
  };

  it("allows 100 levels below the outermost value", () => {
    // With 33 nodes the leaf is at level 99 and its unit at level 100.
    expect(decode(type, tree(33)).kind).to.equal("variant");
    expect(failure(type, tree(34)).code).to.equal("COMMAND_PREPROCESSING_FAILED");
  });

  it("counts a level for every constructor, but none below an empty one", () => {
    let deep: Type = int64Type;
    for (let level = 0; level < 100; level++) deep = listType(deep);
    const nested = (levels: number, core: unknown): unknown =>
      levels === 0 ? core : [nested(levels - 1, core)];
    expect(decode(deep, nested(100, "1")).kind).to.equal("list");
    expect(failure(listType(deep), nested(101, "1")).code).to.equal("COMMAND_PREPROCESSING_FAILED");
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
    it(`can be limited to the values directly inside ${what}`, () => {
      expect(codec(of).decode(json, 1)).to.deep.equal(decode(of, json));
      expect(errorOf(() => codec(of).decode(json, 0)).code).to.equal(
        "COMMAND_PREPROCESSING_FAILED",
      );
    });
  }

  it("does not overflow the stack for JSON of any depth", () => {
    expect(failure(type, tree(200_000)).code).to.equal("COMMAND_PREPROCESSING_FAILED");
  });

  it("does not limit the length of lists", () => {
    const long = decode(listType(int64Type), Array<string>(200_000).fill("1"));
    expect(long.kind === "list" && long.elements.length).to.equal(200_000);
  });
});
