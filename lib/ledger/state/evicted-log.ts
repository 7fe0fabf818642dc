import type { StoredSortedMapReader } from "../../base/collections/stored-map-reader.ts";
import type { ContractId, Offset } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { EventPosition } from "./activation.ts";
import {
  dropEvictedRangesUpTo,
  type EvictedHistory,
  type EvictedRecordRange,
  findEvictedRange,
  missingArchiveRecordError,
} from "./evicted-history.ts";
import type { LogEntry } from "./log-entry.ts";

/**
 * Returns the log entry at an archived offset, pruned or not; undefined if the offset is not in the
 * archive.
 */
export const readEvictedLogEntry = (
  evicted: EvictedHistory,
  offset: Offset,
): LogEntry | undefined => {
  const { reader, log } = evicted;
  const range = findEvictedRange(log, offset);
  if (range === undefined) return undefined;
  const runs = reader.find(range.branch, "offset", formatOffsetKey(getOffsetBlockIndex(offset)));
  const position = findJournalPosition(runs ?? "", offset);
  if (position === undefined) {
    throw missingArchiveRecordError(evicted, `the journal position of offset ${offset}`);
  }
  const entry = reader.entries(position).find((each) => each.offset === offset);
  if (entry !== undefined) return entry;
  throw missingArchiveRecordError(evicted, `the entry at offset ${offset}`);
};

/** Number of offsets whose positions are in one record. */
const offsetsInBlock = 64;

export const getOffsetBlockIndex = (offset: Offset): number => Math.floor(offset / offsetsInBlock);

/**
 * Consecutive offsets that are all at the same journal position (`step` 0) or at consecutive
 * positions (`step` 1).
 */
export interface OffsetRangeWithJournalPosition {
  readonly from: Offset;
  readonly to: Offset;
  /** Journal position of the first offset. */
  readonly position: number;
  /** Increment of the position from one offset to the next: 0 or 1. */
  readonly step: number;
}

export const encodeOffsetRange = ({
  from,
  to,
  position,
  step,
}: OffsetRangeWithJournalPosition): string => [from, to, position, step].join(" ");

const findJournalPosition = (runs: string, offset: Offset): number | undefined => {
  for (const run of runs.split(",")) {
    const [from = Infinity, to = 0, position = 0, increment = 0] = run.split(" ").map(Number);
    if (from <= offset && offset <= to) return position + increment * (offset - from);
  }
  return undefined;
};

/** Returns the run extended by one offset; undefined if the offset must begin a new run. */
export const extendOffsetRange = (
  run: OffsetRangeWithJournalPosition,
  offset: Offset,
  position: number,
): OffsetRangeWithJournalPosition | undefined => {
  const { from, to } = run;
  if (offset !== to + 1 || getOffsetBlockIndex(from) !== getOffsetBlockIndex(offset)) {
    return undefined;
  }
  const step = position - (run.position + run.step * (to - from));
  if (step !== 0 && step !== 1) return undefined;
  if (from === to) return { ...run, to: offset, step };
  return step === run.step ? { ...run, to: offset } : undefined;
};

/** Returns a text key. Sorted as texts, keys have the order of the offsets. */
export const formatOffsetKey = (offset: number): string => String(offset).padStart(16, "0");

/**
 * Returns the contract that was created or assigned at an archived position; undefined if the
 * position is not in the archive.
 */
export const readContractFromHistoryArchive = (
  evicted: EvictedHistory,
  { offset, nodeId }: EventPosition,
  contractId: ContractId,
): Contract | undefined => {
  const contract = findNodeContract(readEvictedLogEntry(evicted, offset), nodeId);
  return contract?.contractId === contractId ? contract : undefined;
};

const findNodeContract = (entry: LogEntry | undefined, nodeId: number): Contract | undefined => {
  const update = entry?.update;
  if (update?.kind === "transaction") {
    const node = update.transaction.nodes.find((each) => each.nodeId === nodeId);
    return node?.kind === "create" ? node.contract : undefined;
  }
  if (update?.kind !== "reassignment") return undefined;
  const event = update.events.find((each) => each.nodeId === nodeId);
  return event?.kind === "assigned" ? event.contract : undefined;
};

/** The updates and completions in the archive, without the pruned ones. */
export class EvictedUpdateLog implements StoredSortedMapReader<Offset, LogEntry> {
  readonly #evicted: EvictedHistory;
  readonly #ranges: readonly EvictedRecordRange[];

  constructor(evicted: EvictedHistory, prunedUpTo: Offset) {
    this.#evicted = evicted;
    this.#ranges = dropEvictedRangesUpTo(evicted.log, prunedUpTo);
  }

  get size(): number {
    return this.#ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  }

  get(offset: Offset): LogEntry | undefined {
    return findEvictedRange(this.#ranges, offset) && readEvictedLogEntry(this.#evicted, offset);
  }

  minKey(): Offset | undefined {
    return this.#ranges[0]?.from;
  }

  maxKey(): Offset | undefined {
    return this.#ranges.at(-1)?.to;
  }

  *entries(begin = 0): Generator<[Offset, LogEntry], void, undefined> {
    for (const { from, to } of this.#ranges) {
      for (let offset = Math.max(from, begin); offset <= to; offset++) {
        yield this.#readRequiredEntry(offset);
      }
    }
  }

  *entriesReversed(end = Infinity): Generator<[Offset, LogEntry], void, undefined> {
    for (const { from, to } of this.#ranges.toReversed()) {
      for (let offset = Math.min(to, end); offset >= from; offset--) {
        yield this.#readRequiredEntry(offset);
      }
    }
  }

  #readRequiredEntry(offset: Offset): [Offset, LogEntry] {
    const entry = readEvictedLogEntry(this.#evicted, offset);
    if (entry === undefined) throw missingArchiveRecordError(this.#evicted, `offset ${offset}`);
    return [offset, entry];
  }
}
