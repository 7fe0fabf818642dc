import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { RoundMeasurer } from "./check-work.ts";
import { median } from "./report.ts";

// Started by bench/check.ts with the roots of two builds. Loads both builds into this process and runs the
// same short rounds alternately. Prints the ratio of the first build's time to the second's for each kind
// of work: the median of the rounds after the warm-up.

const roundCount = 44;
const warmUpRounds = 16;
const buildRoots = process.argv.slice(2);

/** In the order of the arguments. */
const roundsOfBuilds: Readonly<Record<string, RoundMeasurer>>[] = [];
for (const root of buildRoots) {
  try {
    const file = pathToFileURL(join(root, "bench", "check-work.ts")).href;
    const { createRoundMeasurers } = (await import(file)) as {
      readonly createRoundMeasurers: () => Promise<Readonly<Record<string, RoundMeasurer>>>;
    };
    const rounds = await createRoundMeasurers();
    // A build that cannot do a kind of work fails on its first round.
    for (const round of Object.values(rounds)) await round();
    roundsOfBuilds.push(rounds);
  } catch (error) {
    console.error(error);
    console.log(JSON.stringify({ failed: root }));
    process.exit(1);
  }
}
const [ours, theirs] = roundsOfBuilds;
if (ours === undefined || theirs === undefined) throw new RangeError("there are two builds");

const ratioByOperation: Record<string, number> = {};
for (const [name, round] of Object.entries(ours)) {
  const other = theirs[name];
  if (other === undefined) continue;
  const found: number[] = [];
  for (let turn = -warmUpRounds; turn < roundCount; turn++) {
    // The order of the builds alternates.
    const times = { ours: 0, theirs: 0 };
    if (turn % 2 === 0) times.ours = await round();
    times.theirs = await other();
    if (turn % 2 !== 0) times.ours = await round();
    if (turn >= 0) found.push(times.ours / times.theirs);
  }
  ratioByOperation[name] = median(found);
}
console.log(JSON.stringify({ ratios: ratioByOperation }));
