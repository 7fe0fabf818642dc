import { createLedger, type Ledger } from "ledger-in-a-box";
import type { JournalStore } from "ledger-in-a-box/store";

import { benchPackage } from "./coin-package.ts";
import { createAndArchive, createSubmissionLoad, createTokenContract } from "./kept-load.ts";

/** The cost of a long history for a persistent ledger. */
export interface HistoryCost {
  /** Microseconds per submission in each round, with 64 in flight. */
  readonly walls: readonly number[];
  readonly cpus: readonly number[];
  /** Heap in megabytes after each round, and after the next start. */
  readonly heaps: readonly number[];
  readonly heapAgain: number;
  /** The next start in milliseconds, as wall time and as processor time. */
  readonly start: number;
  readonly startCpu: number;
  /** Size of the store after it was closed and opened again, in bytes. */
  readonly size: number;
  /** Size of the text of all entries that were written before the store was closed, in bytes. */
  readonly entryBytes: number;
}

export const maxSubmissionsInFlight = 64;
const transactionsPerRound = 10_000;

const heapMegabytes = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
};

/** Adds the sizes of the texts of all entries that are written. */
const countWrittenEntries = (
  store: JournalStore,
  counted: { entryBytes: number },
): JournalStore => {
  const enqueue = store.enqueue?.bind(store);
  store.enqueue = (position, events, onSize) =>
    enqueue?.(position, events, (bytes) => {
      counted.entryBytes += bytes;
      onSize?.(bytes);
    });
  return store;
};

/**
 * Commits `transactions` transactions (rounded up to whole rounds), after which `contracts` contracts are active.
 * Then closes the ledger and opens it again.
 */
export const measureHistoryCost = async (
  opened: () => Promise<JournalStore>,
  { transactions, contracts }: { readonly transactions: number; readonly contracts: number },
): Promise<HistoryCost> => {
  const counted = { entryBytes: 0 };
  const open = async (): Promise<Ledger> =>
    createLedger({
      packages: [benchPackage],
      seed: 1,
      clock: { freeze: "2026-01-01T00:00:00Z" },
      store: countWrittenEntries(await opened(), counted),
    });
  const ledger = await open();
  const load = await createSubmissionLoad(ledger);
  for (let made = 0; made < contracts; made++) await createTokenContract(load);
  const walls: number[] = [];
  const cpus: number[] = [];
  const heaps: number[] = [];
  for (let done = contracts; done < transactions; done += transactionsPerRound) {
    const { wall, cpu } = await createAndArchive(
      load,
      transactionsPerRound,
      maxSubmissionsInFlight,
    );
    walls.push(wall);
    cpus.push(cpu);
    heaps.push(heapMegabytes());
  }
  await ledger.close();
  const { entryBytes } = counted;

  const cpuBefore = process.cpuUsage();
  const begin = performance.now();
  const again = await open();
  const start = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpuBefore);
  const heapAgain = heapMegabytes();
  const { log, active } = again.state;
  if (active.all.size !== contracts || log.size < transactions - transactionsPerRound) {
    throw new TypeError("it is not the ledger that was closed");
  }
  const size = (await again.storeSize()) ?? 0;
  await again.close();
  const startCpu = (user + system) / 1000;
  return { walls, cpus, heaps, heapAgain, start, startCpu, size, entryBytes };
};
