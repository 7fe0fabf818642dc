import { expect } from "chai";

import { rejectionOf } from "../../../support/error-of.ts";
import { evaluate, outcomeOf, shownValue } from "../../../support/lf/evaluate.ts";
import { definitions, expr } from "../../../support/lf/notation.ts";
import { actions, World } from "../../../support/lf/world.ts";

const values = {
  // Adds 1 to `total` `left` times, with a call in tail position.
  count: expr`\(left: Int64) (total: Int64) ->
    if EQUAL @Int64 left 0 then total
    else Main:count (SUB_INT64 left 1) (ADD_INT64 total 1)`,
  // Adds 1 to its result for `n - 1`, with a call that is not in tail position.
  depth: expr`\(n: Int64) ->
    if EQUAL @Int64 n 0 then 0 else ADD_INT64 1 (Main:depth (SUB_INT64 n 1))`,
  forever: expr`\(n: Int64) -> Main:forever n`,
  // Returns the list of `n` down to 1, followed by `rest`.
  from: expr`\(n: Int64) (rest: List Int64) ->
    if EQUAL @Int64 n 0 then rest else Main:from (SUB_INT64 n 1) [@Int64 n, ...rest]`,
};

describe("Daml-LF evaluation", () => {
  for (const [languageVersion, times] of [
    ["2.1", 400_000],
    ["2.2", 50_000],
    ["2.3", 50_000],
  ] as const) {
    it(`runs ${times} tail calls in constant stack, in ${languageVersion}`, () => {
      const loop = expr`Main:count ${times} 0`;
      expect(evaluate(loop, { values, languageVersion })).to.equal(BigInt(times));
    });
  }

  it("recurses three hundred thousand calls deep without tail calls", () => {
    expect(evaluate(expr`Main:depth 300000`, { values })).to.equal(300_000n);
  });

  it("folds, compares and destructures lists of a hundred thousand elements @slow", () => {
    const many = expr`Main:from 100000 [@Int64]`;
    const plus = expr`\(a: Int64) (b: Int64) -> ADD_INT64 a b`;
    const same = expr`\(a: Int64) (b: Int64) -> EQUAL @Int64 a b`;
    const sum = 5_000_050_000n;
    expect(evaluate(expr`FOLDL ${plus} 0 ${many}`, { values })).to.equal(sum);
    expect(evaluate(expr`FOLDR ${plus} 0 ${many}`, { values })).to.equal(sum);
    expect(evaluate(expr`EQUAL_LIST ${same} ${many} ${many}`, { values })).to.equal(true);
    expect(evaluate(expr`EQUAL ${many} ${many}`, { values })).to.equal(true);
    expect(evaluate(expr`LESS ${many} ${many}`, { values })).to.equal(false);
  });

  it("applies functions to fewer and to more arguments than they have parameters", () => {
    const curried = expr`\(a: Int64) -> \(b: Int64) -> ADD_INT64 a b`;
    expect(evaluate(expr`(\(f: Int64 -> Int64) -> f 2) (${curried} 40)`)).to.equal(42n);
    expect(evaluate(expr`(\(a: Int64) -> ADD_INT64) 0 1 2`)).to.equal(3n);
  });

  it("applies functions of a hundred parameters to any number of arguments at once", () => {
    const names = Array.from({ length: 100 }, (_, index) => `p${index}`);
    const numbers = names.map((_, index) => `${index}`);
    const bound = names.map((name) => `(${name}: Int64)`);
    // Each argument is recognized by its digits in the text, which is concatenated from the last to the
    // first.
    const all = names.reduceRight(
      (text, name) => `APPEND_TEXT (INT64_TO_TEXT ${name}) (${text})`,
      '""',
    );
    const functions = {
      whole: expr`\ ${bound.join(" ")} -> ${all}`,
      parted: expr`\ ${bound.slice(0, 50).join(" ")} -> \ ${bound.slice(50).join(" ")} -> ${all}`,
      single: expr`${bound.map((one) => `\\ ${one} ->`).join(" ")} ${all}`,
    };
    for (const name of Object.keys(functions)) {
      for (const given of [1, 31, 32, 33, 64, 65, 99, 100]) {
        const first = `Main:${name} ${numbers.slice(0, given).join(" ")}`;
        const applied = expr`(${first}) ${numbers.slice(given).join(" ")}`;
        expect(evaluate(applied, { values: functions }), `${name} ${given}`).to.equal(
          numbers.join(""),
        );
      }
    }
  });

  it("uses the innermost of several variables with the same name", () => {
    expect(evaluate(expr`(\(x: Int64) -> \(x: Int64) -> x) 1 2`)).to.equal(2n);
  });

  it("evaluates arguments from the last to the first, then the function", () => {
    const aborted = "error INTERPRETATION_USER_ERROR";
    const divided = /^exception/u;
    const divide = expr`DIV_INT64 1 0`;
    const failing = (message: string) => expr`ERROR @Int64 "${message}"`;
    expect(outcomeOf(expr`ADD_INT64 ${divide} ${failing("second")}`)).to.equal(aborted);
    expect(outcomeOf(expr`ADD_INT64 ${failing("first")} ${divide}`)).to.match(divided);
    const chosen = expr`if True then ${failing("function")} else INT64_TO_TEXT`;
    expect(outcomeOf(expr`${chosen} ${divide}`)).to.match(divided);
    expect(outcomeOf(expr`[@Int64 ${failing("first")}, ${divide}]`)).to.match(divided);
  });

  it("evaluates a top-level value only when it is needed", () => {
    const unused = expr`if EQUAL @Int64 1 1 then 7 else Main:broken`;
    const broken = expr`ERROR @Int64 "undefined"`;
    expect(evaluate(unused, { values: { broken } })).to.equal(7n);
  });

  it("reports a top-level value that depends on itself by name", () => {
    const knot = expr`ADD_INT64 1 Main:knot`;
    expect(outcomeOf(expr`Main:knot`, { values: { knot } })).to.equal(
      "error DAML_INTERPRETATION_ERROR",
    );
  });

  it("takes the first matching alternative", () => {
    const described = (scrutinee: string) =>
      expr`case ${scrutinee} of {[] -> 0; [first, ...rest] -> first; _ -> -1}`;
    expect(evaluate(described("[@Int64]"))).to.equal(0n);
    expect(evaluate(described("[@Int64 5, 6]"))).to.equal(5n);
  });

  it("keeps maps in key order", () => {
    const map = expr`
      TEXTMAP_INSERT "🙂" 1
        (TEXTMAP_INSERT "\uffee" 2 (TEXTMAP_INSERT "a" 3 (TEXTMAP_INSERT "a" 4 TEXTMAP_EMPTY)))
    `;
    expect(shownValue(evaluate(map))).to.deep.equal([
      ["a", 3n],
      ["\uffee", 2n],
      ["🙂", 1n],
    ]);
    expect(evaluate(expr`TEXTMAP_SIZE ${map}`)).to.equal(3n);
    expect(evaluate(expr`TEXTMAP_SIZE (TEXTMAP_DELETE "a" ${map})`)).to.equal(2n);
  });

  it("refuses functions as keys, even of an empty map", () => {
    const key = expr`\(x: Int64) -> x`;
    expect(outcomeOf(expr`GENMAP_LOOKUP ${key} GENMAP_EMPTY`)).to.equal(
      "error NON_COMPARABLE_VALUES",
    );
    expect(outcomeOf(expr`EQUAL ${key} ${key}`)).to.equal("error NON_COMPARABLE_VALUES");
  });
});

