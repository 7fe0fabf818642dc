import { expect } from "chai";

import { openArchive } from "../../../../lib/contracts/daml-lf/archive/archive.ts";
import { decodePackage } from "../../../../lib/contracts/daml-lf/decode/decode-package.ts";
import { Program } from "../../../../lib/contracts/daml-lf/engine/program.ts";
import type { Expr } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { errorOf } from "../../../support/error-of.ts";
import { assemblePackage } from "../../../support/lf/assemble.ts";
import { module, valueOf } from "../../../support/lf/definitions.ts";
import { evaluate } from "../../../support/lf/evaluate.ts";
import { expr } from "../../../support/lf/notation.ts";
import { unitT } from "../../../support/lf/types.ts";

const unlessZero = (goOn: string) => `if EQUAL @Int64 n 0 then 7 else ${goOn}`;

/** Each calls the next in tail position, in a way of its own. */
const functions: Readonly<Record<string, Expr>> = {
  one: expr`\(n: Int64) -> ${unlessZero("Main:two (SUB_INT64 n 1) n")}`,
  two: expr`\(n: Int64) (a: Int64) -> ${unlessZero("Main:three (SUB_INT64 n 1) a 1")}`,
  three: expr`\(n: Int64) (a: Int64) (b: Int64) -> ${unlessZero("Main:more (SUB_INT64 n 1) b")}`,
  // Takes one argument and is given two: the second goes to the function it gives.
  more: expr`\(n: Int64) ->
    if EQUAL @Int64 n 0 then \(x: Int64) -> 7 else \(x: Int64) -> Main:fewer n x`,
  // Gives a function one argument of two, and then the other.
  fewer: expr`\(n: Int64) (x: Int64) -> let waiting: Int64 -> Int64 = Main:last n in waiting x`,
  last: expr`\(n: Int64) (x: Int64) -> ${unlessZero("Main:one (SUB_INT64 n 1)")}`,
};

/** On the stack of the platform alone, which has room for a few thousand calls. */
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
      const ones = " 1".repeat(count);
      expect(onHostStack(expr`Main:${name} 100000 ${ones}`)).to.equal(7n);
    });
  }
});

describe("a case expression", () => {
  it("takes the first of the alternatives that fit", () => {
    const twice = expr`case Some @Int64 5 of {Some x -> x; Some y -> 0; None -> 1}`;
    expect(evaluate(twice)).to.equal(5n);
    const defaultFirst = expr`case [@Int64 1] of {_ -> 2; [x, ...xs] -> x}`;
    expect(evaluate(defaultFirst)).to.equal(2n);
  });

  it("takes the default where nothing else fits", () => {
    expect(evaluate(expr`case [@Int64] of {[x, ...xs] -> x; _ -> 3}`)).to.equal(3n);
  });

  it("fails where nothing fits", () => {
    const nothing = expr`case None @Int64 of {Some x -> x}`;
    expect(errorOf(() => evaluate(nothing)).code).to.equal("DAML_INTERPRETATION_ERROR");
  });
});
