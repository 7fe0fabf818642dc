import { expect } from "chai";

import { hearTraces } from "../../../lib/contracts/daml-lf/index.ts";
import type { Expr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { evaluate, evaluationsOf } from "../../support/lf/evaluate.ts";
import {
  add,
  apply,
  builtin,
  int,
  lambda,
  text,
  typeApply,
  variable,
} from "../../support/lf/expressions.ts";
import { int64T } from "../../support/lf/types.ts";

const traced = (message: string, number: number): Expr =>
  apply(typeApply(builtin(0), int64T), text(message), int(number));

describe("traces of Daml code", () => {
  it("are heard in the order they are made, until nobody listens", () => {
    const heard: string[] = [];
    const stop = hearTraces((message) => heard.push(message));
    const stopToo = hearTraces((message) => heard.push(`${message} too`));
    evaluate(add(traced("left", 1), traced("right", 2)));
    // Evaluated from the last operand to the first.
    expect(heard).to.deep.equal(["right", "right too", "left", "left too"]);
    stop();
    stopToo();
    expect(evaluate(traced("unheard", 3))).to.equal(3n);
    expect(heard).to.have.length(4);
  });

  it("may be heard by what evaluates in its turn", () => {
    const twice = lambda([["n", int64T]], add(variable("n"), variable("n")));
    const [outer, inner] = evaluationsOf([
      { expr: apply(lambda([["n", int64T]], add(variable("n"), traced("right", 1))), int(40)) },
      { expr: apply(twice, apply(twice, apply(twice, int(3)))) },
    ]);
    const heard: unknown[] = [];
    const stop = hearTraces(() => heard.push(inner?.()));
    expect(outer?.()).to.equal(41n);
    stop();
    expect(heard).to.deep.equal([24n]);
  });
});
