import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openLevelStore } from "ledger-in-a-box/level";

import { maxSubmissionsInFlight, measureHistoryCost } from "./kept-history.ts";
import { reportFigures } from "./report.ts";
import { median } from "./runner/measured.ts";

/*
 * A ledger in a folder: submissions in flight, and the memory and start-up time with a long history. The
 * targets are for BENCH_TRANSACTIONS=1000000 BENCH_CONTRACTS=10000; the default is a tenth of that.
 */

const transactionCount = Number(process.env["BENCH_TRANSACTIONS"] ?? "100000");
const contractCount = Number(process.env["BENCH_CONTRACTS"] ?? "10000");

const selectTenth =
  (index: number) =>
  (samples: readonly number[]): readonly number[] => {
    const length = samples.length / 10;
    return samples.slice(Math.floor(index * length), Math.ceil((index + 1) * length));
  };
const secondTenth = selectTenth(1);
const lastTenth = selectTenth(9);

const ledgerFolder = await mkdtemp(join(tmpdir(), "bench-kept-"));
const measuredCost = await measureHistoryCost(() => openLevelStore(ledgerFolder), {
  transactions: transactionCount,
  contracts: contractCount,
});
await rm(ledgerFolder, { recursive: true });

reportFigures(
  `A ledger in a folder: ${transactionCount} transactions, ${contractCount} active contracts`,
  [
    {
      name: `submissions with ${maxSubmissionsInFlight} in flight`,
      samples: measuredCost.walls.map((wall) => 1e6 / wall),
      unit: "/s",
      target: { atLeast: 6000 },
    },
    { name: "processor time of a submission", samples: measuredCost.cpus, unit: "µs" },
    {
      name: "processor time of a submission in the last tenth, relative to the second tenth",
      samples: [median(lastTenth(measuredCost.cpus)) / median(secondTenth(measuredCost.cpus))],
      unit: "×",
      target: { atMost: 1.1 },
    },
    {
      name: "largest heap",
      samples: [Math.max(...measuredCost.heaps)],
      unit: "MB",
      target: { atMost: 250 },
    },
    {
      name: "heap in the last tenth, relative to the second tenth",
      samples: [median(lastTenth(measuredCost.heaps)) / median(secondTenth(measuredCost.heaps))],
      unit: "×",
      target: { atMost: 1.1 },
    },
    {
      name: "size on disk, relative to the text of the entries",
      samples: [measuredCost.size / measuredCost.entryBytes],
      unit: "×",
      target: { atMost: 2.5 },
    },
    { name: "start-up", samples: [measuredCost.start], unit: "ms", target: { atMost: 3000 } },
    { name: "processor time of the start-up", samples: [measuredCost.startCpu], unit: "ms" },
    {
      name: "heap after the start-up",
      samples: [measuredCost.heapAgain],
      unit: "MB",
      target: { atMost: 250 },
    },
  ],
);
