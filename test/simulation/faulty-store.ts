import type {
  JournalEntry,
  JournalEvent,
  JournalMark,
  JournalStore,
  SnapshotStore,
} from "../../lib/store.ts";

/** Faults of a store. Each number is the number of next calls that the fault affects. */
export interface StoreFaults {
  /** Entries that are refused, and not written. */
  failBefore: number;
  /** Entries that are written, but reported as failed. */
  failAfter: number;
  /** Reads that fail. */
  failRead: number;
  /** Entries that are reported as written but are not. No correct store does this. */
  lose: number;
  /** If true, each entry waits for {@link FaultyStore.release}, or for {@link longestWaitMillis}. */
  slow: boolean;
}

/** A failure outside of the ledger, such as a full disk, a lost network or a database restart. */
export class StoreFault extends Error {}

/** Maximum time that an entry waits, in milliseconds: just below `storeTimeoutMillis`, which is 30 seconds. */
const longestWaitMillis = 29_000;

/** A store that has a correct journal and may respond incorrectly. */
export class FaultyStore implements JournalStore {
  readonly #journal: JournalStore;
  readonly faults: StoreFaults = { failBefore: 0, failAfter: 0, failRead: 0, lose: 0, slow: false };
  readonly #held: (() => void)[] = [];
  #failures: number;
  #isGone = false;

  constructor(journal: JournalStore, failures = 0) {
    this.#journal = journal;
    this.#failures = failures;
  }

  /** Number of failures so far. */
  get failures(): number {
    return this.#failures;
  }

  /** Number of entries that wait to be written. */
  get held(): number {
    return this.#held.length;
  }

  /** Writes the delayed entries. */
  release(): void {
    for (const go of this.#held.splice(0)) go();
  }

  /** Simulates the death of the process: pending entries are never written. */
  abandon(): void {
    this.#isGone = true;
    this.#held.length = 0;
  }

  async append(position: number, events: readonly JournalEvent[]): Promise<boolean> {
    if (this.faults.slow) await this.#wait();
    if (this.#isGone) return new Promise(() => undefined);
    this.#failIf("failBefore");
    if (this.faults.lose > 0) return this.#lose();
    const isWritten = await this.#journal.append(position, events);
    this.#failIf("failAfter");
    return isWritten;
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#held.push(resolve);
      setTimeout(resolve, longestWaitMillis);
    });
  }

  async *read(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    this.#failIf("failRead");
    yield* this.#journal.read(after);
  }

  readAt(mark: JournalMark): AsyncIterable<JournalEntry> {
    return this.#journal.readAt(mark);
  }

  get snapshots(): SnapshotStore {
    return this.#journal.snapshots;
  }

  position(): Promise<number> {
    return this.#journal.position();
  }

  mark(position: number): JournalMark {
    return this.#journal.mark(position);
  }

  restore(mark: JournalMark): Promise<void> {
    return this.#journal.restore(mark);
  }

  fork(): Promise<JournalStore> {
    return this.#journal.fork();
  }

  /** Keeps the journal, since written entries outlive the process. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  #lose(): boolean {
    this.faults.lose--;
    return true;
  }

  #failIf(kind: "failBefore" | "failAfter" | "failRead"): void {
    if (this.faults[kind] === 0) return;
    this.faults[kind]--;
    this.#failures++;
    throw new StoreFault(kind);
  }
}
