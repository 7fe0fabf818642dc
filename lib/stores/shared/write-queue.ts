import { setImmediate as nextTick } from "node:timers/promises";

import type { Mutex } from "async-mutex";

import type { LedgerEvent } from "../../ledger/state/ledger-event.ts";
import { isStoreUnansweredError, storeClosedError } from "../../ledger/stores/store-errors.ts";
import { entryText } from "../../ledger/stores/text/entry-text.ts";
import { hashAfter } from "../../ledger/stores/text/journal-hash.ts";
import type { StoredEntry } from "./stored-entry.ts";

/** An entry that waits to be written. */
interface PendingEntry {
  readonly position: number;
  readonly text: string;
  /** Called with true once the entry is durable, and with false if it will not be written. */
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Entries with successive positions that are written together, atomically. */
export interface EntryBatch {
  readonly entries: readonly StoredEntry[];
  /** The position and the hash of the journal with these entries. */
  readonly end: { readonly position: number; readonly hash: string };
}

interface WriteQueueOptions {
  /** Held while entries are written. */
  readonly mutex: Mutex;
  /** Position of the newest entry. */
  readonly position: number;
  /** The end of the journal, without pending entries. */
  readonly head: () => { readonly position: number; readonly hash: string };
  /**
   * Writes entries that follow the head, durably, and moves the head. Resolves to false if they
   * were not written because the journal has changed.
   */
  readonly write: (batch: EntryBatch) => Promise<boolean>;
}

const maxEntries = 1_000;
/** Maximum number of characters of the entries of a batch. */
const maxLength = 8 << 20;

/**
 * Entries that wait to be written. Those that wait while others are being written are written
 * together.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  /** Position of the newest entry, written or pending. */
  #tail: number;
  #pending: PendingEntry[] = [];
  #isScheduled = false;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
    this.#tail = options.position;
  }

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  /**
   * Returns undefined if the position is taken or leaves a gap. Otherwise resolves to true once the
   * entry is durable, and to false if it will not be written because the journal has changed.
   */
  enqueueEntry(
    position: number,
    events: readonly LedgerEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> | undefined {
    if (position !== this.#tail + 1) return undefined;
    const text = entryText(events);
    onSize?.(Buffer.byteLength(text));
    this.#tail = position;
    return new Promise((resolve, reject) => {
      this.#pending.push({ position, text, resolve, reject });
      this.#scheduleWrite();
    });
  }

  /**
   * Continues after the head. Refuses the pending entries, because the ledger decided them before
   * the head moved.
   */
  restartAfterHead(): void {
    const refused = this.#pending.splice(0);
    this.#tail = this.#options.head().position;
    for (const { resolve } of refused) resolve(false);
  }

  /**
   * Writes after the current phase of the event loop, so that all decisions of one phase are
   * written together.
   */
  #scheduleWrite(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    void this.#options.mutex.runExclusive(async () => {
      await nextTick();
      this.#isScheduled = false;
      const entries = this.#next();
      if (entries.length > 0) await this.#write(entries);
      if (this.#pending.length > 0) this.#scheduleWrite();
    });
  }

  /** Removes the entries of the next batch. */
  #next(): readonly PendingEntry[] {
    let count = 0;
    let length = 0;
    for (const { text } of this.#pending.slice(0, maxEntries)) {
      length += text.length;
      if (length > maxLength && count > 0) break;
      count++;
    }
    return this.#pending.splice(0, count);
  }

  async #write(entries: readonly PendingEntry[]): Promise<void> {
    const { head, write } = this.#options;
    let { position, hash } = head();
    const stored = entries.map((entry): StoredEntry => {
      ({ position } = entry);
      hash = hashAfter(hash, position, entry.text);
      return { position, hash, text: entry.text };
    });
    try {
      const isWritten = await write({ entries: stored, end: { position, hash } });
      // Pending entries build on this batch, so they are refused too.
      if (!isWritten) this.restartAfterHead();
      for (const { resolve } of entries) resolve(isWritten);
    } catch (error) {
      const later = this.#pending.splice(0);
      this.#tail = head().position;
      for (const { reject } of entries) reject(error);
      for (const { reject } of later) {
        reject(isStoreUnansweredError(error) ? storeClosedError() : error);
      }
    }
  }
}
