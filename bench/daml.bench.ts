import { readFileSync } from "node:fs";

import type { SubmitRequest, SubmitResult } from "ledger-in-a-box";

import { sharedPath } from "../test/support/shared.ts";
import { bootstrapAmulet, listCreatedContractIds } from "./amulet-bench-network.ts";
import { median, reportFigures } from "./report.ts";

// Choices of a real DAR through ledger.submit, compared with the minimum cost of any server: parsing the
// same command and writing the same answer as JSON.

const amuletDarPath = sharedPath("dars", "splice-amulet-0.1.14.dar");

/** Microseconds of wall time and of processor time per run, for several rounds. */
interface TimePerRun {
  readonly micros: readonly number[];
  readonly cpuMicros: readonly number[];
}

const measureCost = async (times: number, run: () => Promise<unknown>): Promise<TimePerRun> => {
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const start = performance.now();
    const used = process.cpuUsage();
    for (let each = 0; each < times; each += 1) await run();
    const { user, system } = process.cpuUsage(used);
    wall.push(((performance.now() - start) * 1000) / times);
    cpu.push((user + system) / times);
  }
  return { micros: wall, cpuMicros: cpu };
};

/** Converts the command and the answer to and from JSON once. */
const measureJsonRoundTrip = (
  command: SubmitRequest,
  { transaction }: SubmitResult,
): Promise<TimePerRun> =>
  measureCost(2_000, () => {
    JSON.parse(JSON.stringify(command));
    JSON.parse(JSON.stringify(transaction));
    return Promise.resolve();
  });

if (amuletDarPath === undefined) {
  console.log("\nThe Daml bench needs the DARs of ../shared or LEDGER_SHARED; it was not run.");
} else {
  const dar = readFileSync(amuletDarPath);
  const { ledger: network, tap, transferOf } = await bootstrapAmulet(dar);
  const tapped = await network.submit(tap);
  await measureCost(300, () => network.submit(tap));
  const taps = await measureCost(500, () => network.submit(tap));
  const tapFloor = await measureJsonRoundTrip(tap, tapped);

  let [holding = ""] = listCreatedContractIds(tapped);
  /** Transfers to the sender itself; each transfer spends the result of the previous one. */
  const transfer = async (): Promise<SubmitResult> => {
    const transferred = await network.submit(transferOf(holding));
    holding = listCreatedContractIds(transferred).at(-1) ?? "";
    return transferred;
  };
  await measureCost(100, transfer);
  const transfers = await measureCost(200, transfer);
  const transferFloor = await measureJsonRoundTrip(transferOf(holding), await transfer());

  const perSecond = (micros: readonly number[]): readonly number[] =>
    micros.map((each) => 1e6 / each);
  const over = ({ cpuMicros }: TimePerRun, floor: TimePerRun): readonly number[] =>
    cpuMicros.map((each) => each / median(floor.cpuMicros));

  reportFigures("Daml: splice-amulet 0.1.14", [
    {
      name: "AmuletRules_DevNet_Tap",
      samples: perSecond(taps.micros),
      unit: "/s",
      target: { atLeast: 5_000 },
    },
    { name: "processor time of a tap", samples: taps.cpuMicros, unit: "µs" },
    {
      name: "processor time of a tap relative to encoding command and response as JSON",
      samples: over(taps, tapFloor),
      unit: "×",
    },
    {
      name: "TransferFactory_Transfer, one input",
      samples: perSecond(transfers.micros),
      unit: "/s",
      target: { atLeast: 1_000 },
    },
    { name: "processor time of a transfer", samples: transfers.cpuMicros, unit: "µs" },
    {
      name: "processor time of a transfer relative to encoding command and response as JSON",
      samples: over(transfers, transferFloor),
      unit: "×",
    },
  ]);
}
