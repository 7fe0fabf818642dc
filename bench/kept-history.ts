import { createLedger, type Ledger } from "ledger-in-a-box";
import type { JournalStore } from "ledger-in-a-box/store";

import { benchPackage } from "./coin-package.ts";
import { churn, create, loadOn } from "./kept-load.ts";

/** What a long history costs a ledger that is kept. */
export interface HistoryCost {
  /** Microseconds for each submission, 64 in flight, of each round. */
  readonly walls: readonly number[];
  readonly cpus: readonly number[];
  /** Megabytes: the largest heap while it grew, and that after the next start. */
  readonly heap: number;
  readonly heapAgain: number;
  /** Milliseconds of the next start, and of processor time. */
  readonly start: number;
  readonly startCpu: number;
}

export const inFlight = 64;
const round = 10_000;

const heapMegabytes = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
};

/** So many transactions, of which so many contracts stay active; then it is closed, and opened again. */
export const historyCost = async (
  opened: () => Promise<JournalStore>,
  { transactions, contracts }: { readonly transactions: number; readonly contracts: number },
): Promise<HistoryCost> => {
  const open = async (): Promise<Ledger> =>
    createLedger({
      packages: [benchPackage],
      seed: 1,
      clock: { freeze: "2026-01-01T00:00:00Z" },
      store: await opened(),
    });
  const ledger = await open();
  const load = await loadOn(ledger);
  for (let made = 0; made < contracts; made++) await create(load);
  const walls: number[] = [];
  const cpus: number[] = [];
  let heap = 0;
  for (let done = contracts; done < transactions; done += round) {
    const { wall, cpu } = await churn(load, round, inFlight);
    walls.push(wall);
    cpus.push(cpu);
    heap = Math.max(heap, heapMegabytes());
  }
  await ledger.close();

  const cpuBefore = process.cpuUsage();
  const begin = performance.now();
  const again = await open();
  const start = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpuBefore);
  const heapAgain = heapMegabytes();
  const { log, active } = again.state;
  if (active.all.size !== contracts || log.size < transactions - round) {
    throw new TypeError("it is not the ledger that was closed");
  }
  await again.close();
  const startCpu = (user + system) / 1000;
  return { walls, cpus, heap, heapAgain, start, startCpu };
};
