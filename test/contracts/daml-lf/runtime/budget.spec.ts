import { createHash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { expect } from "chai";

import { compileFunction } from "../../../../lib/contracts/daml-lf/compile/compile.ts";
import { CompiledProgram } from "../../../../lib/contracts/daml-lf/engine/program.ts";
import { RequestEvaluationQuota } from "../../../../lib/contracts/daml-lf/runtime/allowance.ts";
import { EvaluationBudget } from "../../../../lib/contracts/daml-lf/runtime/budget.ts";
import { toLedgerValue } from "../../../../lib/contracts/daml-lf/runtime/ledger-values.ts";
import type {
  RuntimeOptional,
  RuntimeValue,
} from "../../../../lib/contracts/daml-lf/runtime/runtime-value.ts";
import type { LfExpr } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { StepQuotaSuspension } from "../../../../lib/contracts/engine/suspension.ts";
import { errorOf } from "../../../support/error-of.ts";
import { evaluate, outcomeOf } from "../../../support/lf/evaluate.ts";
import { definitions, expr } from "../../../support/lf/notation.ts";
import { playerPackage, Stage } from "../../../support/lf/stage.ts";
import { int64T } from "../../../support/lf/types.ts";

/** Returns the definition of `grow n x`, which applies `more` to `x` n times. */
const growing = (more: string | LfExpr): Readonly<Record<string, LfExpr>> => ({
  grow: expr`\(n: Int64) (x: Unit) ->
    if EQUAL @Int64 n 0 then x else Main:grow (SUB_INT64 n 1) ${more}`,
});

const grown = (times: number, from: string): LfExpr => expr`Main:grow ${times} ${from}`;

/**
 * Definition of lists that contain the next lower list twice: with `n` levels, they have 2^n elements that
 * share their parts.
 */
const sharing = growing("[@(List Int64) x, x]");

const doubling = growing("(APPEND_TEXT x x)");

const outcome = (of: LfExpr, values: Readonly<Record<string, LfExpr>>, steps = 200_000) =>
  outcomeOf(of, { values, maxSteps: steps });

describe("step budget of an evaluation", () => {
  const exceeded = "error INTERPRETATION_TIME_EXCEEDED";

  it("charges for the parts that a comparison visits, even if few were created", () => {
    const shared = grown(60, "[@Int64 1]");
    expect(outcome(expr`EQUAL ${shared} ${shared}`, sharing)).to.equal(exceeded);
    const deeper = grown(200, "[@Int64 1]");
    expect(outcome(expr`LESS ${deeper} ${deeper}`, sharing)).to.equal(exceeded);
    expect(outcome(expr`GENMAP_INSERT ${shared} 1 GENMAP_EMPTY`, sharing)).to.equal(exceeded);
    const small = grown(10, "[@Int64]");
    expect(evaluate(expr`EQUAL ${small} ${small}`, { values: sharing })).to.equal(true);
  });

  it("charges for the parts of a ledger value", () => {
    const shared = evaluate(grown(60, "[@Int64 1]"), { values: sharing });
    const budget = new EvaluationBudget();
    const toValue = (value: RuntimeValue) => () => toLedgerValue(value, budget);
    const error = errorOf(() =>
      budget.runWithAllowance(new RequestEvaluationQuota({ maxSteps: 100_000 }), toValue(shared)),
    );
    expect(error.code).to.equal("INTERPRETATION_TIME_EXCEEDED");
    const small = evaluate(grown(10, "[@Int64 1]"), { values: sharing });
    expect(
      budget.runWithAllowance(new RequestEvaluationQuota({ maxSteps: 10_000 }), toValue(small))
        .kind,
    ).to.equal("list");
  });

  it("charges for the characters of texts that are split", () => {
    const long = grown(20, '"x"');
    for (const apart of ["EXPLODE_TEXT", "TEXT_TO_CODE_POINTS"]) {
      expect(outcome(expr`${apart} ${long}`, doubling)).to.equal(exceeded);
    }
    expect(outcome(expr`SHA256_TEXT ${grown(10, '"x"')}`, doubling)).to.contain(
      createHash("sha256").update("x".repeat(1024)).digest("hex"),
    );
  });

  it("charges for the fields of large records, of which a program may keep millions", () => {
    const keeping = (fields: number) => {
      const names = Array.from({ length: fields }, (_, index) => `f${index}`);
      const large = `Large {${names.map((name) => `${name} = 1`).join(", ")}}`;
      const { dataTypes = [] } = definitions`
        record Large {${names.map((name) => `${name}: Int64`).join(", ")}}
      `;
      const values = growing(`[@Unit ${large}, ...x]`);
      return outcomeOf(expr`LESS_EQ ${grown(1_000, "[@Unit]")} [@Unit]`, {
        dataTypes,
        values,
        maxSteps: 5_000,
      });
    };
    expect(keeping(2)).to.equal(false);
    expect(keeping(40)).to.equal(exceeded);
  });

  it("charges for sequential instructions without calls", () => {
    const stepsOf = (many: number): number => {
      const program = new CompiledProgram();
      const allowance = new RequestEvaluationQuota({ maxSteps: 1_000_000 });
      const lets = Array.from({ length: many }, (_, index) => `v${index}: Int64 = ADD_INT64 1 1`);
      const inARow = compileFunction(program, [], expr`let ${lets.join("; ")} in 0`);
      program.budget.runWithAllowance(allowance, () => program.run(inARow, []));
      return 1_000_000 - allowance.steps;
    };
    expect(stepsOf(10)).to.equal(0);
    expect(stepsOf(1_000)).to.be.within(100, 200);
  });

  it("charges for the comparisons in a map lookup by text, and for the characters of hex texts", () => {
    const long = grown(17, '"x"');
    const looked = expr`TEXTMAP_LOOKUP @Int64 ${long} (TEXTMAP_INSERT @Int64 ${long} 1 (TEXTMAP_EMPTY @Int64))`;
    expect(outcomeOf(looked, { values: doubling, maxSteps: 4_000 })).to.equal(exceeded);
    expect(outcomeOf(looked, { values: doubling, maxSteps: 10_000 })).to.deep.equal({ some: 1n });
    for (const coded of ["TEXT_TO_HEX", "KECCAK256_TEXT", "SHA256_HEX", "HEX_TO_TEXT"]) {
      expect(outcome(expr`${coded} ${grown(18, '"aa"')}`, doubling, 50_000), coded).to.equal(
        exceeded,
      );
    }
  });

  it("charges for the list that foldr reverses before it starts", () => {
    const folded = expr`FOLDR @Int64 @Int64 (\(x: Int64) (y: Int64) -> ERROR @Int64 "first") 0 ${grown(1_500, "[@Int64]")}`;
    const listing = growing("[@Int64 1, ...x]");
    expect(outcomeOf(folded, { values: listing, maxSteps: 1_600 })).to.equal(exceeded);
    expect(outcomeOf(folded, { values: listing, maxSteps: 1_900 })).to.match(/^error/u);
    expect(outcomeOf(folded, { values: listing, maxSteps: 1_900 })).not.to.equal(exceeded);
  });

  it("does not keep the arguments of a failed evaluation in memory", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const program = new CompiledProgram();
    const endless = compileFunction(program, ["kept"], expr`ERROR @Unit "the end"`);
    const given = (): WeakRef<RuntimeOptional> => {
      const kept: RuntimeOptional = { kind: "optional", value: 1n };
      errorOf(() => program.run(endless, [kept]));
      return new WeakRef(kept);
    };
    const kept = given();
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(kept.deref()).to.equal(undefined);
  });

  it("ends when a text exceeds the maximum string length", () => {
    const joined = "(IMPLODE_TEXT [@Text x, x, x])";
    for (const values of [doubling, growing(joined)]) {
      expect(outcome(grown(40, '"x"'), values, 2_000_000)).to.equal(
        "error DAML_INTERPRETATION_ERROR",
      );
    }
  });
});

