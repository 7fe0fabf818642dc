import type { Ledger } from "../../lib/index.ts";
import type { LogEntry } from "../../lib/store.ts";

/** Number of contracts and updates. */
export interface LedgerCounts {
  readonly activeContracts: number;
  readonly updates: number;
  readonly parties: number;
  readonly users: number;
  readonly packages: number;
  readonly historyRecords: number;
  readonly inFlight: number;
}

/** Size of the ledger's store. */
export interface StoreFacts {
  /** Position of the newest journal entry. */
  readonly position: number;
  /** Disk space; undefined for a ledger in memory. */
  readonly bytes: number | undefined;
}

export const storeFacts = async (ledger: Ledger): Promise<StoreFacts> => {
  const bytes = await ledger.storeSize();
  return { position: ledger.state.position, bytes };
};

/** Counts contracts and updates. O(number of packages). */
export const ledgerCounts = ({ state }: Ledger): LedgerCounts => ({
  activeContracts: state.active.all.size,
  updates: state.log.size,
  parties: state.parties.size,
  users: state.users.size,
  packages: [...state.packages.packages()].length,
  historyRecords: state.history.size,
  inFlight: state.inFlight.size,
});

/** A command that was refused when it was decided. */
export interface Refusal {
  readonly offset: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly commandId: string;
  readonly userId: string;
  readonly actAs: readonly string[];
  readonly code: string;
  readonly cause: string;
}

const maxRefusals = 8;
/** Maximum number of offsets that are searched for refusals. */
const maxLooked = 20_000;
/** The same if history was evicted from memory, where a look-up is slower. */
const maxLookedUp = 500;

/** Returns the newest refusals with a completion, newest first. O(searched offsets). */
export const ledgerRefusals = ({ state }: Ledger): readonly Refusal[] => {
  const found: Refusal[] = [];
  const most = state.evicted === undefined ? maxLooked : maxLookedUp;
  let looked = 0;
  for (const [offset, { completion }] of state.log.entriesReversed()) {
    if (found.length >= maxRefusals || ++looked > most) break;
    if (completion?.outcome.kind !== "rejected") continue;
    const { commandId, userId, actAs } = completion.submission;
    const { code, cause } = completion.outcome.error;
    const time = Number(completion.recordTime / 1000n);
    found.push({ offset, time, commandId, userId, actAs: [...actAs], code, cause });
  }
  return found;
};

/** The updates of an interval of time. */
export interface ActivityBin {
  /** Record time at its start, in milliseconds since 1970. */
  readonly time: number;
  /** First and last offset of the interval; those of the previous one if it has no updates. */
  readonly from: number;
  readonly to: number;
  readonly transactions: number;
  readonly reassignments: number;
  readonly rejections: number;
  readonly others: number;
}

/**
 * Counts the updates in memory in intervals of equal length, oldest first. O(updates in memory).
 */
export const ledgerActivity = ({ state }: Ledger): readonly ActivityBin[] => {
  let [first, last] = [Infinity, -Infinity];
  for (const [, entry] of state.log.residentEntries()) {
    const time = timeOf(entry);
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  if (first > last) return [];
  const length = Math.max(1, Math.ceil((last - first + 1) / maxBins));
  const bins = Array.from({ length: Math.ceil((last - first + 1) / length) }, (_, index) => ({
    time: first + index * length,
    from: 0,
    to: 0,
    ...nothing,
  }));
  for (const [, entry] of state.log.residentEntries()) {
    const bin = bins[Math.floor((timeOf(entry) - first) / length)];
    if (bin === undefined) continue;
    bin[kindOf(entry)]++;
    if (bin.from === 0) bin.from = entry.offset;
    bin.to = entry.offset;
  }
  let offset = 0;
  for (const bin of bins) {
    if (bin.from === 0) [bin.from, bin.to] = [offset, offset];
    offset = bin.to;
  }
  return bins;
};

const maxBins = 160;

const nothing = { transactions: 0, reassignments: 0, rejections: 0, others: 0 };

const kindOf = ({ update }: LogEntry): keyof typeof nothing => {
  switch (update?.kind) {
    case "transaction":
      return "transactions";
    case "reassignment":
      return "reassignments";
    case "topology":
      return "others";
    case undefined:
      return "rejections";
  }
};

const timeOf = ({ update, completion }: LogEntry): number =>
  Number((update?.recordTime ?? completion?.recordTime ?? 0n) / 1000n);
