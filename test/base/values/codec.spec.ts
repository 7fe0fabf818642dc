import { expect } from "chai";

import type { Type } from "../../../lib/api.ts";
import { createCodecLookup, getValueCodecFunctions } from "../../../lib/base/values/codec.ts";
import {
  boolType,
  contractIdType,
  createGenMapType,
  createListType,
  createNumericType,
  createOptionalType,
  createTextMapType,
  dateType,
  decimalType,
  int64Type,
  partyType,
  textType,
  timestampType,
  unitType,
} from "../../../lib/base/values/common-types.ts";
import {
  createContractIdValue,
  createDateValue,
  createEnumValue,
  createGenMapValue,
  createInt64Value,
  createListValue,
  createNumericValue,
  createPartyValue,
  createRecordValue,
  createSomeValue,
  createTextMapValue,
  createTextValue,
  createTimestampValue,
  createVariantValue,
  falseValue,
  none,
  trueValue,
  unit,
} from "../../../lib/base/values/constructors.ts";
import type { Value } from "../../../lib/store.ts";
import { errorOf } from "../../support/error-of.ts";
import { sampleShapes, sampleType } from "../../support/sample-types.ts";

const codec = createCodecLookup(sampleShapes);
const decode = (type: Type, json: unknown): Value => codec(type).decode(json);
const encode = (type: Type, value: Value): unknown => codec(type).encode(value);
const failure = (type: Type, json: unknown) => errorOf(() => decode(type, json));

const cid = `00${"ab".repeat(32)}ca12`;
const optionalInt = createOptionalType(int64Type);

