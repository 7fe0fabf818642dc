import type { OlderSequence } from "../../base/collections/older-entries.ts";
import type { ContractId, Offset } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { EventPosition } from "./ledger-state.ts";
import type { LogEntry } from "./log-entry.ts";
import { lost, type Past, type Stretch, stretchesAfter, stretchOf } from "./past.ts";

/**
 * Returns the log entry at an archived offset, pruned or not; undefined if the offset is not in the
 * archive.
 */
export const pastEntry = (past: Past, offset: Offset): LogEntry | undefined => {
  const { reader, log } = past;
  const stretch = stretchOf(log, offset);
  if (stretch === undefined) return undefined;
  const runs = reader.find(stretch.branch, "offset", offsetKey(blockOf(offset)));
  const position = positionAt(runs ?? "", offset);
  if (position === undefined) throw lost(past, `where offset ${offset} is`);
  const entry = reader.entries(position).find((each) => each.offset === offset);
  if (entry !== undefined) return entry;
  throw lost(past, `what happened at offset ${offset}`);
};

/** Number of offsets whose positions are in one record. */
const offsetsInBlock = 64;

export const blockOf = (offset: Offset): number => Math.floor(offset / offsetsInBlock);

/** Consecutive offsets that are all at one journal position, or at consecutive positions. */
export interface OffsetRun {
  readonly from: Offset;
  readonly to: Offset;
  /** Journal position of the first offset. */
  readonly position: number;
  /** Increment of the position from one offset to the next: 0 or 1. */
  readonly pace: number;
}

export const runText = ({ from, to, position, pace }: OffsetRun): string =>
  [from, to, position, pace].join(" ");

const positionAt = (runs: string, offset: Offset): number | undefined => {
  for (const run of runs.split(",")) {
    const [from = Infinity, to = 0, position = 0, pace = 0] = run.split(" ").map(Number);
    if (from <= offset && offset <= to) return position + pace * (offset - from);
  }
  return undefined;
};

/** Returns the run with one more offset; undefined if a new run has to begin. */
export const continuedRun = (
  run: OffsetRun,
  offset: Offset,
  position: number,
): OffsetRun | undefined => {
  const { from, to } = run;
  if (offset !== to + 1 || blockOf(from) !== blockOf(offset)) return undefined;
  const step = position - (run.position + run.pace * (to - from));
  if (step !== 0 && step !== 1) return undefined;
  if (from === to) return { ...run, to: offset, pace: step };
  return step === run.pace ? { ...run, to: offset } : undefined;
};

/** Returns a key that sorts in the order of the offsets. */
export const offsetKey = (offset: number): string => String(offset).padStart(16, "0");

/**
 * Returns the contract that was created or assigned at an archived position; undefined if the
 * position is not in the archive.
 */
export const contractAt = (
  past: Past,
  { offset, nodeId }: EventPosition,
  contractId: ContractId,
): Contract | undefined => {
  const contract = contractOf(pastEntry(past, offset), nodeId);
  return contract?.contractId === contractId ? contract : undefined;
};

const contractOf = (entry: LogEntry | undefined, nodeId: number): Contract | undefined => {
  const update = entry?.update;
  if (update?.kind === "transaction") {
    const node = update.transaction.nodes.find((each) => each.nodeId === nodeId);
    return node?.kind === "create" ? node.contract : undefined;
  }
  if (update?.kind !== "reassignment") return undefined;
  const event = update.events.find((each) => each.nodeId === nodeId);
  return event?.kind === "assigned" ? event.contract : undefined;
};

/** Archived updates and completions, without the pruned ones. */
export class PastLog implements OlderSequence<Offset, LogEntry> {
  readonly #past: Past;
  readonly #stretches: readonly Stretch[];

  constructor(past: Past, prunedUpTo: Offset) {
    this.#past = past;
    this.#stretches = stretchesAfter(past.log, prunedUpTo);
  }

  get size(): number {
    return this.#stretches.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  }

  get(offset: Offset): LogEntry | undefined {
    return stretchOf(this.#stretches, offset) && pastEntry(this.#past, offset);
  }

  minKey(): Offset | undefined {
    return this.#stretches[0]?.from;
  }

  maxKey(): Offset | undefined {
    return this.#stretches.at(-1)?.to;
  }

  *entries(begin = 0): Generator<[Offset, LogEntry], void, undefined> {
    for (const { from, to } of this.#stretches) {
      for (let offset = Math.max(from, begin); offset <= to; offset++) yield this.#at(offset);
    }
  }

  *entriesReversed(end = Infinity): Generator<[Offset, LogEntry], void, undefined> {
    for (const { from, to } of this.#stretches.toReversed()) {
      for (let offset = Math.min(to, end); offset >= from; offset--) yield this.#at(offset);
    }
  }

  #at(offset: Offset): [Offset, LogEntry] {
    const entry = pastEntry(this.#past, offset);
    if (entry === undefined) throw lost(this.#past, `offset ${offset}`);
    return [offset, entry];
  }
}
