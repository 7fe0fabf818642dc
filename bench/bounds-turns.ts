import { pathToFileURL } from "node:url";

import type { CreateArchivePairsRunner } from "./bounds-work.ts";
import { median } from "./report.ts";

// Started by bench/bounds.ts with the index of one build and the files of all builds. Runs a short round of
// each build alternately, and prints the ratio of each build's time to that of the given build: the median
// of the rounds after the warm-up.

const pairsPerRound = 60;
const roundCount = 300;
const warmUpRounds = 60;
const [base = "0", ...files] = process.argv.slice(2);

const roundOfEachBuild = await Promise.all(
  files.map(async (file) => {
    const url = pathToFileURL(file).href;
    const { createPairsRunner } = (await import(url)) as {
      readonly createPairsRunner: () => Promise<CreateArchivePairsRunner>;
    };
    return createPairsRunner();
  }),
);

const ratiosOfEachBuild: number[][] = roundOfEachBuild.map(() => []);
for (let turn = 0; turn < roundCount; turn++) {
  const times = roundOfEachBuild.map(() => 0);
  // The order of the builds changes in every round.
  for (let step = 0; step < roundOfEachBuild.length; step++) {
    const index = (turn + step) % roundOfEachBuild.length;
    times[index] = (await roundOfEachBuild[index]?.(pairsPerRound)) ?? 0;
  }
  const compared = times[Number(base)] ?? 1;
  if (turn >= warmUpRounds) {
    times.forEach((time, index) => ratiosOfEachBuild[index]?.push(time / compared));
  }
}
console.log(JSON.stringify(ratiosOfEachBuild.map(median)));
