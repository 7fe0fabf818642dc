import { expect } from "chai";

import { openArchive } from "../../../lib/contracts/daml-lf/archive/archive.ts";
import { decodePackage } from "../../../lib/contracts/daml-lf/decode/decode-package.ts";
import { Program } from "../../../lib/contracts/daml-lf/engine/program.ts";
import type { Expr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { errorOf } from "../../support/error-of.ts";
import { assemblePackage } from "../../support/lf/assemble.ts";
import { module, valueOf } from "../../support/lf/definitions.ts";
import { evaluate } from "../../support/lf/evaluate.ts";
import {
  apply,
  caseOf,
  equalInt,
  ifThenElse,
  int,
  lambda,
  letIn,
  list,
  none,
  some,
  subtract,
  value,
  variable,
} from "../../support/lf/expressions.ts";
import { functionT, int64T, unitT } from "../../support/lf/types.ts";

const of = (...names: readonly string[]) => names.map((name) => [name, int64T] as const);
const less = subtract(variable("n"), int(1));
const unlessZero = (goOn: Expr): Expr => ifThenElse(equalInt(variable("n"), int(0)), int(7), goOn);

/** Each calls the next in tail position, in a way of its own. */
const functions: Readonly<Record<string, Expr>> = {
  one: lambda(of("n"), unlessZero(apply(value("Main:two"), less, variable("n")))),
  two: lambda(of("n", "a"), unlessZero(apply(value("Main:three"), less, variable("a"), int(1)))),
  three: lambda(of("n", "a", "b"), unlessZero(apply(value("Main:more"), less, variable("b")))),
  // Takes one argument and is given two: the second goes to the function it gives.
  more: lambda(
    of("n"),
    ifThenElse(
      equalInt(variable("n"), int(0)),
      lambda(of("x"), int(7)),
      lambda(of("x"), apply(value("Main:fewer"), variable("n"), variable("x"))),
    ),
  ),
  // Gives a function one argument of two, and then the other.
  fewer: lambda(
    of("n", "x"),
    letIn(
      "waiting",
      functionT([int64T], int64T),
      apply(value("Main:last"), variable("n")),
      apply(variable("waiting"), variable("x")),
    ),
  ),
  last: lambda(of("n", "x"), unlessZero(apply(value("Main:one"), less))),
};

/** On the stack of the host alone, which has room for a few thousand calls. */
const onHostStack = (expr: Expr): unknown => {
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
  const program = new Program();
  program.definitions.add(decodePackage(openArchive(assembled.archive)));
  return program.value(`${assembled.packageId}:Main:result`)();
};

describe("calls in tail position", () => {
  const others = { one: 0, two: 1, three: 2, fewer: 1, last: 1 };
  for (const [name, count] of Object.entries(others)) {
    it(`take no room on the stack, whatever number of arguments is given, from ${name} on`, () => {
      const ones = Array.from({ length: count }, () => int(1));
      expect(onHostStack(apply(value(`Main:${name}`), int(100_000), ...ones))).to.equal(7n);
    });
  }
});

describe("a case expression", () => {
  it("takes the first of the alternatives that fit", () => {
    const twice = caseOf(
      some(int64T, int(5)),
      { pattern: { kind: "some", binder: "x" }, body: variable("x") },
      { pattern: { kind: "some", binder: "y" }, body: int(0) },
      { pattern: { kind: "none" }, body: int(1) },
    );
    expect(evaluate(twice)).to.equal(5n);
    const defaultFirst = caseOf(
      list(int64T, int(1)),
      { pattern: { kind: "default" }, body: int(2) },
      { pattern: { kind: "cons", head: "x", tail: "xs" }, body: variable("x") },
    );
    expect(evaluate(defaultFirst)).to.equal(2n);
  });

  it("takes the default where nothing else fits", () => {
    const empty = caseOf(
      list(int64T),
      { pattern: { kind: "cons", head: "x", tail: "xs" }, body: variable("x") },
      { pattern: { kind: "default" }, body: int(3) },
    );
    expect(evaluate(empty)).to.equal(3n);
  });

  it("fails where nothing fits", () => {
    const nothing = caseOf(none(int64T), {
      pattern: { kind: "some", binder: "x" },
      body: variable("x"),
    });
    expect(errorOf(() => evaluate(nothing)).code).to.equal("DAML_INTERPRETATION_ERROR");
  });
});
