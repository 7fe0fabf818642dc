import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";

import { renderBenchPage } from "../../page/page.ts";
import { bundlePageParts } from "../../page/parts.ts";
import { readKeptRuns } from "../history.ts";

/** Draws all stored runs as a page, bench/report.html. */
export const drawBenchReport = async (root: string): Promise<boolean> => {
  const runs = readKeptRuns(root);
  if (runs.length === 0) {
    throw new RangeError("There is nothing to draw: npm run bench measures something first");
  }
  const file = join(root, "bench", "report.html");
  writeFileSync(file, renderBenchPage(runs, await bundlePageParts(root)));
  console.log(
    `${relative(process.cwd(), file)} shows ${runs.map(({ label }) => label).join(", ")}.`,
  );
  return true;
};
