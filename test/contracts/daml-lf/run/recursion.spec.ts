import { expect } from "chai";

import { parsePackageArchive } from "../../../../lib/contracts/daml-lf/archive/archive.ts";
import { decodePackage } from "../../../../lib/contracts/daml-lf/decode/decode-package.ts";
import { defaultDamlEngineLimits } from "../../../../lib/contracts/daml-lf/engine/engine.ts";
import { CompiledProgram } from "../../../../lib/contracts/daml-lf/engine/program.ts";
import { RequestEvaluationQuota } from "../../../../lib/contracts/daml-lf/runtime/allowance.ts";
import type { LfExpr } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { errorOf } from "../../../support/error-of.ts";
import { assemblePackage } from "../../../support/lf/assemble.ts";
import { module, valueOf } from "../../../support/lf/definitions.ts";
import {
  evaluate,
  type EvaluationContext,
  evaluationsOf,
  outcomeOf,
  shownValue,
} from "../../../support/lf/evaluate.ts";
import { definitions, expr } from "../../../support/lf/notation.ts";
import { unitT } from "../../../support/lf/types.ts";

/** Recursion depth that exceeds the stack of every platform that runs the tests. */
const deep = 30_000;

/** Returns a function of `n`: returns `last` for 0, otherwise `more`, which calls the function with `n - 1`. */
const recursive = (last: string, more: string) =>
  expr`\(n: Int64) -> if EQUAL @Int64 n 0 then ${last} else ${more}`;

const below = "(Main:f (SUB_INT64 n 1))";

/** Recursive functions, by the place of the recursive call. */
const recursions: Readonly<Record<string, { readonly more: string; readonly result: number }>> = {
  "an operand of a builtin": { more: `ADD_INT64 1 ${below}`, result: deep },
  "the value of a let": {
    more: `let a: Int64 = 1; b: Int64 = ${below} in ADD_INT64 a b`,
    result: deep,
  },
  "the scrutinee of a case": { more: `case ${below} of {_ -> n}`, result: deep },
  "a field of a record": { more: `struct.a struct {a = ${below}}`, result: 0 },
  "the function that a left fold calls": {
    more: `FOLDL (\\(a: Int64) (b: Int64) -> ADD_INT64 a ${below}) 1 [@Int64 1]`,
    result: deep,
  },
  "the function that a right fold calls": {
    more: `FOLDR (\\(a: Int64) (b: Int64) -> ADD_INT64 b ${below}) 1 [@Int64 1]`,
    result: deep,
  },
  "the function that compares the elements of lists": {
    more: `
      if EQUAL_LIST (\\(a: Int64) (b: Int64) -> EQUAL @Int64 ${below} 0) [@Int64 1] [@Int64 1]
      then 0
      else 1`,
    result: 0,
  },
  "the argument of a function that returns a function": {
    more: `(\\(a: Int64) -> \\(b: Int64) -> a) ${below} 2`,
    result: 0,
  },
};

describe("deeply recursive Daml code", () => {
  for (const [where, { more, result }] of Object.entries(recursions)) {
    it(`computes its value with the recursive call in ${where}`, () => {
      const context: EvaluationContext = { values: { f: recursive("0", more) } };
      expect(evaluate(expr`Main:f ${deep}`, context)).to.equal(BigInt(result));
    });
  }

  it("sums a list without a fold", () => {
    const values = {
      sum: expr`\(all: List Int64) -> case all of {[] -> 0; [x, ...xs] -> ADD_INT64 x (Main:sum xs)}`,
      numbers: recursive("[@Int64]", "[@Int64 1, ...Main:numbers (SUB_INT64 n 1)]"),
    };
    const context: EvaluationContext = { values, ...defaultDamlEngineLimits };
    expect(evaluate(expr`Main:sum (Main:numbers 100000)`, context)).to.equal(100_000n);
  });

  for (const parameters of [2, 50, 1_000]) {
    it(`is stopped by its memory limit, and the process continues, with ${parameters} parameters${parameters > 50 ? " @slow" : ""}`, () => {
      const names = Array.from({ length: parameters }, (_, index) => `p${index}`);
      const given = names.map((_, index) => `${index}`).join(" ");
      const bound = names.map((name) => `(${name}: Int64)`).join(" ");
      const endless = expr`\ ${bound} -> ADD_INT64 1 (Main:f ${names.join(" ")})`;
      const context: EvaluationContext = { values: { f: endless }, ...defaultDamlEngineLimits };
      const error = errorOf(() => evaluate(expr`Main:f ${given}`, context));
      expect(error.code).to.equal("DAML_INTERPRETATION_ERROR");
      expect(error.cause).to.contain("recursed too deeply");
    });
  }

  it("counts steps for stack growth, the same number in every run", () => {
    const program = new CompiledProgram();
    const context = { values: [valueOf("f", unitT, recursive("0", `ADD_INT64 1 ${below}`))] };
    const [small, large] = evaluationsOf(
      [1_000n, 100_000n].map((n) => ({ expr: expr`\(n: Int64) -> Main:f n`, args: [n] })),
      context,
      program,
    );
    const stepsOf = (evaluation: (() => unknown) | undefined): number => {
      const allowance = new RequestEvaluationQuota({ maxSteps: 10_000_000 });
      program.budget.runWithAllowance(allowance, () => evaluation?.());
      return 10_000_000 - allowance.steps;
    };
    expect(stepsOf(small)).to.be.within(1_000, 1_100);
    const first = stepsOf(large);
    expect(first).to.be.within(400_000, 700_000);
    expect(stepsOf(large)).to.equal(first);
  });

  it("raises an exception or error that occurs deep inside", () => {
    const failing = recursive("DIV_INT64 1 0", `ADD_INT64 1 ${below}`);
    const context: EvaluationContext = { values: { f: failing } };
    expect(outcomeOf(expr`Main:f ${deep}`, context)).to.match(/^exception/u);
  });

  it("is stopped by the step limit", () => {
    const endless = recursive("0", `ADD_INT64 1 ${below}`);
    const context: EvaluationContext = { values: { f: endless }, maxSteps: 100_000 };
    expect(outcomeOf(expr`Main:f -1`, context)).to.equal("error INTERPRETATION_TIME_EXCEEDED");
  });

  it("evaluates top-level values that depend on each other in a chain", () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `v${index}`);
    const values = Object.fromEntries(
      names.map((name, index) => [
        name,
        index === 0 ? expr`ADD_INT64 0 1` : expr`ADD_INT64 1 Main:${names[index - 1] ?? ""}`,
      ]),
    );
    expect(evaluate(expr`Main:v1999`, { values })).to.equal(2_000n);
  });

  it("compares values nested to any depth", () => {
    const { dataTypes = [] } = definitions`variant Tree {Leaf: Int64, Node: Tree}`;
    const grow = expr`\(n: Int64) (tree: Tree) ->
      if EQUAL @Int64 n 0 then tree else Main:grow (SUB_INT64 n 1) (Tree::Node tree)`;
    const tree = (leaf: number) => expr`Main:grow ${deep} (Tree::Leaf ${leaf})`;
    const context: EvaluationContext = { dataTypes, values: { grow } };
    expect(evaluate(expr`EQUAL ${tree(1)} ${tree(1)}`, context)).to.equal(true);
    expect(evaluate(expr`LESS ${tree(1)} ${tree(2)}`, context)).to.equal(true);
    const map = expr`GENMAP_INSERT ${tree(2)} 2 (GENMAP_INSERT ${tree(1)} 1 GENMAP_EMPTY)`;
    expect(shownValue(evaluate(expr`GENMAP_LOOKUP ${tree(1)} ${map}`, context))).to.deep.equal({
      some: 1n,
    });
  });
});

