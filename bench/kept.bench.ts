import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createLedger, type Ledger } from "ledger-in-a-box";
import { openLevelStore } from "ledger-in-a-box/level";

import { benchPackage } from "./coin-package.ts";
import { churn, create, loadOn } from "./kept-load.ts";
import { type Figure, median, report } from "./report.ts";

/*
 * A ledger in a folder: submissions in flight, and what a long history costs memory and start-up.
 * BENCH_TRANSACTIONS=1000000 BENCH_CONTRACTS=10000 are those of issue 18; the default is a tenth of them.
 */

const transactions = Number(process.env["BENCH_TRANSACTIONS"] ?? "100000");
const contracts = Number(process.env["BENCH_CONTRACTS"] ?? "10000");
const inFlight = 64;

const folder = await mkdtemp(join(tmpdir(), "bench-kept-"));

const open = async (): Promise<Ledger> =>
  createLedger({
    packages: [benchPackage],
    seed: 1,
    clock: { freeze: "2026-01-01T00:00:00Z" },
    store: await openLevelStore(folder),
  });

const heapMegabytes = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
};

const ledger = await open();
const load = await loadOn(ledger);
for (let made = 0; made < contracts; made++) await create(load);
const walls: number[] = [];
const cpus: number[] = [];
const round = 10_000;
let heap = 0;
for (let done = contracts; done < transactions; done += round) {
  const { wall, cpu } = await churn(load, round, inFlight);
  walls.push(wall);
  cpus.push(cpu);
  heap = Math.max(heap, heapMegabytes());
}
await ledger.close();

const cpuBefore = process.cpuUsage();
const start = performance.now();
const again = await open();
const startMillis = performance.now() - start;
const { user, system } = process.cpuUsage(cpuBefore);
const heapAgain = heapMegabytes();
const { log, active } = again.state;
if (active.all.size !== contracts || log.size < transactions - round) {
  throw new TypeError("it is not the ledger that was closed");
}
await again.close();
await rm(folder, { recursive: true });

const figures: readonly Figure[] = [
  {
    name: `submissions with ${inFlight} in flight`,
    value: 1e6 / median(walls),
    unit: "/s",
    target: { atLeast: 6000 },
  },
  { name: "processor time of one", value: median(cpus), unit: "µs" },
  { name: "largest heap", value: heap, unit: "MB", target: { atMost: 250 } },
  { name: "start-up", value: startMillis, unit: "ms", target: { atMost: 3000 } },
  { name: "processor time of the start-up", value: (user + system) / 1000, unit: "ms" },
  { name: "heap after it", value: heapAgain, unit: "MB", target: { atMost: 250 } },
];
report(
  `A ledger in a folder: ${transactions} transactions, ${contracts} active contracts`,
  figures,
);