const inARow = Array.from({ length: 1_000 }, (_, index) => `v${index}: Int64 = ADD_INT64 1 1`);

const parts = new Map([
  ["Deep", { update: expr`pure @Int64 (Main:depth 100000)`, result: int64T }],
  ["Flat", { update: expr`pure @Int64 (Main:flat 0)`, result: int64T }],
]);

const stage = () =>
  new Stage(
    playerPackage(parts, {
      languageVersion: "2.3",
      main: definitions`
        val depth: Int64 -> Int64 = \(n: Int64) ->
          if EQUAL @Int64 n 0 then 0 else ADD_INT64 1 (Main:depth (SUB_INT64 n 1));
        val flat: Int64 -> Int64 = \(n: Int64) -> let ${inARow.join("; ")} in n;
      `,
    }),
  );

/** Returns how often the evaluation is interrupted, and its value. */
const turnsOf = (part: string, steps: number) => {
  let turns = 0;
  const { end, result } = stage().perform({
    part,
    authority: ["alice::12200000"],
    interruptions: { steps, between: () => void (turns += 1) },
  });
  return { end, result, turns };
};

describe("interruptions of Daml code", () => {
  it("occur while deeply nested calls return one after the other", () => {
    const { end, turns } = turnsOf("Deep", 10_000);
    expect(end).to.equal("ok");
    // The 100,000 calls take ten slices of 10,000 steps. Each return from a frame beyond the first
    // 65,536 registers also takes a step, and each growth of the stack ends a slice.
    expect(turns).to.be.within(19, 21);
  });

  it("occur between instructions that are not calls", () => {
    const { end, turns } = turnsOf("Flat", 20);
    expect(end).to.equal("ok");
    expect(turns).to.be.greaterThan(4);
  });
});

describe("evaluation that is restarted after an interruption", () => {
  it("stops anywhere, even in code that cannot be suspended", () => {
    const budget = new EvaluationBudget();
    const allowance = new RequestEvaluationQuota({
      maxSteps: 1_000_000,
      maxUninterruptedSteps: 500_000,
    });
    const pace = { steps: 1_000, restarts: true };
    const takeTwoThousand = () => {
      for (let step = 0; step < 2_000; step += 1) budget.chargeStep();
    };
    expect(() => budget.runWithAllowance(allowance, takeTwoThousand, pace)).to.throw(
      StepQuotaSuspension,
    );
    expect(pace.steps).to.equal(-1);
    expect(() =>
      budget.runWithAllowance(allowance, takeTwoThousand, { steps: 1_000 }),
    ).to.not.throw();
  });

  it("gets no more steps than its budget has", () => {
    const budget = new EvaluationBudget();
    const allowance = new RequestEvaluationQuota({ maxSteps: 500 });
    const all = () => {
      for (;;) budget.chargeStep();
    };
    const error = errorOf(() =>
      budget.runWithAllowance(allowance, all, { steps: 1_000, restarts: true }),
    );
    expect(error.code).to.equal("INTERPRETATION_TIME_EXCEEDED");
  });
});
