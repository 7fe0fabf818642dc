import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect } from "chai";

import { compareBuilds } from "../../bench/runner/compare.ts";
import { formatBuildComparison } from "../../bench/runner/format-build-comparison.ts";
import { buildOtherCommit } from "../../bench/runner/git-ref-build.ts";
import { runGit } from "../../bench/runner/machine.ts";
import { type MeasuredBuild, runBench, selectBenches } from "../../bench/runner/run-bench.ts";
import { type ProcessResult, runProcess } from "../../bench/runner/run-process.ts";
import { buildOfBenches, project } from "../support/bench-builds.ts";

describe("comparison with the latest release @slow", () => {
  let root = "";
  /**
   * Creates a repository that contains the check but not the product, so that none of its commits can be
   * built.
   */
  beforeEach(() => {
    mkdirSync(join(project, ".build"), { recursive: true });
    root = mkdtempSync(join(project, ".build", "checked-"));
    for (const path of ["bench/check.ts", "bench/runner", "test/support/shared.ts"]) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      cpSync(join(project, path), join(root, path), { recursive: true });
    }
    writeFileSync(join(root, "package-lock.json"), "{}");
    writeFileSync(join(root, "package.json"), '{"type": "module", "scripts": {}}');
    runGit(root, "init", "--quiet");
    commit("the release");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const commit = (message: string): void => {
    runGit(root, "add", ".");
    const author = ["-c", "user.name=ann", "-c", "user.email=ann@localhost"];
    runGit(root, ...author, "commit", "--quiet", "--allow-empty", "--no-verify", "-m", message);
  };

  const checked = (): Promise<ProcessResult> =>
    runProcess(process.execPath, ["--import", "tsx", join(root, "bench", "check.ts")], {
      cwd: root,
      signal: new AbortController().signal,
    });

  it("skips the comparison with a message if no release tag precedes this commit", async () => {
    commit("after it");
    runGit(root, "tag", "v1.0.0");
    expect(await checked()).to.deep.equal({
      code: 0,
      output: "Skipped: no tag of a release lies before this commit.\n",
    });
  });

  it("fails with the tag and the reason if the release cannot be built", async () => {
    runGit(root, "tag", "v1.0.0");
    commit("after it");
    const { code, output } = await checked();
    expect(output).to.include("Not compared with v1.0.0: v1.0.0 cannot be built: npm run");
    expect(code).to.equal(1);
  });
});

const told = (cost: number, rate: number): string => `
  reportFigures("Both", [
    { name: "cost", unit: "ms", samples: [${cost}] },
    { name: "rate", unit: "/s", samples: [${rate}] },
  ]);
`;

describe("comparison of two builds @slow", () => {
  const options = { rounds: 5, signal: new AbortController().signal };
  let builds: readonly MeasuredBuild[] = [];
  afterEach(() => {
    for (const { root } of builds) rmSync(root, { recursive: true });
  });

  it("runs a bench of both builds equally often and reports what is better or worse", async () => {
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
    const text = formatBuildComparison(compared, "v1");
    expect(text).to.include("| cost | 3.00 ms | 2.00 ms | 1.500 | 1.500 – 1.500 | **worse** |");
    expect(text).to.include("1 better, 1 worse, 0 the same");
  });

  it("reports no ratio but the bench's output if the bench fails with the other build", async () => {
    const ours = buildOfBenches({ both: told(3, 9) });
    const theirs = buildOfBenches({ both: 'throw new TypeError("there is no such export");' });
    builds = [ours, theirs];
    const compared = await compareBuilds({ ours, theirs }, ["both"], options);
    expect(compared.figures.map(({ name, ratio }) => [name, ratio])).to.deep.equal([
      ["cost", undefined],
      ["rate", undefined],
    ]);
    const text = formatBuildComparison(compared, "v1");
    expect(text).to.include("both fails with v1, and is not compared");
    expect(text).to.include("there is no such export");
    expect(text).to.include("Nothing could be compared.");
  });
});

describe("build of another commit @slow", () => {
  /** Returns the names in the folder, without files of tsx. */
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

  it("contains the product of that commit and the benches of the working tree, until it is removed", async function () {
    const other = await buildOtherCommit(project, "HEAD", new AbortController().signal);
    expect(other.commit).to.equal(runGit(project, "rev-parse", "HEAD"));
    expect(readdirSync(join(other.root, "dist", "lib"))).to.include("index.js");
    expect(readdirSync(join(other.root, "bench"))).to.deep.equal(
      readdirSync(join(project, "bench")),
    );
    other.remove();
    expect(left()).to.deep.equal([]);
  });

  it("leaves no files when it is interrupted", async () => {
    const stop = new AbortController();
    const built = buildOtherCommit(project, "HEAD", stop.signal);
    stop.abort();
    const error: unknown = await built.catch((reason: unknown) => reason);
    expect(error).to.equal(stop.signal.reason);
    expect(left()).to.deep.equal([]);
  });

  it("is refused with the name of a commit that does not exist", async () => {
    const error: unknown = await buildOtherCommit(
      project,
      "v0",
      new AbortController().signal,
    ).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(RangeError).with.property("message").that.includes("v0");
    expect(left()).to.deep.equal([]);
  });
});

describe("bench runner @slow", () => {
  const quietly = { isShown: false, signal: new AbortController().signal };
  let build: MeasuredBuild | undefined;
  afterEach(() => {
    if (build !== undefined) rmSync(build.root, { recursive: true });
    build = undefined;
  });

  it("returns the figures of each table, which direction is better, and which are relative", async () => {
    build = buildOfBenches({
      one: `
        reportFigures("First", [
          { name: "rate", unit: "/s", samples: [3, 1, 2] },
          { name: "cost", unit: "×", samples: [2], target: { atMost: 3 } },
        ]);
        reportFigures("Second", [{ name: "share", unit: "%", samples: [5], isRatio: true, better: "higher" }]);
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

  it("reports a failed bench with its output so far", async () => {
    build = buildOfBenches({
      bad: `
        reportFigures("Begun", [{ name: "rate", unit: "/s", samples: [1] }]);
        throw new TypeError("no more");
      `,
    });
    const { benches, hasFailed, output } = await runBench(build, "bad", quietly);
    expect(hasFailed).to.equal(true);
    expect(output).to.include("no more");
    expect(benches.map(({ title }) => title)).to.deep.equal(["Begun"]);
  });

  it("runs the benches whose names begin with the argument, and lists all names if none does", () => {
    build = buildOfBenches({ submit: "", "submit-many": "", http: "" });
    const root = build;
    expect(selectBenches(root, ["submit"])).to.deep.equal(["submit", "submit-many"]);
    expect(selectBenches(root, [])).to.deep.equal(["http", "submit", "submit-many"]);
    expect(() => selectBenches(root, ["snapshots"])).to.throw(
      RangeError,
      "There is no bench snapshots: there are http, submit, submit-many",
    );
  });
});
