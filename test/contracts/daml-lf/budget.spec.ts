import { createHash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { expect } from "chai";

import { compileFunction } from "../../../lib/contracts/daml-lf/compile/compile.ts";
import { Program } from "../../../lib/contracts/daml-lf/engine/program.ts";
import { Budget } from "../../../lib/contracts/daml-lf/runtime/budget.ts";
import { toLedgerValue } from "../../../lib/contracts/daml-lf/runtime/ledger-values.ts";
import type {
  OptionalV,
  RuntimeValue,
} from "../../../lib/contracts/daml-lf/runtime/runtime-value.ts";
import type { Expr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { errorOf } from "../../support/error-of.ts";
import { recordType } from "../../support/lf/definitions.ts";
import { evaluate, outcomeOf } from "../../support/lf/evaluate.ts";
import {
  apply,
  builtin,
  call,
  consTo,
  equalInt,
  error,
  ifThenElse,
  int,
  lambda,
  list,
  record,
  subtract,
  text,
  value,
  variable,
} from "../../support/lf/expressions.ts";
import { dataT, int64T, listT, textT, unitT } from "../../support/lf/types.ts";

const x = variable("x");

/** `grow n x`: applies `more` to `x` n times. */
const growing = (more: Expr): Readonly<Record<string, Expr>> => ({
  grow: lambda(
    [
      ["n", int64T],
      ["x", unitT],
    ],
    ifThenElse(
      equalInt(variable("n"), int(0)),
      x,
      apply(value("Main:grow"), subtract(variable("n"), int(1)), more),
    ),
  ),
});

const grown = (times: number, from: Expr): Expr => apply(value("Main:grow"), int(times), from);

/** A list of itself, twice: n levels share all they have, and have 2^n elements. */
const sharing = growing(list(listT(int64T), x, x));
const doubling = growing(call(34, x, x));

const outcome = (expr: Expr, values: Readonly<Record<string, Expr>>, steps = 200_000) =>
  outcomeOf(expr, { values, steps });

describe("the budget of an evaluation", () => {
  const exceeded = "error INTERPRETATION_TIME_EXCEEDED";

  it("counts what comparing goes over, however little was made", () => {
    const shared = grown(60, list(int64T, int(1)));
    expect(outcome(call(2, shared, shared), sharing)).to.equal(exceeded);
    const deeper = grown(200, list(int64T, int(1)));
    expect(outcome(call(4, deeper, deeper), sharing)).to.equal(exceeded);
    expect(outcome(call(53, shared, int(1), builtin(52)), sharing)).to.equal(exceeded);
    expect(
      evaluate(call(2, grown(10, list(int64T)), grown(10, list(int64T))), { values: sharing }),
    ).to.equal(true);
  });

  it("counts what a ledger value consists of", () => {
    const shared = evaluate(grown(60, list(int64T, int(1))), { values: sharing });
    const budget = new Budget();
    const toValue = (value: RuntimeValue) => () => toLedgerValue(value, budget);
    const error = errorOf(() => budget.within({ maxSteps: 1_000_000 }, toValue(shared)));
    expect(error.code).to.equal("INTERPRETATION_TIME_EXCEEDED");
    const small = evaluate(grown(10, list(int64T, int(1))), { values: sharing });
    expect(budget.within({ maxSteps: 10_000 }, toValue(small)).kind).to.equal("list");
  });

  it("counts the characters of texts that are taken apart", () => {
    const long = grown(20, text("x"));
    for (const apart of [33, 37]) expect(outcome(call(apart, long), doubling)).to.equal(exceeded);
    expect(outcome(call(32, grown(10, text("x"))), doubling)).to.contain(
      createHash("sha256").update("x".repeat(1024)).digest("hex"),
    );
  });

  it("counts the fields of large records, which a program may keep by the million", () => {
    const keeping = (fields: number) => {
      const names = Array.from({ length: fields }, (_, index) => `f${index}`);
      const large = record(
        dataT("Main:Large"),
        Object.fromEntries(names.map((name) => [name, int(1)])),
      );
      const dataTypes = [
        recordType("Large", Object.fromEntries(names.map((name) => [name, int64T]))),
      ];
      const values = growing(consTo(unitT, large, x));
      return outcomeOf(call(3, grown(1_000, list(unitT)), list(unitT)), {
        dataTypes,
        values,
        steps: 5_000,
      });
    };
    expect(keeping(2)).to.equal(false);
    expect(keeping(40)).to.equal(exceeded);
  });

  it("leaves nothing in hand of an evaluation that it ends", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const program = new Program();
    const endless = compileFunction(program, ["kept"], error(unitT, "the end"));
    const given = (): WeakRef<OptionalV> => {
      const kept: OptionalV = { kind: "optional", value: 1n };
      errorOf(() => program.run(endless, [kept]));
      return new WeakRef(kept);
    };
    const kept = given();
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(kept.deref()).to.equal(undefined);
  });

  it("ends where no text can be longer", () => {
    const joined = call(35, list(textT, x, x, x));
    for (const values of [doubling, growing(joined)]) {
      expect(outcome(grown(40, text("x")), values, 2_000_000)).to.equal(
        "error DAML_INTERPRETATION_ERROR",
      );
    }
  });
});
