import { expect } from "chai";
import fc from "fast-check";

import type { Type } from "../../../lib/api.ts";
import { getValueJsonCodec } from "../../../lib/base/values/codec.ts";
import {
  boolType,
  contractIdType,
  createGenMapType,
  createListType,
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
import { compareValues } from "../../../lib/base/values/compare.ts";
import { convertValueToType } from "../../../lib/base/values/conform.ts";
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
  none,
  trueValue,
  unit,
} from "../../../lib/base/values/constructors.ts";
import { areValuesEqual } from "../../../lib/base/values/equal.ts";
import type { ValueShape } from "../../../lib/base/values/shape.ts";
import { maxDateInDays, maxTimestampMicros } from "../../../lib/base/values/time.ts";
import { decodeValueFromProtobuf } from "../../../lib/base/values/wire-decode.ts";
import { encodeValueAsProtobuf } from "../../../lib/base/values/wire-encode.ts";
import type { Value } from "../../../lib/store.ts";
import { arbitraryTypeWithValues } from "../../support/arbitrary-values.ts";
import { errorOf } from "../../support/error-of.ts";
import { runs } from "../../support/properties.ts";
import { sampleShapes, sampleType } from "../../support/sample-types.ts";

const optionalInt = createOptionalType(int64Type);

/** By type: values as JSON, in strictly ascending order. */
const ladders: readonly (readonly [string, Type, readonly unknown[]])[] = [
  ["Bool", boolType, [false, true]],
  ["Int64", int64Type, ["-9223372036854775808", "-3", "0", "1", "9", "10"]],
  ["Numeric", decimalType, ["-10000.5", "-10000", "0", "0.0000000001", "9", "10"]],
  ["Text", textType, ["", "a", "a bit", "b", "｡", "\uffff", "\u{10000}", "😂"]],
  ["Date", dateType, ["0001-01-01", "1969-07-21", "1970-01-01", "2020-02-02"]],
  [
    "Timestamp",
    timestampType,
    ["1969-07-21T02:56:15Z", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000001Z"],
  ],
  ["Party", partyType, [" ", "-", "Alice", "_", "alice", "alice::1220"]],
  [
    "ContractId",
    contractIdType,
    [
      `00${"aa".repeat(32)}ca`,
      `00${"aa".repeat(32)}ca12`,
      `00${"bb".repeat(32)}00`,
      `01${"00".repeat(12)}80`,
    ],
  ],
  ["Optional", createOptionalType(textType), [null, "", "A", "B"]],
  ["nested Optional", createOptionalType(optionalInt), [[], [[]], [["0"]], [["1"]]]],
  [
    "List",
    createListType(int64Type),
    [[], ["0"], ["0", "0"], ["0", "0", "1"], ["0", "1", "1"], ["1"], ["1", "0"], ["1", "1"]],
  ],
  [
    "TextMap",
    createTextMapType(int64Type),
    [
      {},
      { a: "1" },
      { a: "1", b: "1" },
      { a: "1", b: "2" },
      { a: "2" },
      { a: "2", b: "1" },
      { a: "2", b: "2" },
      { a: "2", b: "2", c: "3" },
      { b: "1" },
    ],
  ],
  [
    "GenMap",
    createGenMapType(sampleType("Colour"), int64Type),
    [
      [],
      [["Red", "1"]],
      [
        ["Red", "1"],
        ["Green", "0"],
      ],
      [["Red", "2"]],
      [["Green", "0"]],
      [["Blue", "0"]],
    ],
  ],
  [
    "Record",
    sampleType("Pair", createOptionalType(textType), optionalInt),
    [{}, { _2: "0" }, { _2: "1" }, { _1: "a" }, { _1: "a", _2: "0" }, { _1: "b" }],
  ],
  // Constructors sort by their rank in the type, not by name: compare "Red", "Green", "Blue".
  [
    "Variant",
    sampleType("Result", textType, int64Type),
    [
      { tag: "Failure", value: "a" },
      { tag: "Failure", value: "b" },
      { tag: "Success", value: "-1" },
      { tag: "Success", value: "1" },
    ],
  ],
  ["Enum", sampleType("Colour"), ["Red", "Green", "Blue"]],
];

describe("compareValues", () => {
  for (const [what, type, ladder] of ladders) {
    it(`sorts ${what}`, () => {
      const shape = sampleShapes.of(type);
      const values = ladder.map((json) => getValueJsonCodec(shape).decode(json));
      values.forEach((left, low) =>
        values.forEach((right, high) => {
          expect(compareValues(shape, left, right)).to.equal(Math.sign(low - high));
          expect(areValuesEqual(left, right)).to.equal(low === high);
        }),
      );
    });
  }

  it("treats a missing field as None", () => {
    const shape = sampleShapes.of(sampleType("Pair", optionalInt, optionalInt));
    const [short, long] = [
      createRecordValue([]),
      { kind: "record", fields: [none, none] } as const,
    ];
    expect(compareValues(shape, short, long)).to.equal(0);
    expect(areValuesEqual(short, long)).to.equal(true);
  });

  it("reports a value of another type as a defect", () => {
    const shape = sampleShapes.of(textType);
    expect(errorOf(() => compareValues(shape, createTextValue(""), unit)).code).to.equal(
      "LEDGER_API_INTERNAL_ERROR",
    );
  });

  it("throws for contract ids that cannot be compared only if the comparison reaches them", () => {
    const shape = sampleShapes.of(sampleType("Pair", textType, contractIdType));
    const open = createContractIdValue(`00${"ab".repeat(32)}`);
    const final = createContractIdValue(`00${"ab".repeat(32)}ca12`);
    const pair = (first: string, id: typeof open) =>
      createRecordValue([createTextValue(first), id]);
    expect(compareValues(shape, pair("a", open), pair("b", final))).to.equal(-1);
    expect(areValuesEqual(pair("a", open), pair("b", final))).to.equal(false);
    for (const compare of [
      () => compareValues(shape, pair("a", open), pair("a", final)),
      () => areValuesEqual(pair("a", open), pair("a", final)),
    ]) {
      expect(errorOf(compare).code).to.equal("CONTRACT_ID_COMPARABILITY");
    }
  });
});

const conform = (type: Type, value: Value, maxNesting?: number): Value =>
  convertValueToType(sampleShapes.of(type), value, maxNesting);

const one = createInt64Value(1n);

const two = createInt64Value(2n);

/** Returns a record that is not normalized. */
const raw = (...fields: Value[]): Value => ({ kind: "record", fields });

describe("conformValue", () => {
  const changed: readonly (readonly [string, Type, Value, Value])[] = [
    [
      "drops trailing None",
      sampleType("Options"),
      raw(none, trueValue, none, none),
      createRecordValue([none, trueValue]),
    ],
    [
      "drops surplus None, which a newer version of the type may add",
      sampleType("One"),
      raw(one, none, none),
      createRecordValue([one]),
    ],
    [
      "drops trailing None inside other values",
      createOptionalType(createListType(sampleType("Options"))),
      createSomeValue(createListValue([raw(none, trueValue, none)])),
      createSomeValue(createListValue([createRecordValue([none, trueValue])])),
    ],
    [
      "drops trailing None inside a payload",
      sampleType("Result", unitType, sampleType("Options")),
      createVariantValue("Success", raw(none, trueValue, none)),
      createVariantValue("Success", createRecordValue([none, trueValue])),
    ],
    [
      "sorts text maps by code point",
      createTextMapType(int64Type),
      createTextMapValue([
        ["\u{1f600}", one],
        ["\uffff", two],
      ]),
      createTextMapValue([
        ["\uffff", two],
        ["\u{1f600}", one],
      ]),
    ],
    [
      "sorts generic maps by the order of the key",
      createGenMapType(sampleType("Colour"), int64Type),
      createGenMapValue([
        [createEnumValue("Blue"), one],
        [createEnumValue("Red"), two],
      ]),
      createGenMapValue([
        [createEnumValue("Red"), two],
        [createEnumValue("Blue"), one],
      ]),
    ],
    [
      "drops trailing None inside the values of maps",
      createTextMapType(sampleType("Options")),
      createTextMapValue([["a", raw(none, trueValue, none)]]),
      createTextMapValue([["a", createRecordValue([none, trueValue])]]),
    ],
  ];
  for (const [title, type, value, expected] of changed) {
    it(title, () => expect(conform(type, value)).to.deep.equal(expected));
  }

  it("accepts missing optional fields as None, as in an older version of the type", () => {
    const old = createRecordValue([none, trueValue]);
    expect(conform(sampleType("Options"), old)).to.equal(old);
  });

  const refused: readonly (readonly [string, Type, Value])[] = [
    ["another kind", boolType, unit],
    ["an Int64 out of range", int64Type, createInt64Value(2n ** 63n)],
    ["a Numeric of another scale", decimalType, createNumericValue(9, 1n)],
    ["a Numeric of 39 digits", decimalType, createNumericValue(10, 10n ** 38n)],
    ["a Timestamp out of range", timestampType, createTimestampValue(maxTimestampMicros + 1n)],
    ["a Date out of range", dateType, createDateValue(maxDateInDays + 1)],
    ["a Date between two days", dateType, createDateValue(0.5)],
    ["a malformed Party", partyType, createPartyValue("")],
    ["a malformed ContractId", contractIdType, createContractIdValue("00")],
    ["a missing field that is required", sampleType("Options"), createRecordValue([one])],
    [
      "a surplus field that is populated",
      sampleType("One"),
      createRecordValue([one, createSomeValue(one)]),
    ],
    ["a surplus field that is not optional", sampleType("One"), createRecordValue([one, unit])],
    [
      "an unknown constructor",
      sampleType("Result", unitType, unitType),
      createVariantValue("constructor", unit),
    ],
    ["an unknown enum constructor", sampleType("Colour"), createEnumValue("Pink")],
    [
      "an enum where a variant belongs",
      sampleType("Result", unitType, unitType),
      createEnumValue("Success"),
    ],
    [
      "a repeated key in a text map",
      createTextMapType(int64Type),
      createTextMapValue([
        ["a", one],
        ["a", two],
      ]),
    ],
    [
      "a repeated key in a generic map",
      createGenMapType(int64Type, int64Type),
      createGenMapValue([
        [one, one],
        [one, two],
      ]),
    ],
    ["None where a list belongs", createListType(int64Type), none],
    ["a list where a text map belongs", createTextMapType(int64Type), createListValue([])],
    [
      "a text map where a generic map belongs",
      createGenMapType(textType, unitType),
      createTextMapValue([]),
    ],
    ["a list where an optional belongs", createOptionalType(unitType), createListValue([])],
    ["a list where a record belongs", sampleType("One"), createListValue([])],
  ];
  for (const [what, type, value] of refused) {
    it(`refuses ${what}`, () => {
      expect(errorOf(() => conform(type, value)).code).to.equal("COMMAND_PREPROCESSING_FAILED");
    });
  }

  it("refuses malformed text, also as a map key", () => {
    for (const attempt of [
      () => conform(textType, createTextValue("a\0")),
      () => conform(createTextMapType(unitType), createTextMapValue([["\ud83d", unit]])),
    ]) {
      expect(errorOf(attempt).code).to.equal("MALFORMED_TEXT");
    }
  });

  it("names the path of the value that does not match", () => {
    const type = createListType(
      sampleType("Pair", createGenMapType(int64Type, createTextMapType(boolType)), unitType),
    );
    const value = createListValue([
      createRecordValue([createGenMapValue([[one, createTextMapValue([["k", unit]])]]), unit]),
    ]);
    expect(errorOf(() => conform(type, value)).path).to.equal('[0]._1[0]["k"]');
  });

  it("refuses values nested deeper than allowed", () => {
    const type = createListType(createListType(int64Type));
    expect(conform(type, createListValue([createListValue([one])]), 2).kind).to.equal("list");
    expect(
      errorOf(() => conform(type, createListValue([createListValue([one])]), 1)).code,
    ).to.equal("VALUE_NESTING");
    expect(conform(type, createListValue([createListValue([])]), 1).kind).to.equal("list");
  });
});

/** Checks a property for values of random types: calls `holds` with a shape and `count` values of it. */
const forAllValues = (
  count: number,
  holds: (shape: ValueShape, ...values: Value[]) => void,
): void => {
  fc.assert(
    fc.property(arbitraryTypeWithValues(count), ({ shape, values }) => holds(shape, ...values)),
    { numRuns: runs(250) },
  );
};

describe("values of random types", () => {
  it("survive encoding to JSON text and decoding", () => {
    forAllValues(1, (shape, value) => {
      const json: unknown = JSON.parse(JSON.stringify(getValueJsonCodec(shape).encode(value)));
      expect(getValueJsonCodec(shape).decode(json)).to.deep.equal(value);
    });
  });

  it("survive encoding to protobuf and decoding", () => {
    forAllValues(1, (_, value) => {
      expect(decodeValueFromProtobuf(encodeValueAsProtobuf(value))).to.deep.equal(value);
    });
  });

  it("are unchanged by conformValue when they conform already", () => {
    forAllValues(1, (shape, value) => {
      expect(convertValueToType(shape, value)).to.equal(value);
    });
  });

  it("are equal to themselves and to copies", () => {
    forAllValues(1, (shape, value) => {
      const copy = structuredClone(value);
      expect(compareValues(shape, value, copy)).to.equal(0);
      expect(areValuesEqual(value, copy)).to.equal(true);
    });
  });

  it("are ordered antisymmetrically, and compare as equal only if neither is less", () => {
    forAllValues(2, (shape, a, b) => {
      const order = compareValues(shape, a, b);
      // Adding zero turns −0 into 0.
      expect(compareValues(shape, b, a)).to.equal(-order + 0);
      expect(areValuesEqual(a, b)).to.equal(order === 0);
      expect(Buffer.compare(encodeValueAsProtobuf(a), encodeValueAsProtobuf(b)) === 0).to.equal(
        order === 0,
      );
    });
  });

  it("are ordered transitively", () => {
    forAllValues(3, (shape, ...values) => {
      const [a, b, c] = values.sort((left, right) => compareValues(shape, left, right));
      if (a === undefined || b === undefined || c === undefined) expect.fail("three values");
      expect(compareValues(shape, a, b)).to.be.at.most(0);
      expect(compareValues(shape, b, c)).to.be.at.most(0);
      expect(compareValues(shape, a, c)).to.be.at.most(0);
    });
  });
});