const unlessZero = (resume: string) => `if EQUAL @Int64 n 0 then 7 else ${resume}`;

/** Each function calls the next one in tail position, with its own number of arguments. */
const functions: Readonly<Record<string, LfExpr>> = {
  one: expr`\(n: Int64) -> ${unlessZero("Main:two (SUB_INT64 n 1) n")}`,
  two: expr`\(n: Int64) (a: Int64) -> ${unlessZero("Main:three (SUB_INT64 n 1) a 1")}`,
  three: expr`\(n: Int64) (a: Int64) (b: Int64) -> ${unlessZero("Main:more (SUB_INT64 n 1) b")}`,
  // Has one parameter and gets two arguments: the function that it returns gets the second.
  more: expr`\(n: Int64) ->
    if EQUAL @Int64 n 0 then \(x: Int64) -> 7 else \(x: Int64) -> Main:fewer n x`,
  // Calls a function of two parameters with one argument, and passes the other argument later.
  fewer: expr`\(n: Int64) (x: Int64) -> let waiting: Int64 -> Int64 = Main:last n in waiting x`,
  last: expr`\(n: Int64) (x: Int64) -> ${unlessZero("Main:one (SUB_INT64 n 1)")}`,
};

/** Evaluates on the stack of JavaScript only, which has space for a few thousand calls. */
const onHostStack = (expr: LfExpr): unknown => {
  const assembled = assemblePackage({
    name: "calls",
    version: "1.0.0",
    languageVersion: "2.1",
    modules: [
      module("Main", {
        values: [
          valueOf("result", unitT, expr),
          ...Object.entries(functions).map(([name, body]) => valueOf(name, unitT, body)),
        ],
      }),
    ],
  });
  const program = new CompiledProgram();
  program.definitions.add(decodePackage(parsePackageArchive(assembled.archive)));
  return program.createValueGetter(`${assembled.packageId}:Main:result`)();
};

describe("tail calls", () => {
  const others = { one: 0, two: 1, three: 2, fewer: 1, last: 1 };
  for (const [name, count] of Object.entries(others)) {
    it(`use no stack, with different numbers of arguments, beginning with the function ${name}`, () => {
      const ones = " 1".repeat(count);
      expect(onHostStack(expr`Main:${name} 100000 ${ones}`)).to.equal(7n);
    });
  }
});

describe("case expression", () => {
  it("takes the first matching alternative", () => {
    const twice = expr`case Some @Int64 5 of {Some x -> x; Some y -> 0; None -> 1}`;
    expect(evaluate(twice)).to.equal(5n);
    const defaultFirst = expr`case [@Int64 1] of {_ -> 2; [x, ...xs] -> x}`;
    expect(evaluate(defaultFirst)).to.equal(2n);
  });

  it("takes the default if no other alternative matches", () => {
    expect(evaluate(expr`case [@Int64] of {[x, ...xs] -> x; _ -> 3}`)).to.equal(3n);
  });

  it("fails if no alternative matches", () => {
    const nothing = expr`case None @Int64 of {Some x -> x}`;
    expect(errorOf(() => evaluate(nothing)).code).to.equal("DAML_INTERPRETATION_ERROR");
  });
});
