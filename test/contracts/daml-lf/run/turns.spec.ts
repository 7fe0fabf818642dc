import { expect } from "chai";

import { Allowance } from "../../../../lib/contracts/daml-lf/runtime/allowance.ts";
import { Budget } from "../../../../lib/contracts/daml-lf/runtime/budget.ts";
import { Suspension } from "../../../../lib/contracts/engine/suspension.ts";
import { errorOf } from "../../../support/error-of.ts";
import { definitions, expr } from "../../../support/lf/notation.ts";
import { playerPackage, Stage } from "../../../support/lf/stage.ts";
import { int64T } from "../../../support/lf/types.ts";

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

/** How often a part is interrupted, and how much it has come to. */
const turnsOf = (part: string, steps: number) => {
  let turns = 0;
  const { end, result } = stage().perform({
    part,
    authority: ["alice::12200000"],
    turns: { steps, between: () => void (turns += 1) },
  });
  return { end, result, turns };
};

describe("turns of Daml code", () => {
  it("end while calls that wait for one another deep down return, one after the other", () => {
    const { end, turns } = turnsOf("Deep", 10_000);
    expect(end).to.equal("ok");
    // A hundred thousand calls alone are ten, and twelve with the room that they need.
    expect(turns).to.be.within(19, 21);
  });

  it("end among instructions that are no calls", () => {
    const { end, turns } = turnsOf("Flat", 20);
    expect(end).to.equal("ok");
    expect(turns).to.be.greaterThan(4);
  });
});

describe("a turn after which all is begun again", () => {
  it("ends wherever it is, whether or not what runs could be interrupted there", () => {
    const budget = new Budget();
    const allowance = new Allowance({ maxSteps: 1_000_000, maxStepsAtOnce: 500_000 });
    const pace = { steps: 1_000, beginsAgain: true };
    const takeTwoThousand = () => {
      for (let step = 0; step < 2_000; step += 1) budget.takeStep();
    };
    expect(() => budget.within(allowance, takeTwoThousand, pace)).to.throw(Suspension);
    expect(pace.steps).to.equal(-1);
    expect(() => budget.within(allowance, takeTwoThousand, { steps: 1_000 })).to.not.throw();
  });

  it("is no way to more steps than there are", () => {
    const budget = new Budget();
    const allowance = new Allowance({ maxSteps: 500 });
    const all = () => {
      for (;;) budget.takeStep();
    };
    const error = errorOf(() => budget.within(allowance, all, { steps: 1_000, beginsAgain: true }));
    expect(error.code).to.equal("INTERPRETATION_TIME_EXCEEDED");
  });
});