describe("value codec", () => {
  const written: readonly (readonly [string, Type, Value, unknown])[] = [
    ["Unit", unitType, unit, {}],
    ["Bool", boolType, trueValue, true],
    ["Int64", int64Type, createInt64Value(-(2n ** 63n)), "-9223372036854775808"],
    ["Numeric at full scale", decimalType, createNumericValue(10, 10n ** 10n), "1.0000000000"],
    ["Numeric of scale 0 with its point", createNumericType(0), createNumericValue(0, 1n), "1."],
    ["Text", textType, createTextValue("\u{1f600} é"), "\u{1f600} é"],
    ["Timestamp, trimmed", timestampType, createTimestampValue(10n), "1970-01-01T00:00:00.00001Z"],
    ["Date", dateType, createDateValue(10), "1970-01-11"],
    ["Party", partyType, createPartyValue("Alice::1220"), "Alice::1220"],
    ["ContractId", contractIdType, createContractIdValue(cid), cid],
    ["None", optionalInt, none, null],
    ["Some", optionalInt, createSomeValue(createInt64Value(1n)), "1"],
    ["nested None", createOptionalType(optionalInt), none, []],
    ["Some None", createOptionalType(optionalInt), createSomeValue(none), [[]]],
    [
      "Some (Some x)",
      createOptionalType(optionalInt),
      createSomeValue(createSomeValue(createInt64Value(1n))),
      [["1"]],
    ],
    [
      "three Optionals",
      createOptionalType(createOptionalType(optionalInt)),
      createSomeValue(createSomeValue(createSomeValue(createInt64Value(1n)))),
      [[["1"]]],
    ],
    [
      "Optionals in a list",
      createListType(optionalInt),
      createListValue([none, createSomeValue(createInt64Value(1n))]),
      [null, "1"],
    ],
    [
      "nested Optionals in a list",
      createListType(createOptionalType(optionalInt)),
      createListValue([
        none,
        createSomeValue(none),
        createSomeValue(createSomeValue(createInt64Value(1n))),
      ]),
      [[], [[]], [["1"]]],
    ],
    [
      "Optionals in a TextMap",
      createTextMapType(optionalInt),
      createTextMapValue([
        ["a", none],
        ["b", createSomeValue(createInt64Value(1n))],
      ]),
      { a: null, b: "1" },
    ],
    [
      "Optionals in a GenMap",
      createGenMapType(optionalInt, createOptionalType(optionalInt)),
      createGenMapValue([
        [none, none],
        [createSomeValue(createInt64Value(1n)), createSomeValue(none)],
      ]),
      [
        [null, []],
        ["1", [[]]],
      ],
    ],
    [
      "an Optional of a list of Optionals",
      createOptionalType(createListType(optionalInt)),
      createSomeValue(createListValue([none])),
      [null],
    ],
    [
      "an Optional of a parameter",
      sampleType("Box", int64Type),
      createRecordValue([
        createSomeValue(createInt64Value(1n)),
        createSomeValue(createSomeValue(createInt64Value(2n))),
        none,
      ]),
      { one: "1", two: [["2"]] },
    ],
    [
      "an Optional field whose type argument is an Optional",
      sampleType("Box", optionalInt),
      createRecordValue([
        createSomeValue(createSomeValue(createInt64Value(1n))),
        createSomeValue(createSomeValue(none)),
        none,
      ]),
      { one: "1", two: [[null]] },
    ],
    [
      "an Optional field whose type argument is a nested Optional",
      sampleType("Box", createOptionalType(optionalInt)),
      createRecordValue([
        createSomeValue(none),
        createSomeValue(createSomeValue(createSomeValue(none))),
        createSomeValue(createSomeValue(createSomeValue(createInt64Value(1n)))),
      ]),
      { one: [], two: [[[[]]]], last: [["1"]] },
    ],
    [
      "an Optional list",
      createOptionalType(createListType(int64Type)),
      createSomeValue(createListValue([])),
      [],
    ],
    ["List", createListType(boolType), createListValue([trueValue, falseValue]), [true, false]],
    [
      "TextMap",
      createTextMapType(int64Type),
      createTextMapValue([
        ["", createInt64Value(1n)],
        ["b", createInt64Value(2n)],
      ]),
      { "": "1", b: "2" },
    ],
    [
      "GenMap",
      createGenMapType(int64Type, textType),
      createGenMapValue([
        [createInt64Value(-1n), createTextValue("a")],
        [createInt64Value(2n), createTextValue("b")],
      ]),
      [
        ["-1", "a"],
        ["2", "b"],
      ],
    ],
    ["Record without fields", sampleType("Empty"), createRecordValue([]), {}],
    [
      "Record with None before a populated field",
      sampleType("Options"),
      createRecordValue([none, trueValue, none, createSomeValue(createContractIdValue(cid))]),
      { first: null, required: true, middle: null, last: cid },
    ],
    [
      "Record without its trailing None",
      sampleType("Options"),
      createRecordValue([none, trueValue, none, none]),
      { first: null, required: true },
    ],
    [
      "generic Record",
      sampleType("Pair", int64Type, optionalInt),
      createRecordValue([createInt64Value(1n), none]),
      { _1: "1" },
    ],
    [
      "Variant",
      sampleType("Tree", int64Type),
      createVariantValue("Leaf", unit),
      { tag: "Leaf", value: {} },
    ],
    [
      "recursive Variant",
      sampleType("Tree", int64Type),
      createVariantValue(
        "Node",
        createRecordValue([
          createInt64Value(1n),
          createListValue([createVariantValue("Leaf", unit)]),
        ]),
      ),
      { tag: "Node", value: { label: "1", children: [{ tag: "Leaf", value: {} }] } },
    ],
    ["Enum", sampleType("Colour"), createEnumValue("Green"), "Green"],
  ];
  it("writes Some None of a type parameter as null, and omits it at the end of a record", () => {
    const box = sampleType("Box", optionalInt);
    const someNone = createSomeValue(none);
    expect(encode(box, createRecordValue([someNone, none, someNone]))).to.deep.equal({
      one: null,
      two: [],
    });
    expect(decode(box, { one: null, two: [] })).to.deep.equal(
      createRecordValue([none, none, none]),
    );
  });

  for (const [what, type, value, json] of written) {
    it(`writes ${what} and reads it back`, () => {
      expect(encode(type, value)).to.deep.equal(json);
      expect(decode(type, json)).to.deep.equal(value);
    });
  }

  it("writes a trailing nested None explicitly, since readers would not accept null", () => {
    const type = sampleType("NestedOptions");
    expect(encode(type, createRecordValue([]))).to.deep.equal({ plain: null, nested: [] });
    expect(decode(type, { plain: null, nested: [] })).to.deep.equal(createRecordValue([]));
  });

  const lenient: readonly (readonly [string, Type, unknown, Value])[] = [
    ["anything for Unit", unitType, "anything", unit],
    ["a sign and leading zeros for Int64", int64Type, "+007", createInt64Value(7n)],
    ["a number for Numeric", decimalType, 0.1, createNumericValue(10, 10n ** 9n)],
    ["a small number for Numeric", createNumericType(10), 0.001, createNumericValue(10, 10n ** 7n)],
    [
      "a negative number for Numeric",
      createNumericType(10),
      -0.00125,
      createNumericValue(10, -12_500_000n),
    ],
    [
      "a whole number for Numeric",
      createNumericType(2),
      9_999_999,
      createNumericValue(2, 999_999_900n),
    ],
    ["minus zero for Numeric", createNumericType(2), -0, createNumericValue(2, 0n)],
    ["superfluous zeros for Numeric", createNumericType(1), "00.500", createNumericValue(1, 5n)],
    [
      "an offset in Timestamp",
      timestampType,
      "1970-01-01T01:00:00+01:00",
      createTimestampValue(0n),
    ],
    [
      "missing Optional fields",
      sampleType("Options"),
      { required: true },
      createRecordValue([none, trueValue]),
    ],
    [
      "fields in any order",
      sampleType("Options"),
      { last: null, required: false, first: "1" },
      createRecordValue([createSomeValue(createInt64Value(1n)), falseValue]),
    ],
    [
      "unknown fields that are null",
      sampleType("Options"),
      { required: true, extra: null },
      createRecordValue([none, trueValue]),
    ],
    [
      "undefined like a missing field",
      sampleType("Options"),
      { required: true, last: undefined },
      createRecordValue([none, trueValue]),
    ],
  ];
  for (const [what, type, json, value] of lenient) {
    it(`accepts ${what}`, () => expect(decode(type, json)).to.deep.equal(value));
  }

  it("sorts maps by their keys", () => {
    expect(
      decode(createTextMapType(unitType), { "\u{1f600}": {}, "\uffff": {}, a: {} }),
    ).to.deep.equal(
      createTextMapValue([
        ["a", unit],
        ["\uffff", unit],
        ["\u{1f600}", unit],
      ]),
    );
    expect(
      decode(createGenMapType(sampleType("Colour"), unitType), [
        ["Blue", {}],
        ["Red", {}],
      ]),
    ).to.deep.equal(
      createGenMapValue([
        [createEnumValue("Red"), unit],
        [createEnumValue("Blue"), unit],
      ]),
    );
  });

  it("treats names of properties of Object.prototype like other names", () => {
    const type = sampleType("Hostile");
    const json: unknown = JSON.parse('{"__proto__":"a","constructor":"1"}');
    const value = decode(type, json);
    expect(value).to.deep.equal(
      createRecordValue([createTextValue("a"), createSomeValue(createInt64Value(1n))]),
    );
    expect(JSON.stringify(encode(type, value))).to.equal(JSON.stringify(json));
    expect(failure(type, {}).code).to.equal("COMMAND_PREPROCESSING_FAILED");

    const map = createTextMapValue([["__proto__", createInt64Value(1n)]]);
    expect(JSON.stringify(encode(createTextMapType(int64Type), map))).to.equal('{"__proto__":"1"}');
    expect(decode(createTextMapType(int64Type), JSON.parse('{"__proto__":"1"}'))).to.deep.equal(
      map,
    );
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
    ["null for List", createListType(int64Type), null, "Expected ujson.Arr (data: null)"],
    ["an object for List", createListType(int64Type), {}, "Expected ujson.Arr (data: {})"],
    ["an array for TextMap", createTextMapType(int64Type), [], "Expected ujson.Obj (data: [])"],
    ["a Map for TextMap", createTextMapType(int64Type), new Map(), "Expected ujson.Obj (data: {})"],
    [
      "an object for GenMap",
      createGenMapType(int64Type, int64Type),
      {},
      "Expected ujson.Arr (data: {})",
    ],
    [
      "an object in GenMap",
      createGenMapType(int64Type, int64Type),
      [{}],
      "Expected ujson.Arr (data: {})",
    ],
    [
      "null for a nested None",
      createOptionalType(optionalInt),
      null,
      "Expected ujson.Arr (data: null)",
    ],
    ["null for an inner None", createOptionalType(optionalInt), [null], "Expected ujson.Arr"],
    [
      "a bare value for a nested Optional",
      createOptionalType(optionalInt),
      "1",
      "Expected ujson.Arr",
    ],
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
      createGenMapType(int64Type, int64Type),
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
    ["a triple in GenMap", createGenMapType(int64Type, int64Type), [["1", "2", "3"]]],
    ["two values for a nested Optional", createOptionalType(optionalInt), [[], []]],
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
    ["39 digits for Numeric", createNumericType(0), "1".repeat(39)],
    ["39 digits around the point for Numeric", createNumericType(1), `${"1".repeat(38)}.1`],
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
    ["too many fraction digits for Numeric", createNumericType(1), "0.05"],
    ["more than 38 digits, counting those after the point,", createNumericType(37), "10"],
    ["NUL in Text", textType, "\0"],
    ["half a character in Text", textType, "\ud83d"],
    ["NUL in a key", createTextMapType(unitType), { "\0": {} }],
    ["half a character in a key", createTextMapType(unitType), { "\ude00": {} }],
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
    expect(decode(createGenMapType(int64Type, int64Type), pairs)).to.deep.equal(
      createGenMapValue([
        [createInt64Value(1n), createInt64Value(5n)],
        [createInt64Value(3n), createInt64Value(4n)],
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
      expect(firstOf(createTextMapType(partyType), { "\0": "" })[0]).to.equal("INVALID_ARGUMENT");
    });

    it("reports the first error of one kind", () => {
      expect(firstOf(createListType(partyType), ["", "!"])).to.deep.equal([
        "INVALID_ARGUMENT",
        undefined,
        "[0]",
      ]);
    });

    it("reports the first error of a map in the order of the JSON", () => {
      const bothFail = { b: "", a: "!" };
      expect(firstOf(createTextMapType(partyType), bothFail)[2]).to.equal('["b"]');
      expect(firstOf(createTextMapType(int64Type), { b: "x", a: 5 })[0]).to.equal(
        "INVALID_ARGUMENT",
      );
      expect(firstOf(createGenMapType(int64Type, int64Type), [["x"]])[0]).to.equal(
        "INVALID_ARGUMENT",
      );
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
    [sampleType("Pair", int64Type, createListType(boolType)), { _1: "1", _2: [true, 0] }, "_2[1]"],
    [createTextMapType(sampleType("One")), { "a b": { only: "x" } }, '["a b"].only'],
    [
      createGenMapType(int64Type, int64Type),
      [
        ["1", "2"],
        ["x", "3"],
      ],
      "[1][0]",
    ],
    [createGenMapType(int64Type, int64Type), [["1", "x"]], "[0][1]"],
    [createOptionalType(optionalInt), [["x"]], "[0][0]"],
    [
      sampleType("Tree", int64Type),
      { tag: "Node", value: { label: "1", children: [{ tag: "Oak", value: {} }] } },
      "value.children[0]",
    ],
    [createListType(sampleType("Options")), [{ required: true }, {}], "[1]"],
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
    expect(getValueCodecFunctions(sampleShapes.of(type))).to.equal(
      getValueCodecFunctions(sampleShapes.of(type)),
    );
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
    for (let level = 0; level < 100; level++) deep = createListType(deep);
    const nested = (levels: number, core: unknown): unknown =>
      levels === 0 ? core : [nested(levels - 1, core)];
    expect(decode(deep, nested(100, "1")).kind).to.equal("list");
    expect(failure(createListType(deep), nested(101, "1")).code).to.equal(
      "COMMAND_PREPROCESSING_FAILED",
    );
    expect(decode(createListType(deep), nested(100, [])).kind).to.equal("list");
  });

  const oneLevel: readonly (readonly [string, Type, unknown])[] = [
    ["a record", sampleType("One"), { only: "1" }],
    ["a variant", sampleType("Result", unitType, unitType), { tag: "Success", value: {} }],
    ["an optional", optionalInt, "1"],
    ["a nested optional", createOptionalType(optionalInt), [[]]],
    ["a list", createListType(int64Type), ["1"]],
    ["a text map", createTextMapType(int64Type), { a: "1" }],
    ["a generic map", createGenMapType(int64Type, int64Type), [["1", "1"]]],
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
    const long = decode(createListType(int64Type), Array<string>(200_000).fill("1"));
    expect(long.kind === "list" && long.elements.length).to.equal(200_000);
  });
});
