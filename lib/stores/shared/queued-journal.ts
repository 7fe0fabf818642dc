import { setImmediate as nextImmediate } from "node:timers/promises";

import { Mutex } from "async-mutex";

import type { JournalEvent } from "../../ledger/state/journal-event.ts";
import { entryText } from "../../ledger/stores/text/entry-text.ts";
import { hashAfter } from "../../ledger/stores/text/journal-hash.ts";
import type { StoredEntry } from "./stored-entry.ts";

/** The end of a journal. Every change except an append starts a new generation. */
export interface JournalEnd {
  readonly generation: number;
  readonly position: number;
  /** Hash of the journal up to the position. */
  readonly hash: string;
}

/** An entry that waits to be written. */
interface PendingEntry {
  readonly position: number;
  readonly text: string;
  /** Called with true once the entry is durable, and with false if it will not be written. */
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

const maxEntries = 1_000;
/** Maximum number of characters of the entries of a batch. */
const maxLength = 8 << 20;

/**
 * A journal with a queue of entries that wait to be written. Those that wait while others are being
 * written are written together.
 */
export abstract class QueuedJournal<Head extends JournalEnd> {
  /** Held while the journal changes. */
  protected readonly mutex = new Mutex();
  /** Position of the newest entry, written or pending. */
  #tail: number;
  #pending: PendingEntry[] = [];
  #isScheduled = false;

  constructor(position: number) {
    this.#tail = position;
  }

  /** The head of the journal as far as it was written or read, without pending entries. */
  protected abstract get head(): Head;

  /** Raises SERVICE_NOT_RUNNING if the store is closed or has failed. */
  protected abstract assertUsable(): void;

  /**
   * Writes entries with successive positions that follow the head, atomically and durably, and moves
   * the head to `end`. Resolves to false if they were not written because the journal has changed.
   */
  protected abstract writeEntries(
    entries: readonly StoredEntry[],
    end: Pick<JournalEnd, "position" | "hash">,
  ): Promise<boolean>;

  /** Resolves when no entry waits to be written. */
  protected async waitForPending(): Promise<void> {
    do await this.mutex.runExclusive(() => undefined);
    while (this.hasPending);
  }

  /** True if entries wait to be written. */
  protected get hasPending(): boolean {
    return this.#pending.length > 0;
  }

  async append(
    position: number,
    events: readonly JournalEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> {
    return this.enqueue(position, events, onSize) ?? false;
  }

  enqueue(
    position: number,
    events: readonly JournalEvent[],
    onSize?: (bytes: number) => void,
  ): Promise<boolean> | undefined {
    this.assertUsable();
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
  protected restartAfterHead(): void {
    const refused = this.#pending.splice(0);
    this.#tail = this.head.position;
    for (const { resolve } of refused) resolve(false);
  }

  /**
   * Writes after the current phase of the event loop, so that all decisions of one phase are
   * written together.
   */
  #scheduleWrite(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    void this.mutex.runExclusive(async () => {
      await nextImmediate();
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
    let { position, hash } = this.head;
    const stored = entries.map((entry): StoredEntry => {
      ({ position } = entry);
      hash = hashAfter(hash, position, entry.text);
      return { position, hash, text: entry.text };
    });
    try {
      const isWritten = await this.writeEntries(stored, { position, hash });
      for (const { resolve } of entries) resolve(isWritten);
      // Pending entries build on this batch, so they are refused too.
      if (!isWritten) this.restartAfterHead();
    } catch (error) {
      const refused = [...entries, ...this.#pending.splice(0)];
      this.#tail = this.head.position;
      for (const { reject } of refused) reject(error);
    }
  }
}
