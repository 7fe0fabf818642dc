import { expect } from "chai";

import * as kinds from "../../../../lib/contracts/daml-lf/runtime/as-kind.ts";
import { EvaluationBudget } from "../../../../lib/contracts/daml-lf/runtime/budget.ts";
import { compareRuntimeValues } from "../../../../lib/contracts/daml-lf/runtime/compare.ts";
import type { RuntimeValue } from "../../../../lib/contracts/daml-lf/runtime/runtime-value.ts";
import { errorOf } from "../../../support/error-of.ts";

const shape = { typeId: "p:Main:T", names: ["one", "two"] };
const unit: RuntimeValue = { kind: "unit" };

/** Functions that narrow a value, each with the expected type in its error message. */
const narrowings: readonly (readonly [string, (value: RuntimeValue) => unknown])[] = [
  ["a date", (value) => kinds.requireValueKind("date", value)],
  ["a record", kinds.requireRecordValue],
  ["a struct", kinds.requireStructValue],
  ["a numeric", kinds.requireNumericValue],
  ["an optional", kinds.requireOptionalValue],
  ["a variant", kinds.requireVariantValue],
  ["an update", kinds.requireUpdateValue],
  ["a list", kinds.requireListValue],
  ["a Bool", kinds.requireBoolValue],
  ["an Int64", kinds.requireInt64Value],
  ["a Text", kinds.requireTextValue],
];

const comparable: readonly (readonly [string, RuntimeValue])[] = [
  ["a date", { kind: "date", days: 1 }],
  ["a timestamp", { kind: "timestamp", micros: 1n }],
  ["a party", { kind: "party", value: "alice" }],
  ["a numeric", { kind: "numeric", unscaled: 1n, scale: 1 }],
  ["an optional", { kind: "optional", value: true }],
  ["a record", { kind: "record", shape, fields: [true] }],
  ["a variant", { kind: "variant", shape, rank: 1, value: true }],
  ["a list", { kind: "cons", head: true, tail: { kind: "nil" } }],
  ["a struct", { kind: "struct", names: ["one"], fields: [true] }],
  ["an Int64", 1n],
  ["a Text", "text"],
  ["a Bool", true],
];

const illTyped = (expected: string) => ({
  code: "DAML_INTERPRETATION_ERROR",
  cause: `Interpretation error: Error: ${expected} was expected; the package is ill-typed.`,
});

const refusalOf = (run: () => unknown) => {
  const { code, cause } = errorOf(run);
  return { code, cause };
};

describe("values of ill-typed Daml code", () => {
  for (const [expected, narrow] of narrowings) {
    it(`raises DAML_INTERPRETATION_ERROR for a unit in place of ${expected}`, () => {
      expect(refusalOf(() => narrow(unit))).to.deep.equal(illTyped(expected));
    });
  }

  for (const [expected, left] of comparable) {
    it(`raises DAML_INTERPRETATION_ERROR when ${expected} is compared with a unit`, () => {
      const compare = () => compareRuntimeValues(left, unit, new EvaluationBudget());
      expect(refusalOf(compare)).to.deep.equal(illTyped(expected));
    });
  }

  it("raises DAML_INTERPRETATION_ERROR when a record is compared with a shorter record", () => {
    const record = (...fields: readonly RuntimeValue[]): RuntimeValue => ({
      kind: "record",
      shape,
      fields,
    });
    const compare = () =>
      compareRuntimeValues(record(true, true), record(true), new EvaluationBudget());
    expect(refusalOf(compare)).to.deep.equal(illTyped("a record"));
  });

  it("orders a list after its own prefix", () => {
    const longer: RuntimeValue = { kind: "cons", head: 1n, tail: { kind: "nil" } };
    const compared = [
      compareRuntimeValues(longer, { kind: "nil" }, new EvaluationBudget()),
      compareRuntimeValues({ kind: "nil" }, longer, new EvaluationBudget()),
      compareRuntimeValues(longer, longer, new EvaluationBudget()),
    ];
    expect(compared).to.deep.equal([1, -1, 0]);
  });
});
