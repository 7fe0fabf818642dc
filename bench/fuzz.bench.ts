import { sendHostileRequests } from "../test/support/hostile-requests.ts";
import { reportFigures } from "./report.ts";

// Sends mutated requests to every operation. Fails at the first answer that violates a guarantee. Pass a
// seed as the argument to repeat a run.

const numRuns = 10_000;
const seed = Number(process.argv[2] ?? 20_240_501);
console.log(`\nSeed ${seed}`);

const start = performance.now();
const answered = await sendHostileRequests({ numRuns, seed });
const elapsedSeconds = (performance.now() - start) / 1_000;

const counts = [...answered.values()].flatMap((statuses) => [...statuses]);
const computeStatusShare = (isMeant: (status: number) => boolean): number =>
  counts.reduce((sum, [status, count]) => sum + (isMeant(status) ? count : 0), 0) / numRuns;

reportFigures(`${numRuns} spoiled requests at ${answered.size} operations`, [
  { name: "refused", samples: [100 * computeStatusShare((status) => status >= 400)], unit: "%" },
  { name: "answered and checked", samples: [numRuns / elapsedSeconds], unit: "/s" },
]);
