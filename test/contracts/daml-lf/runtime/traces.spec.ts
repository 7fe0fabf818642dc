import { expect } from "chai";

import { CompiledProgram } from "../../../../lib/contracts/daml-lf/engine/program.ts";
import { evaluationsOf } from "../../../support/lf/evaluate.ts";
import { expr } from "../../../support/lf/notation.ts";

const traced = (message: string, number: number) => expr`TRACE @Int64 "${message}" ${number}`;

describe("traces of Daml code", () => {
  it("reach their listener in order, until it stops listening", () => {
    const program = new CompiledProgram();
    const [first, last] = evaluationsOf(
      [
        { expr: expr`ADD_INT64 ${traced("left", 1)} ${traced("right", 2)}` },
        { expr: traced("unheard", 3) },
      ],
      {},
      program,
    );
    const heard: string[] = [];
    const stop = program.traces.addListener((message) => heard.push(message));
    const stopToo = program.traces.addListener((message) => heard.push(`${message} too`));
    first?.();
    // Operands are evaluated from the last to the first.
    expect(heard).to.deep.equal(["right", "right too", "left", "left too"]);
    stop();
    stopToo();
    expect(last?.()).to.equal(3n);
    expect(heard).to.have.length(4);
  });

  it("reach the listener of a nested evaluation", () => {
    const program = new CompiledProgram();
    const twice = expr`\(n: Int64) -> ADD_INT64 n n`;
    const [outer, inner] = evaluationsOf(
      [
        { expr: expr`(\(n: Int64) -> ADD_INT64 n ${traced("right", 1)}) 40` },
        { expr: expr`${twice} (${twice} (${twice} 3))` },
      ],
      {},
      program,
    );
    const heard: unknown[] = [];
    const stop = program.traces.addListener(() => heard.push(inner?.()));
    expect(outer?.()).to.equal(41n);
    stop();
    expect(heard).to.deep.equal([24n]);
  });

  it("do not reach the listener of another program", () => {
    const [own, other] = [new CompiledProgram(), new CompiledProgram()];
    const [evaluate] = evaluationsOf([{ expr: traced("own", 1) }], {}, own);
    const heard: string[] = [];
    own.traces.addListener((message) => heard.push(message));
    other.traces.addListener((message) => heard.push(`${message} elsewhere`));
    evaluate?.();
    expect(heard).to.deep.equal(["own"]);
  });
});
