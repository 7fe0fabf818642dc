import { expect } from "chai";

import type { Type } from "../../../lib/api.ts";
import { codecOf } from "../../../lib/ground/values/codec.ts";
import {
  boolType,
  contractIdType,
  dateType,
  decimalType,
  genMapType,
  int64Type,
  listType,
  optionalType,
  partyType,
  textMapType,
  textType,
  timestampType,
} from "../../../lib/ground/values/common-types.ts";
import { compareValues } from "../../../lib/ground/values/compare.ts";
import { contractId, none, record, text, unit } from "../../../lib/ground/values/constructors.ts";
import { equalValues } from "../../../lib/ground/values/equal.ts";
import { errorOf } from "../../support/error-of.ts";
import { sampleShapes, sampleType } from "../../support/sample-types.ts";

const optionalInt = optionalType(int64Type);

/** Values as JSON, each strictly before the next. */
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
  ["Optional", optionalType(textType), [null, "", "A", "B"]],
  ["nested Optional", optionalType(optionalInt), [[], [[]], [["0"]], [["1"]]]],
  [
    "List",
    listType(int64Type),
    [[], ["0"], ["0", "0"], ["0", "0", "1"], ["0", "1", "1"], ["1"], ["1", "0"], ["1", "1"]],
  ],
  [
    "TextMap",
    textMapType(int64Type),
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
    genMapType(sampleType("Colour"), int64Type),
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
    sampleType("Pair", optionalType(textType), optionalInt),
    [{}, { _2: "0" }, { _2: "1" }, { _1: "a" }, { _1: "a", _2: "0" }, { _1: "b" }],
  ],
  // "Failure" and "Success" by rank; "Red", "Green", "Blue" too.
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
    it(`orders ${what}`, () => {
      const shape = sampleShapes.of(type);
      const values = ladder.map((json) => codecOf(shape).decode(json));
      values.forEach((left, low) =>
        values.forEach((right, high) => {
          expect(compareValues(shape, left, right)).to.equal(Math.sign(low - high));
          expect(equalValues(left, right)).to.equal(low === high);
        }),
      );
    });
  }

  it("takes a missing field for None", () => {
    const shape = sampleShapes.of(sampleType("Pair", optionalInt, optionalInt));
    const [short, long] = [record([]), { kind: "record", fields: [none, none] } as const];
    expect(compareValues(shape, short, long)).to.equal(0);
    expect(equalValues(short, long)).to.equal(true);
  });

  it("reports a value of another type as a defect", () => {
    const shape = sampleShapes.of(textType);
    expect(errorOf(() => compareValues(shape, text(""), unit)).code).to.equal(
      "LEDGER_API_INTERNAL_ERROR",
    );
  });

  it("asks for comparable contract ids only where it gets to them", () => {
    const shape = sampleShapes.of(sampleType("Pair", textType, contractIdType));
    const open = contractId(`00${"ab".repeat(32)}`);
    const final = contractId(`00${"ab".repeat(32)}ca12`);
    const pair = (first: string, id: typeof open) => record([text(first), id]);
    expect(compareValues(shape, pair("a", open), pair("b", final))).to.equal(-1);
    expect(equalValues(pair("a", open), pair("b", final))).to.equal(false);
    for (const compare of [
      () => compareValues(shape, pair("a", open), pair("a", final)),
      () => equalValues(pair("a", open), pair("a", final)),
    ]) {
      expect(errorOf(compare).code).to.equal("CONTRACT_ID_COMPARABILITY");
    }
  });
});
