import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { spliceTemplates, useLocalnet } from "ledger-in-a-box/localnet";

import { sharedPath } from "../test/support/shared.ts";
import { reportFigures } from "./report.ts";

// LocalNet with splice-wallet 0.1.19: start-up in new processes, and the costs of tests and of a day in
// this process.

const walletDarPath = sharedPath("dars", "localnet", "splice-wallet-0.1.19.dar");

const localnetEntry = join(import.meta.dirname, "..", "dist", "fixtures", "testing", "localnet.js");

/** Opens a LocalNet, and prints the processor time since the start of the process, in milliseconds. */
const createLocalnetProgram = (path: string): string => `
  const { createLocalnet } = await import(${JSON.stringify(pathToFileURL(localnetEntry))});
  const localnet = await createLocalnet({ dars: ${JSON.stringify(path)} });
  const { user, system } = process.cpuUsage();
  console.log((user + system) / 1000);
  await localnet.close();
`;

/** Processor time until a new process is ready; `cache` is the folder of passed package checks. */
const measureStartCpuMillis = (path: string, cache: string): number => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", createLocalnetProgram(path)],
    { encoding: "utf8", env: { ...process.env, LEDGER_CACHE: cache } },
  );
  if (status !== 0) throw new TypeError(stderr);
  return Number(stdout);
};

const repeat = (times: number, run: () => number): readonly number[] =>
  Array.from({ length: times }, run);

interface MeasuredCost {
  readonly millis: number;
  readonly cpuMillis: number;
}

const measureCost = async (run: () => unknown): Promise<MeasuredCost> => {
  const used = process.cpuUsage();
  const begin = performance.now();
  await run();
  const millis = performance.now() - begin;
  const { user, system } = process.cpuUsage(used);
  return { millis, cpuMillis: (user + system) / 1000 };
};

const readRoundNumbers = (
  ledger: Awaited<ReturnType<typeof openLocalnet>>["ledger"],
): readonly number[] =>
  ledger
    .contracts(spliceTemplates.openMiningRound)
    .map(({ payload }) => Number((payload as unknown as MiningRoundPayload).round.number));

interface MiningRoundPayload {
  readonly round: { readonly number: string };
}

const openLocalnet = (path: string) => useLocalnet({ dars: [path] }).open();

if (walletDarPath === undefined) {
  console.log("\nThe LocalNet bench needs the DARs of ../shared or LEDGER_SHARED; it was not run.");
} else {
  const folder = mkdtempSync(join(tmpdir(), "localnet-bench-"));
  const unchecked = repeat(3, () =>
    measureStartCpuMillis(walletDarPath, mkdtempSync(join(folder, "cache-"))),
  );
  const cache = join(folder, "cache");
  measureStartCpuMillis(walletDarPath, cache);
  const checked = repeat(7, () => measureStartCpuMillis(walletDarPath, cache));
  rmSync(folder, { recursive: true });

  const openAndClose = async (seed: string): Promise<void> => {
    const clock = { freeze: "2030-01-01T00:00:00Z" };
    const localnet = await useLocalnet({ dars: [walletDarPath], ledger: { seed, clock } }).open();
    await localnet.close();
  };
  const others: MeasuredCost[] = [];
  const further: MeasuredCost[] = [];
  for (let each = 0; each < 15; each++) {
    others.push(await measureCost(() => openAndClose(`seed ${each}`)));
    further.push(await measureCost(() => openAndClose(`seed ${each}`)));
  }

  const days: MeasuredCost[] = [];
  const snapshots: MeasuredCost[] = [];
  for (let each = 0; each < 5; each++) {
    const localnet = await openLocalnet(walletDarPath);
    const { ledger } = localnet;
    const before = readRoundNumbers(ledger);
    for (let time = 0; time < 20; time++) {
      await localnet.fetch("http://localhost:2000/api/validator/v0/wallet/tap", {
        method: "POST",
        headers: { authorization: `Bearer ${localnet.token("app-user")}` },
        body: JSON.stringify({ amount: "1.0" }),
      });
      snapshots.push(await measureCost(() => ledger.revert(ledger.snapshot())));
    }
    days.push(
      await measureCost(async () => {
        ledger.clock.advance("24h");
        await localnet.settled();
      }),
    );
    const after = readRoundNumbers(ledger);
    const added = (after[0] ?? Number.NaN) - (before[0] ?? Number.NaN);
    if (after.length !== 3 || Math.abs(added - 144) > 1) {
      throw new TypeError(`a day later the open rounds are ${after.join(", ")}`);
    }
    await localnet.close();
  }

  const millis = (costs: readonly MeasuredCost[]): readonly number[] =>
    costs.map((cost) => cost.millis);
  const cpuMillis = (costs: readonly MeasuredCost[]): readonly number[] =>
    costs.map((cost) => cost.cpuMillis);

  reportFigures("LocalNet: splice-wallet 0.1.19", [
    {
      name: "processor time from the start of the process until the LocalNet is ready, packages checked before (median of 7)",
      samples: checked,
      unit: "ms",
      target: { atMost: 3_000 },
    },
    {
      name: "the same, if the packages must be checked first (median of 3)",
      samples: unchecked,
      unit: "ms",
      target: { atMost: 6_000 },
    },
    {
      name: "time of a further useLocalnet() in the process: opening and closing its first LocalNet",
      samples: millis(further),
      unit: "ms",
      target: { atMost: 50 },
    },
    {
      name: "processor time of a further useLocalnet() with other options",
      samples: cpuMillis(others.slice(1)),
      unit: "ms",
    },
    {
      name: "snapshot and revert",
      samples: millis(snapshots),
      unit: "ms",
      target: { atMost: 1 },
    },
    {
      name: "processor time of 24 hours of rounds and rewards",
      samples: cpuMillis(days),
      unit: "ms",
      target: { atMost: 5_000 },
    },
  ]);
}
