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
export interface JournalEndAndStoreSize {
  /** Position of the newest journal entry. */
  readonly position: number;
  /** Disk space; undefined for a ledger in memory. */
  readonly bytes: number | undefined;
}

export const readStorePositionAndSize = async (ledger: Ledger): Promise<JournalEndAndStoreSize> => {
  const bytes = await ledger.storeSize();
  return { position: ledger.state.position, bytes };
};

/** Counts contracts and updates. O(number of packages). */
export const countLedgerContents = ({ state }: Ledger): LedgerCounts => ({
  activeContracts: state.active.all.size,
  updates: state.log.size,
  parties: state.parties.size,
  users: state.users.size,
  packages: [...state.packages.packages()].length,
  historyRecords: state.history.size,
  inFlight: state.inFlight.size,
});

/** A command that was refused when it was decided. */
export interface RefusedCommand {
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
const maxScannedOffsets = 20_000;
/** The same if history was evicted from memory, where a look-up is slower. */
const maxEvictedOffsets = 500;

/** Returns the newest refusals with a completion, newest first. O(searched offsets). */
export const listRefusedCommands = ({ state }: Ledger): readonly RefusedCommand[] => {
  const found: RefusedCommand[] = [];
  const most = state.evicted === undefined ? maxScannedOffsets : maxEvictedOffsets;
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

/** The updates of an interval of time. Long times without updates are shortened. */
export interface LedgerActivityInterval {
  /** Record time of its first update, in milliseconds since 1970. */
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
 * Counts the updates in memory in intervals, oldest first. The intervals have equal length, except that
 * a long time without updates counts as a twentieth of all: otherwise a clock that moves by a month would leave
 * two full intervals. O(updates in memory).
 */
export const countLedgerActivityByInterval = ({
  state,
}: Ledger): readonly LedgerActivityInterval[] => {
  const entries = Array.from(state.log.residentEntries(), ([, entry]) => ({
    entry,
    time: readRecordMillis(entry),
  }));
  const gaps = entries.map(({ time }, index) =>
    Math.max(0, time - (entries[index - 1]?.time ?? time)),
  );
  const longest = computeMaxGap(gaps);
  const total = gaps.reduce((sum, gap) => sum + Math.min(gap, longest), 0);
  const length = Math.max(1, Math.ceil((total + 1) / maxBins));
  const bins: WithoutReadonly<LedgerActivityInterval>[] = [];
  let at = 0;
  for (const [index, { entry, time }] of entries.entries()) {
    at += Math.min(gaps[index] ?? 0, longest);
    const before = bins.at(-1);
    while (bins.length <= at / length) {
      const { to = 0, time: previous = time } = before ?? {};
      bins.push({ time: Math.min(time, previous + length), from: to, to, ...emptyCounts });
    }
    const bin = bins.at(-1);
    if (bin === undefined) continue;
    if (isEmpty(bin)) [bin.time, bin.from] = [time, entry.offset];
    bin[classifyEntry(entry)]++;
    bin.to = entry.offset;
  }
  return bins;
};

type WithoutReadonly<Bin> = { -readonly [Key in keyof Bin]: Bin[Key] };

const isEmpty = ({
  transactions,
  reassignments,
  rejections,
  others,
}: LedgerActivityInterval): boolean => transactions + reassignments + rejections + others === 0;

/** Returns the length at which gaps are cut, so that none takes more than a twentieth of the sum. */
const computeMaxGap = (gaps: readonly number[]): number => {
  let longest = Infinity;
  for (let round = 0; round < 20; round++) {
    const total = gaps.reduce((sum, gap) => sum + Math.min(gap, longest), 0);
    const next = Math.max(1, Math.ceil(total / 20));
    if (next >= longest) break;
    longest = next;
  }
  return longest;
};

const maxBins = 160;

const emptyCounts = { transactions: 0, reassignments: 0, rejections: 0, others: 0 };

const classifyEntry = ({ update }: LogEntry): keyof typeof emptyCounts => {
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

const readRecordMillis = ({ update, completion }: LogEntry): number =>
  Number((update?.recordTime ?? completion?.recordTime ?? 0n) / 1000n);