describe("choices with endless or very deep code", () => {
  const world = (): Promise<World> =>
    World.of({
      daml: { limits: { maxSteps: 400_000 } },
      main: definitions`
        val count: Int64 -> Int64 -> Int64 = ${values.count};
        val depth: Int64 -> Int64 = ${values.depth};
        val forever: Int64 -> Int64 = ${values.forever};
        val from: Int64 -> List Int64 -> List Int64 = ${values.from};
        val spin: Update Unit = do {u: Unit <- pure @Unit (); Main:spin};
      `,
      actions: actions`
        nonconsuming choice Forever: Int64 = pure @Int64 (Main:forever 0);
        nonconsuming choice Spin = Main:spin;
        nonconsuming choice Depth (arg: Int64): Int64 = pure @Int64 (Main:depth arg);
        nonconsuming choice Long: List Int64 = pure @(List Int64) (Main:from 100000 [@Int64]);
        nonconsuming choice Fine: Optional Text = pure @(Optional Text) (None @Text);
      `,
    });

  it("are stopped if they do not end, and the ledger stays usable", async () => {
    const { ledger, alice, ...rest } = await world().then((each) => ({
      ledger: each.ledger,
      alice: each.alice,
      world: each,
    }));
    const error = await rejectionOf(rest.world.act("Forever"));
    expect(error.code).to.equal("INTERPRETATION_TIME_EXCEEDED");
    expect(await rest.world.act("Fine")).to.equal(null);
    expect(ledger.state.ledgerEnd).to.be.greaterThan(0);
    expect(alice).to.match(/^alice::/u);
  });

  it("are stopped if their actions do not end", async () => {
    const each = await world();
    expect((await rejectionOf(each.act("Spin"))).code).to.equal("INTERPRETATION_TIME_EXCEEDED");
  });

  it("recurse deeper than the host's stack, as deep as the step budget allows", async () => {
    const each = await world();
    expect(await each.act("Depth", "500")).to.equal("500");
    expect(await each.act("Depth", "50000")).to.equal("50000");
    const error = await rejectionOf(each.act("Depth", "450000"));
    expect(error.code).to.equal("INTERPRETATION_TIME_EXCEEDED");
    expect(await each.act("Fine")).to.equal(null);
  });

  it("can return a list of a hundred thousand elements", async () => {
    const each = await world();
    const result = await each.act("Long");
    expect(result).to.have.length(100_000);
  });
});
