import { expect } from "chai";

import type { Expr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { variantType } from "../../support/lf/definitions.ts";
import { evaluate, type EvaluationContext, outcomeOf, shown } from "../../support/lf/evaluate.ts";
import {
  add,
  apply,
  builtin,
  call,
  caseOf,
  consTo,
  equalInt,
  ifThenElse,
  int,
  lambda,
  list,
  subtract,
  value,
  variable,
  variant,
} from "../../support/lf/expressions.ts";
import { dataT, int64T, listT } from "../../support/lf/types.ts";

/** Deeper than the stack of any host on which tests run. */
const deep = 30_000;
const n = variable("n");
const oneLess = subtract(n, int(1));
/** A function of `n`: `last` for 0, otherwise what `more` makes of the function's value for one less. */
const recursive = (name: string, last: Expr, more: (below: Expr) => Expr): Expr =>
  lambda(
    [["n", int64T]],
    ifThenElse(equalInt(n, int(0)), last, more(apply(value(`Main:${name}`), oneLess))),
  );

const listBelow = recursive("numbers", list(int64T), (below) => consTo(int64T, int(1), below));

/** What recurses below the place where each function calls it. */
const recursions: Readonly<Record<string, { readonly body: Expr; readonly result: bigint }>> = {
  "an operand of a builtin": {
    body: recursive("f", int(0), (below) => add(int(1), below)),
    result: BigInt(deep),
  },
  "what is bound by a let": {
    body: recursive("f", int(0), (below) => ({
      kind: "let",
      bindings: [
        { name: "a", type: int64T, bound: int(1) },
        { name: "b", type: int64T, bound: below },
      ],
      body: add(variable("a"), variable("b")),
    })),
    result: BigInt(deep),
  },
  "the scrutinee of a case": {
    body: recursive("f", int(0), (below) =>
      caseOf(below, { pattern: { kind: "default" }, body: n }),
    ),
    result: BigInt(deep),
  },
  "a field of a record": {
    body: recursive("f", int(0), (below) => ({
      kind: "structField",
      field: "a",
      struct: { kind: "struct", fields: [{ name: "a", expr: below }] },
    })),
    result: 0n,
  },
  "the function that a left fold calls": {
    body: recursive("f", int(0), (below) =>
      call(
        43,
        lambda(
          [
            ["a", int64T],
            ["b", int64T],
          ],
          add(variable("a"), below),
        ),
        int(1),
        list(int64T, int(1)),
      ),
    ),
    result: BigInt(deep),
  },
  "the function that a right fold calls": {
    body: recursive("f", int(0), (below) =>
      call(
        44,
        lambda(
          [
            ["a", int64T],
            ["b", int64T],
          ],
          add(variable("b"), below),
        ),
        int(1),
        list(int64T, int(1)),
      ),
    ),
    result: BigInt(deep),
  },
  "the function that compares the elements of lists": {
    body: recursive("f", int(0), (below) =>
      ifThenElse(
        call(
          45,
          lambda(
            [
              ["a", int64T],
              ["b", int64T],
            ],
            equalInt(below, int(0)),
          ),
          list(int64T, int(1)),
          list(int64T, int(1)),
        ),
        int(0),
        int(1),
      ),
    ),
    result: 0n,
  },
  "the argument of a function that gives a function": {
    body: recursive("f", int(0), (below) =>
      apply(lambda([["a", int64T]], lambda([["b", int64T]], variable("a"))), below, int(2)),
    ),
    result: 0n,
  },
};

describe("Daml code that recurses deeply", () => {
  for (const [where, { body, result }] of Object.entries(recursions)) {
    it(`gets its value when the recursion is in ${where}`, () => {
      const context: EvaluationContext = { values: { f: body } };
      expect(evaluate(apply(value("Main:f"), int(deep)), context)).to.equal(result);
    });
  }

  it("sums a list without a fold", () => {
    const sum = lambda(
      [["all", listT(int64T)]],
      caseOf(
        variable("all"),
        { pattern: { kind: "nil" }, body: int(0) },
        {
          pattern: { kind: "cons", head: "x", tail: "xs" },
          body: add(variable("x"), apply(value("Main:sum"), variable("xs"))),
        },
      ),
    );
    const values = { sum, numbers: listBelow };
    const all = apply(value("Main:numbers"), int(50_000));
    expect(evaluate(apply(value("Main:sum"), all), { values })).to.equal(50_000n);
  });

  it("raises the exception or the error that it meets on the way", () => {
    const failing = recursive("f", call(10, int(1), int(0)), (below) => add(int(1), below));
    const context: EvaluationContext = { values: { f: failing } };
    expect(outcomeOf(apply(value("Main:f"), int(deep)), context)).to.match(/^exception/u);
  });

  it("is stopped by its budget as anything else is", () => {
    const endless = recursive("f", int(0), (below) => add(int(1), below));
    const context: EvaluationContext = { values: { f: endless }, steps: 100_000 };
    expect(outcomeOf(apply(value("Main:f"), int(-1)), context)).to.equal(
      "error INTERPRETATION_TIME_EXCEEDED",
    );
  });

  it("forces top-level values that need one another in a chain", () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `v${index}`);
    const values = Object.fromEntries(
      names.map((name, index) => [
        name,
        index === 0 ? add(int(0), int(1)) : add(int(1), value(`Main:${names[index - 1] ?? ""}`)),
      ]),
    );
    expect(evaluate(value("Main:v1999"), { values })).to.equal(2_000n);
  });

  it("compares values nested to any depth", () => {
    const treeT = dataT("Main:Tree");
    const dataTypes = [variantType("Tree", { Leaf: int64T, Node: treeT })];
    const grow = lambda(
      [
        ["n", int64T],
        ["tree", treeT],
      ],
      ifThenElse(
        equalInt(n, int(0)),
        variable("tree"),
        apply(value("Main:grow"), oneLess, variant(treeT, "Node", variable("tree"))),
      ),
    );
    const tree = (leaf: number): Expr =>
      apply(value("Main:grow"), int(deep), variant(treeT, "Leaf", int(leaf)));
    const context: EvaluationContext = { dataTypes, values: { grow } };
    expect(evaluate(call(2, tree(1), tree(1)), context)).to.equal(true);
    expect(evaluate(call(4, tree(1), tree(2)), context)).to.equal(true);
    const map = call(53, tree(2), int(2), call(53, tree(1), int(1), builtin(52)));
    expect(shown(evaluate(call(54, tree(1), map), context))).to.deep.equal({ some: 1n });
  });
});
