import { pathToFileURL } from "node:url";

import type { Round } from "./bounds-work.ts";
import { median } from "./report.ts";

// Started by bench/bounds.ts with the index of one build and the files of all builds. Runs a short round of
// each build alternately, and prints the ratio of each build's time to that of the given build: the median
// of all rounds.

const pairs = 60;
const turns = 300;
const warming = 60;
const [base = "0", ...files] = process.argv.slice(2);

const builds = await Promise.all(
  files.map(async (file) => {
    const { createRound } = (await import(pathToFileURL(file).href)) as {
      readonly createRound: () => Promise<Round>;
    };
    return createRound();
  }),
);

const ratios: number[][] = builds.map(() => []);
for (let turn = 0; turn < turns; turn++) {
  const times = builds.map(() => 0);
  // The order of the builds changes in every turn.
  for (let step = 0; step < builds.length; step++) {
    const index = (turn + step) % builds.length;
    times[index] = (await builds[index]?.(pairs)) ?? 0;
  }
  const compared = times[Number(base)] ?? 1;
  if (turn >= warming) times.forEach((time, index) => ratios[index]?.push(time / compared));
}
console.log(JSON.stringify(ratios.map(median)));
