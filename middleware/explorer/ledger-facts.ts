import type { Ledger } from "../../lib/index.ts";
import type { LogEntry } from "../../lib/store.ts";

/** How much there is. */
export interface LedgerCounts {
  readonly activeContracts: number;
  readonly updates: number;
  readonly parties: number;
  readonly users: number;
  readonly packages: number;
  readonly historyRecords: number;
  readonly inFlight: number;
}

/** What the ledger is kept in. */
export interface StoreFacts {
  /** Of the newest entry of the journal. */
  readonly position: number;
  /** Undefined for a ledger in memory. */
  readonly bytes: number | undefined;
}

export const storeFacts = async (ledger: Ledger): Promise<StoreFacts> => {
  const bytes = await ledger.storeSize();
  return { position: ledger.state.position, bytes };
};

/** O(number of packages). */
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
  /** In milliseconds since 1970. */
  readonly time: number;
  readonly commandId: string;
  readonly userId: string;
  readonly actAs: readonly string[];
  readonly code: string;
  readonly cause: string;
}

const maxRefusals = 8;
/** Refusals may be long ago, and there need not be any. */
const maxLooked = 20_000;
/** What has left the memory takes longer. */
const maxLookedUp = 500;

/** The newest of those that have a completion, newest first. O(what is looked at: at most 20,000 offsets). */
export const ledgerRefusals = ({ state }: Ledger): readonly Refusal[] => {
  const found: Refusal[] = [];
  const most = state.past === undefined ? maxLooked : maxLookedUp;
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

/** What happened in a stretch of time. */
export interface ActivityBin {
  /** Record time at its beginning, in milliseconds since 1970. */
  readonly time: number;
  /** The first offset in it and the last; the same as before where nothing happened. */
  readonly from: number;
  readonly to: number;
  readonly transactions: number;
  readonly reassignments: number;
  readonly rejections: number;
  readonly others: number;
}

/** All that is held in memory of what happened, in stretches of equal length, oldest first. O(what is held). */
export const ledgerActivity = ({ state }: Ledger): readonly ActivityBin[] => {
  let [first, last] = [Infinity, -Infinity];
  for (const [, entry] of state.log.heldEntries()) {
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
  for (const [, entry] of state.log.heldEntries()) {
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
