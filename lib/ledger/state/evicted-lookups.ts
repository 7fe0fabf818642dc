import type { StoredMapReader } from "../../base/collections/stored-map-reader.ts";
import type { Offset, UpdateId } from "../../base/identifiers/identifiers.ts";
import type { Completion } from "../../base/model/completion.ts";
import {
  type EvictedHistory,
  getJournalBranchEnds,
  type HistoryArchiveRecordKind,
  type JournalBranchEnd,
  missingArchiveRecordError,
} from "./evicted-history.ts";
import { readEvictedLogEntry } from "./evicted-log.ts";
import { maxKeptRejectionsPerSignedTransaction } from "./log.ts";

/** Looks up values in the history archive by a text key. */
export abstract class EvictedLookup<K extends string, V> implements StoredMapReader<K, V> {
  protected readonly evicted: EvictedHistory;
  protected readonly prunedUpTo: Offset;
  readonly #branches: readonly JournalBranchEnd[];

  constructor(evicted: EvictedHistory, prunedUpTo: Offset) {
    this.evicted = evicted;
    this.prunedUpTo = prunedUpTo;
    this.#branches = getJournalBranchEnds(evicted.log);
  }

  abstract get(key: K): V | undefined;

  /**
   * Yields the record of a key from each branch that has one, newest branch first. A revert begins a new
   * branch. `to` is the last offset of a branch that no later revert removed.
   */
  protected *found(
    kind: HistoryArchiveRecordKind,
    key: string,
  ): Generator<JournalBranchEnd & { readonly text: string }> {
    for (const { branch, to } of this.#branches) {
      const text = this.evicted.reader.find(branch, kind, key);
      if (text !== undefined) yield { branch, to, text };
    }
  }

  /** Returns the offsets of a key, ascending. */
  protected offsets(kind: HistoryArchiveRecordKind, key: string): readonly Offset[] {
    return [...this.found(kind, key)]
      .reverse()
      .flatMap(({ text, to }) => parseOffsets(text).filter((offset) => offset <= to));
  }
}

const parseOffsets = (text: string): readonly Offset[] => text.split(",").map(Number);

export class EvictedUpdateOffsets extends EvictedLookup<UpdateId, Offset> {
  get(updateId: UpdateId): Offset | undefined {
    const offset = this.offsets("update", updateId).at(-1);
    if (offset === undefined || offset <= this.prunedUpTo) return undefined;
    if (readEvictedLogEntry(this.evicted, offset)?.update?.updateId === updateId) return offset;
    throw missingArchiveRecordError(this.evicted, `the position of update ${updateId}`);
  }
}

export class EvictedCompletionsByChangeId extends EvictedLookup<string, Completion> {
  get(change: string): Completion | undefined {
    const offset = this.offsets("change", change).at(-1);
    if (offset === undefined || offset <= this.prunedUpTo) return undefined;
    return readEvictedLogEntry(this.evicted, offset)?.completion;
  }
}

/** Executions of signed transactions. Pruning keeps them. */
export class EvictedSignedTransactionOffsets extends EvictedLookup<string, Offset> {
  get(hash: string): Offset | undefined {
    return this.offsets("signed", hash).at(-1);
  }
}

/** Rejections of signed transactions. Pruning keeps them. */
export class EvictedSignedRejectionOffsets extends EvictedLookup<string, readonly Offset[]> {
  get(hash: string): readonly Offset[] | undefined {
    const offsets = this.offsets("rejected", hash);
    return offsets.length === 0 ? undefined : offsets.slice(-maxKeptRejectionsPerSignedTransaction);
  }
}
