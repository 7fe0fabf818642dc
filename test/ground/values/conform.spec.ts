import { expect } from "chai";

import type { Type } from "../../../lib/api.ts";
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
  unitType,
} from "../../../lib/ground/values/common-types.ts";
import { conformValue } from "../../../lib/ground/values/conform.ts";
import {
  contractId,
  date,
  enumValue,
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
import { maxDays, maxMicros } from "../../../lib/ground/values/time.ts";
import type { Value } from "../../../lib/store.ts";
import { errorOf } from "../../support/error-of.ts";
import { sampleShapes, sampleType } from "../../support/sample-types.ts";

const conform = (type: Type, value: Value, maxNesting?: number): Value =>
  conformValue(sampleShapes.of(type), value, maxNesting);

const one = int64(1n);
const two = int64(2n);
/** A record as it stands, without normal form. */
const raw = (...fields: Value[]): Value => ({ kind: "record", fields });

describe("conformValue", () => {
  const changed: readonly (readonly [string, Type, Value, Value])[] = [
    [
      "drops trailing None",
      sampleType("Options"),
      raw(none, trueValue, none, none),
      record([none, trueValue]),
    ],
    [
      "drops surplus None, as of a newer version of the type",
      sampleType("One"),
      raw(one, none, none),
      record([one]),
    ],
    [
      "drops trailing None inside other values",
      optionalType(listType(sampleType("Options"))),
      some(list([raw(none, trueValue, none)])),
      some(list([record([none, trueValue])])),
    ],
    [
      "drops trailing None inside a payload",
      sampleType("Result", unitType, sampleType("Options")),
      variant("Success", raw(none, trueValue, none)),
      variant("Success", record([none, trueValue])),
    ],
    [
      "sorts text maps by code point",
      textMapType(int64Type),
      textMap([
        ["\u{1f600}", one],
        ["\uffff", two],
      ]),
      textMap([
        ["\uffff", two],
        ["\u{1f600}", one],
      ]),
    ],
    [
      "sorts generic maps by the order of the key",
      genMapType(sampleType("Colour"), int64Type),
      genMap([
        [enumValue("Blue"), one],
        [enumValue("Red"), two],
      ]),
      genMap([
        [enumValue("Red"), two],
        [enumValue("Blue"), one],
      ]),
    ],
    [
      "changes the values of maps",
      textMapType(sampleType("Options")),
      textMap([["a", raw(none, trueValue, none)]]),
      textMap([["a", record([none, trueValue])]]),
    ],
  ];
  for (const [title, type, value, expected] of changed) {
    it(title, () => expect(conform(type, value)).to.deep.equal(expected));
  }

  it("takes missing optional fields for None, as of an older version of the type", () => {
    const old = record([none, trueValue]);
    expect(conform(sampleType("Options"), old)).to.equal(old);
  });

  const refused: readonly (readonly [string, Type, Value])[] = [
    ["another kind", boolType, unit],
    ["an Int64 out of range", int64Type, int64(2n ** 63n)],
    ["a Numeric of another scale", decimalType, numeric(9, 1n)],
    ["a Numeric of 39 digits", decimalType, numeric(10, 10n ** 38n)],
    ["a Timestamp out of range", timestampType, timestamp(maxMicros + 1n)],
    ["a Date out of range", dateType, date(maxDays + 1)],
    ["a Date between two days", dateType, date(0.5)],
    ["a malformed Party", partyType, party("")],
    ["a malformed ContractId", contractIdType, contractId("00")],
    ["a missing field that is required", sampleType("Options"), record([one])],
    ["a surplus field that is populated", sampleType("One"), record([one, some(one)])],
    ["a surplus field that is not optional", sampleType("One"), record([one, unit])],
    [
      "an unknown constructor",
      sampleType("Result", unitType, unitType),
      variant("constructor", unit),
    ],
    ["an unknown enum constructor", sampleType("Colour"), enumValue("Pink")],
    [
      "an enum where a variant belongs",
      sampleType("Result", unitType, unitType),
      enumValue("Success"),
    ],
    [
      "a repeated key in a text map",
      textMapType(int64Type),
      textMap([
        ["a", one],
        ["a", two],
      ]),
    ],
    [
      "a repeated key in a generic map",
      genMapType(int64Type, int64Type),
      genMap([
        [one, one],
        [one, two],
      ]),
    ],
    ["None where a list belongs", listType(int64Type), none],
    ["a list where a text map belongs", textMapType(int64Type), list([])],
    ["a text map where a generic map belongs", genMapType(textType, unitType), textMap([])],
    ["a list where an optional belongs", optionalType(unitType), list([])],
    ["a list where a record belongs", sampleType("One"), list([])],
  ];
  for (const [what, type, value] of refused) {
    it(`refuses ${what}`, () => {
      expect(errorOf(() => conform(type, value)).code).to.equal("COMMAND_PREPROCESSING_FAILED");
    });
  }

  it("refuses malformed text, also as a key", () => {
    for (const attempt of [
      () => conform(textType, text("a\0")),
      () => conform(textMapType(unitType), textMap([["\ud83d", unit]])),
    ]) {
      expect(errorOf(attempt).code).to.equal("MALFORMED_TEXT");
    }
  });

  it("says where the value does not fit", () => {
    const type = listType(
      sampleType("Pair", genMapType(int64Type, textMapType(boolType)), unitType),
    );
    const value = list([record([genMap([[one, textMap([["k", unit]])]]), unit])]);
    expect(errorOf(() => conform(type, value)).path).to.equal('[0]._1[0]["k"]');
  });

  it("refuses values nested deeper than allowed", () => {
    const type = listType(listType(int64Type));
    expect(conform(type, list([list([one])]), 2).kind).to.equal("list");
    expect(errorOf(() => conform(type, list([list([one])]), 1)).code).to.equal("VALUE_NESTING");
    expect(conform(type, list([list([])]), 1).kind).to.equal("list");
  });
});
