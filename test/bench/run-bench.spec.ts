import { rmSync } from "node:fs";

import { expect } from "chai";

import { type Build, chosenBenches, runBench } from "../../bench/runner/run-bench.ts";
import { buildOfBenches } from "../support/bench-builds.ts";

describe("running a bench @slow", () => {
  const quietly = { isShown: false, signal: new AbortController().signal };
  let build: Build | undefined;
  afterEach(() => {
    if (build !== undefined) rmSync(build.root, { recursive: true });
    build = undefined;
  });

  it("gives what each of its tables told, with what is better, and what is relative", async () => {
    build = buildOfBenches({
      one: `
        report("First", [
          { name: "rate", unit: "/s", samples: [3, 1, 2] },
          { name: "cost", unit: "×", samples: [2], target: { atMost: 3 } },
        ]);
        report("Second", [{ name: "share", unit: "%", samples: [5], isRatio: true, better: "higher" }]);
      `,
    });
    const { benches, hasFailed, output } = await runBench(build, "one", quietly);
    expect(hasFailed, output).to.equal(false);
    expect(
      benches.flatMap(({ name, title, figures }) =>
        figures.map((each) => [name, title, each.name, each.median, each.better, each.isRatio]),
      ),
    ).to.deep.equal([
      ["one", "First", "rate", 2, "higher", false],
      ["one", "First", "cost", 2, "lower", true],
      ["one", "Second", "share", 5, "higher", true],
    ]);
    expect(output).to.include("| cost | 2.00 × |  | ≤ 3 × | yes |");
  });

  it("tells that it failed, with what it said until then", async () => {
    build = buildOfBenches({
      bad: `
        report("Begun", [{ name: "rate", unit: "/s", samples: [1] }]);
        throw new TypeError("no more");
      `,
    });
    const { benches, hasFailed, output } = await runBench(build, "bad", quietly);
    expect(hasFailed).to.equal(true);
    expect(output).to.include("no more");
    expect(benches.map(({ title }) => title)).to.deep.equal(["Begun"]);
  });

  it("takes those whose names begin so, and tells which there are where none does", () => {
    build = buildOfBenches({ submit: "", "submit-many": "", http: "" });
    const root = build;
    expect(chosenBenches(root, ["submit"])).to.deep.equal(["submit", "submit-many"]);
    expect(chosenBenches(root, [])).to.deep.equal(["http", "submit", "submit-many"]);
    expect(() => chosenBenches(root, ["snapshots"])).to.throw(
      RangeError,
      "There is no bench snapshots: there are http, submit, submit-many",
    );
  });
});
