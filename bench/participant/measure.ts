import { median } from "../runner/measured.ts";
import type { BenchTenant } from "./bench-tenant.ts";

/** A figure that is measured for this product and for the participant. */
export interface ParticipantFigure {
  readonly name: string;
  readonly unit: string;
  readonly better: "lower" | "higher";
}

export interface MeasureOptions {
  /** Duration of each part of a round, in seconds. */
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Number of contracts in a list, below a participant's limit. */
const listedContractCount = 100;
const manyClients = 32;

export const figureByKey = {
  perSecond: { name: "submissions, one client", unit: "/s", better: "higher" },
  latency: { name: "a submission, one client, median", unit: "ms", better: "lower" },
  perSecondOfMany: { name: `submissions, ${manyClients} clients`, unit: "/s", better: "higher" },
  latencyOfMany: {
    name: `a submission, ${manyClients} clients, median`,
    unit: "ms",
    better: "lower",
  },
  list: { name: `${listedContractCount} active contracts read`, unit: "ms", better: "lower" },
} as const satisfies Record<string, ParticipantFigure>;

export type MeasuredSide = Readonly<Record<keyof typeof figureByKey, number>>;

/** Runs one round, and archives the contracts that it created. */
export const measureRound = async (
  guest: BenchTenant,
  { seconds, signal }: MeasureOptions,
): Promise<MeasuredSide> => {
  const alone = await measureSubmissions(guest, 1, { seconds, signal });
  const many = await measureSubmissions(guest, manyClients, { seconds, signal });
  return {
    perSecond: alone.perSecond,
    latency: alone.latency,
    perSecondOfMany: many.perSecond,
    latencyOfMany: many.latency,
    list: await measureListing(guest, { seconds, signal }),
  };
};

/** Measures clients that each create and archive, one submission after the other. */
const measureSubmissions = async (
  guest: BenchTenant,
  clients: number,
  { seconds, signal }: MeasureOptions,
): Promise<{ readonly perSecond: number; readonly latency: number }> => {
  const begin = performance.now();
  const isOver = (): boolean => signal.aborted || performance.now() - begin > seconds * 1000;
  const millis: number[] = [];
  const timed = async <Result>(work: Promise<Result>): Promise<Result> => {
    const start = performance.now();
    const result = await work;
    millis.push(performance.now() - start);
    return result;
  };
  const client = async (): Promise<void> => {
    do {
      const contractId = await timed(guest.create());
      await timed(guest.archive(contractId));
    } while (!isOver());
  };
  // If one client fails, wait for the others before cleaning up.
  const ended = await Promise.allSettled(Array.from({ length: clients }, client));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
  signal.throwIfAborted();
  const elapsed = (performance.now() - begin) / 1000;
  return { perSecond: millis.length / elapsed, latency: median(millis) };
};

const measureListing = async (
  guest: BenchTenant,
  { seconds, signal }: MeasureOptions,
): Promise<number> => {
  await guest.createMany(listedContractCount);
  const begin = performance.now();
  const millis: number[] = [];
  do {
    const start = performance.now();
    const count = await guest.countActive();
    if (count !== listedContractCount) {
      throw new RangeError(`${count} contracts are active, not ${listedContractCount}`);
    }
    millis.push(performance.now() - start);
    signal.throwIfAborted();
  } while (performance.now() - begin < (seconds * 1000) / 4);
  await guest.archiveAll();
  return median(millis);
};
