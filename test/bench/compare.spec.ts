import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { compareBuilds } from "../../bench/runner/compare.ts";
import { compareText } from "../../bench/runner/compare-text.ts";
import { git } from "../../bench/runner/machine.ts";
import { buildOther } from "../../bench/runner/other-build.ts";
import type { Build } from "../../bench/runner/run-bench.ts";
import { buildOfBenches, project } from "../support/bench-builds.ts";

const told = (cost: number, rate: number): string => `
  report("Both", [
    { name: "cost", unit: "ms", samples: [${cost}] },
    { name: "rate", unit: "/s", samples: [${rate}] },
  ]);
`;

describe("comparing two builds @slow", () => {
  const options = { rounds: 5, signal: new AbortController().signal };
  let builds: readonly Build[] = [];
  afterEach(() => {
    for (const { root } of builds) rmSync(root, { recursive: true });
  });

  it("runs a bench of both as often, and tells what is worse and what is better here", async () => {
    const [ours, theirs] = [told(3, 9), told(2, 3)].map((both) => buildOfBenches({ both }));
    if (ours === undefined || theirs === undefined) throw new TypeError("there are two");
    builds = [ours, theirs];
    const compared = await compareBuilds({ ours, theirs }, ["both"], options);
    expect(compared.failures).to.deep.equal([]);
    expect(
      compared.figures.map(({ name, ratio, verdict }) => [name, ratio?.samples, verdict]),
    ).to.deep.equal([
      ["cost", [1.5, 1.5, 1.5, 1.5, 1.5], "worse"],
      ["rate", [3, 3, 3, 3, 3], "better"],
    ]);
    const text = compareText(compared, "v1");
    expect(text).to.include("| cost | 3.00 ms | 2.00 ms | 1.500 | 1.500 – 1.500 | **worse** |");
    expect(text).to.include("1 better, 1 worse, 0 the same");
  });

  it("has no ratio where the bench fails with the other build, and says what that said", async () => {
    const ours = buildOfBenches({ both: told(3, 9) });
    const theirs = buildOfBenches({ both: 'throw new TypeError("there is no such export");' });
    builds = [ours, theirs];
    const compared = await compareBuilds({ ours, theirs }, ["both"], options);
    expect(compared.figures.map(({ name, ratio }) => [name, ratio])).to.deep.equal([
      ["cost", undefined],
      ["rate", undefined],
    ]);
    const text = compareText(compared, "v1");
    expect(text).to.include("both fails with v1, and is not compared");
    expect(text).to.include("there is no such export");
    expect(text).to.include("Nothing could be compared.");
  });
});

describe("the build of another commit @slow", () => {
  /** What tsx keeps there is not ours. */
  const left = (): readonly string[] =>
    readdirSync(temporary).filter((name) => !name.startsWith("tsx-"));
  const { TMPDIR } = process.env;
  let temporary = "";
  beforeEach(function () {
    if (!existsSync(join(project, ".git"))) this.skip();
    temporary = mkdtempSync(join(tmpdir(), "bench-test-"));
    process.env["TMPDIR"] = temporary;
  });
  afterEach(() => {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
    if (temporary !== "") rmSync(temporary, { recursive: true });
  });

  it("has what was built of it, and the benches of this work tree, until it is removed", async function () {
    this.timeout(300_000);
    const other = await buildOther(project, "HEAD", new AbortController().signal);
    expect(other.commit).to.equal(git(project, "rev-parse", "HEAD"));
    expect(readdirSync(join(other.root, "dist", "lib"))).to.include("index.js");
    expect(readdirSync(join(other.root, "bench"))).to.deep.equal(
      readdirSync(join(project, "bench")),
    );
    other.remove();
    expect(left()).to.deep.equal([]);
  });

  it("leaves nothing when it is stopped midway", async () => {
    const stop = new AbortController();
    const built = buildOther(project, "HEAD", stop.signal);
    stop.abort();
    const error: unknown = await built.catch((reason: unknown) => reason);
    expect(error).to.equal(stop.signal.reason);
    expect(left()).to.deep.equal([]);
  });

  it("is refused by name where there is no such commit", async () => {
    const error: unknown = await buildOther(project, "v0", new AbortController().signal).catch(
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(RangeError).with.property("message").that.includes("v0");
    expect(left()).to.deep.equal([]);
  });
});
