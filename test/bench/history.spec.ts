import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { keepRelease, keptRuns, requireTag } from "../../bench/runner/history.ts";
import type { MeasuredRun } from "../../bench/runner/measured.ts";
import { jsonText } from "../../bench/runner/written.ts";
import { measuredFigure, measuredRun } from "../support/measured-runs.ts";

describe("the history of figures", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "history-"));
    mkdirSync(join(root, ".build", "bench"), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const at = (day: number, median: number, commit = "aa"): MeasuredRun =>
    measuredRun([measuredFigure("cost", median)], { date: `2026-01-0${day}`, commit });
  const built = (name: string, value: object): void =>
    writeFileSync(join(root, ".build", "bench", `${name}.json`), jsonText(value));
  const labels = (): readonly string[] => keptRuns(root).map(({ label }) => label);

  it("has releases in the order of their numbers, then what was measured since", () => {
    keepRelease(root, "v0.10.0", at(3, 3));
    keepRelease(root, "v0.9.0", at(2, 2));
    built("before", at(1, 1));
    expect(labels()).to.deep.equal(["v0.9.0", "v0.10.0"]);
    built("after", at(4, 4));
    expect(labels()).to.deep.equal(["v0.9.0", "v0.10.0", "now"]);
  });

  it("puts runs of one commit together, the newer before the older, and leaves comparisons out", () => {
    const other = { name: "other", title: "Other", figures: [measuredFigure("rate", 7)] };
    built("first", { ...at(1, 1), benches: [...at(1, 1).benches, other] });
    built("second", at(2, 2));
    built("of-another-commit", { ...at(1, 9, "bb"), benches: [{ ...other, name: "third" }] });
    built("compared", { schema: 1, date: "2026-01-09", figures: [] });
    built("of-another-version", { ...at(8, 8), schema: 2 });
    const [now] = keptRuns(root);
    expect(now?.run.benches.map(({ name, figures }) => [name, figures[0]?.median])).to.deep.equal([
      ["start", 2],
      ["other", 7],
    ]);
  });

  it("is written with the samples of a figure in one line", () => {
    keepRelease(root, "v1.0.0", measuredRun([measuredFigure("cost", 1, { samples: [1, 2, 3] })]));
    const text = readFileSync(join(root, "bench", "history", "v1.0.0.json"), "utf8");
    expect(text).to.include('"samples": [ 1, 2, 3 ]');
  });

  it("is named after tags of releases", () => {
    for (const tag of ["v1.2.3", "v0.1.0-rc.1"]) requireTag(tag);
    for (const tag of ["1.2.3", "v1.2", "v1.2.3/../x", "main"]) {
      expect(() => requireTag(tag)).to.throw(RangeError, tag);
    }
  });
});
