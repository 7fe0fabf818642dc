import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { renderBenchPage } from "../../bench/page/page.ts";
import {
  collectSeries,
  computeFigureChange,
  type FigureSeries,
  isFigureTargetMet,
} from "../../bench/page/series.ts";
import { readKeptRuns, requireReleaseTag, saveReleaseRun } from "../../bench/runner/history.ts";
import type { MeasuredRun } from "../../bench/runner/measured.ts";
import { formatResultJson } from "../../bench/runner/written.ts";
import { measuredFigure, measuredRun } from "../support/measured-runs.ts";

describe("history of benchmark figures", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "history-"));
    mkdirSync(join(root, ".build", "bench"), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const at = (day: number, median: number, commit = "aa"): MeasuredRun =>
    measuredRun([measuredFigure("cost", median)], { date: `2026-01-0${day}`, commit });
  const built = (name: string, value: object): void =>
    writeFileSync(join(root, ".build", "bench", `${name}.json`), formatResultJson(value));
  const labels = (): readonly string[] => readKeptRuns(root).map(({ label }) => label);

  it("lists releases by version, then later measurements", () => {
    saveReleaseRun(root, "v0.10.0", at(3, 3));
    saveReleaseRun(root, "v0.9.0", at(2, 2));
    built("before", at(1, 1));
    expect(labels()).to.deep.equal(["v0.9.0", "v0.10.0"]);
    built("after", at(4, 4));
    expect(labels()).to.deep.equal(["v0.9.0", "v0.10.0", "now"]);
  });

  it("groups runs of one commit, newest first, and excludes comparisons", () => {
    const other = { name: "other", title: "Other", figures: [measuredFigure("rate", 7)] };
    built("first", { ...at(1, 1), benches: [...at(1, 1).benches, other] });
    built("second", at(2, 2));
    built("of-another-commit", { ...at(1, 9, "bb"), benches: [{ ...other, name: "third" }] });
    built("compared", { schema: 1, date: "2026-01-09", figures: [] });
    built("of-another-version", { ...at(8, 8), schema: 2 });
    const [now] = readKeptRuns(root);
    expect(now?.run.benches.map(({ name, figures }) => [name, figures[0]?.median])).to.deep.equal([
      ["start", 2],
      ["other", 7],
    ]);
  });

  it("writes the samples of a figure on one line", () => {
    saveReleaseRun(
      root,
      "v1.0.0",
      measuredRun([measuredFigure("cost", 1, { samples: [1, 2, 3] })]),
    );
    const text = readFileSync(join(root, "bench", "history", "v1.0.0.json"), "utf8");
    expect(text).to.include('"samples": [ 1, 2, 3 ]');
  });

  it("names releases by their tags", () => {
    for (const tag of ["v1.2.3", "v0.1.0-rc.1"]) requireReleaseTag(tag);
    for (const tag of ["1.2.3", "v1.2", "v1.2.3/../x", "main"]) {
      expect(() => requireReleaseTag(tag)).to.throw(RangeError, tag);
    }
  });
});

const parts = { script: "draw();", style: "body{margin:0}" };

const only = (series: readonly FigureSeries[]): FigureSeries => {
  const [first] = series;
  if (first === undefined || series.length > 1) {
    throw new TypeError("there is not exactly one series");
  }
  return first;
};

/** Returns the series of one figure, measured for two releases. */
const ofTwo = (
  before: number,
  after: number,
  { better = "lower", isRatio = false, model = "Example 1" } = {},
): FigureSeries => {
  const about = { better: better as "lower" | "higher", isRatio };
  return only(
    collectSeries([
      { label: "v1.0.0", run: measuredRun([measuredFigure("cost", before, about)], { model }) },
      { label: "v1.1.0", run: measuredRun([measuredFigure("cost", after, about)]) },
    ]),
  );
};

describe("page of benchmark figures", () => {
  it("shows each figure once, with a point for each run, oldest first", () => {
    const series = collectSeries([
      { label: "v1.0.0", run: measuredRun([measuredFigure("old", 1), measuredFigure("both", 2)]) },
      { label: "v1.1.0", run: measuredRun([measuredFigure("both", 3), measuredFigure("new", 4)]) },
    ]);
    expect(
      series.map(({ name, points }) => [name, points.map(({ label, median }) => [label, median])]),
    ).to.deep.equal([
      [
        "both",
        [
          ["v1.0.0", 2],
          ["v1.1.0", 3],
        ],
      ],
      ["new", [["v1.1.0", 4]]],
      ["old", [["v1.0.0", 1]]],
    ]);
  });

  it("marks a change as better or worse by the figure's direction, unless the quartile ranges overlap", () => {
    expect(computeFigureChange(ofTwo(10, 20))).to.include({
      kind: "worse",
      ratio: 2,
      since: "v1.0.0",
    });
    expect(computeFigureChange(ofTwo(10, 20, { better: "higher" }))).to.include({ kind: "better" });
    expect(computeFigureChange(ofTwo(20, 10))).to.include({ kind: "better", ratio: 0.5 });
    expect(computeFigureChange(ofTwo(10, 11))).to.deep.equal({ kind: "within", since: "v1.0.0" });
  });

  it("compares runs of different machines only for ratios", () => {
    const model = "Example 2";
    expect(computeFigureChange(ofTwo(10, 20, { model }))).to.deep.equal({
      kind: "elsewhere",
      since: "v1.0.0",
    });
    expect(computeFigureChange(ofTwo(10, 20, { model, isRatio: true }))).to.include({
      kind: "worse",
    });
  });

  it("counts the targets that the newest run meets, and names the others", () => {
    const run = measuredRun([
      measuredFigure("met", 1, { target: { atMost: 1 } }),
      measuredFigure("missed", 1, { target: { atLeast: 2 } }),
      measuredFigure("free", 1),
    ]);
    const runs = [{ label: "now", run }];
    expect(collectSeries(runs).map(isFigureTargetMet)).to.deep.equal([true, false, undefined]);
    const page = renderBenchPage(runs, parts);
    expect(page).to.include("1 of 2 targets met");
    expect(page).to.match(/<a class="bad" href="#figure-1">missed<\/a>/u);
  });

  it("allows only its own script, and escapes names that contain markup", () => {
    const name = '</script><script>alert("1")</script>';
    const page = renderBenchPage(
      [{ label: "now", run: measuredRun([measuredFigure(name, 1)]) }],
      parts,
    );
    expect(page.match(/<script/gu)).to.have.length(2);
    for (const text of [parts.script, parts.style]) {
      const hash = createHash("sha256").update(text).digest("base64");
      expect(page).to.include(`>${text}<`).and.to.include(`&#39;sha256-${hash}&#39;`);
    }
    expect(page).to.include("default-src &#39;none&#39;");
  });
});
