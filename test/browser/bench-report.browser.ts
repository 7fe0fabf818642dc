import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";

import { renderBenchPage } from "../../bench/page/page.ts";
import { bundlePageParts } from "../../bench/page/parts.ts";
import { violations } from "../support/axe.ts";
import { useBrowser } from "../support/browser.ts";
import { measuredFigure, measuredRun } from "../support/measured-runs.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, ".build", "browser");
const file = join(folder, "bench-report.html");

const runs = [1, 2, 3].map((minor) => ({
  label: `v0.${minor}.0`,
  run: measuredRun([
    measuredFigure("first contract", 80 / minor, { target: { atMost: 40 } }),
    measuredFigure("relative to Node", 0.5 * minor, { unit: "×", isRatio: true }),
    measuredFigure("pairs", 10_000 * minor, { unit: "/s", better: "higher" }),
  ]),
}));

describe("page of benchmark figures, in a browser", () => {
  const open = useBrowser();

  before(async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, renderBenchPage(runs, await bundlePageParts(root)));
  });

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 360]) {
      it(`has no axe violations, ${colorScheme}, ${width} wide`, async () => {
        const viewport = { width, height: 800 };
        const { page, errors } = await open({ colorScheme, viewport, bypassCSP: true });
        await page.goto(pathToFileURL(file).href);
        for (const summary of await page.locator("summary").all()) await summary.click();
        expect(await violations(page)).to.deep.equal([]);
        const overflow = await page.evaluate(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        expect(overflow).to.equal(0);
        expect(errors).to.deep.equal([]);
      });
    }
  }

  it("loads under its content security policy without a server, and shows only the requested figures", async () => {
    const { page, errors } = await open();
    await page.goto(pathToFileURL(file).href);
    const charts = page.locator(".chart canvas:visible");
    expect(await charts.count()).to.equal(3);
    await page.getByLabel("those with a target").check();
    expect(await page.getByRole("heading", { level: 3 }).allTextContents()).to.deep.equal([
      "first contract",
    ]);
    await page.getByLabel("ratios, which can be compared between machines").check();
    expect(await page.getByRole("heading", { level: 3 }).allTextContents()).to.deep.equal([
      "relative to Node",
    ]);
    expect(await charts.count()).to.equal(1);
    expect(errors).to.deep.equal([]);
  });
});
