import { sendHostileRequests } from "../test/support/hostile-requests.ts";
import { reportFigures } from "./report.ts";

// Sends mutated requests to every operation. Fails at the first answer that violates a guarantee. Pass a
// seed as the argument to repeat a run.

const numRuns = 10_000;
const randomSeed = Number(process.argv[2] ?? 20_240_501);
console.log(`\nSeed ${randomSeed}`);

const startMillis = performance.now();
const statusCountsByOperation = await sendHostileRequests({ numRuns, seed: randomSeed });
const elapsedSeconds = (performance.now() - startMillis) / 1_000;

const statusCounts = [...statusCountsByOperation.values()].flatMap((statuses) => [...statuses]);
const computeStatusShare = (isMeant: (status: number) => boolean): number =>
  statusCounts.reduce((sum, [status, count]) => sum + (isMeant(status) ? count : 0), 0) / numRuns;

reportFigures(`${numRuns} mutated requests to ${statusCountsByOperation.size} operations`, [
  {
    name: "refused requests",
    samples: [100 * computeStatusShare((status) => status >= 400)],
    unit: "%",
  },
  {
    name: "requests that were answered and checked",
    samples: [numRuns / elapsedSeconds],
    unit: "/s",
  },
]);
