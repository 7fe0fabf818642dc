import type {
  JournalEntry,
  JournalMark,
  JournalStore,
  LedgerEvent,
  SnapshotStore,
} from "../../lib/store.ts";

/** What a store does wrong, each for the next so many calls. */
export interface StoreFaults {
  /** Entries that are refused, and not written. */
  failBefore: number;
  /** Entries that are written, and reported as failed. */
  failAfter: number;
  /** Reading that fails. */
  failRead: number;
  /** Entries that are reported as written, and are not: what no store may do. */
  lose: number;
  /** Entries take as long as it pleases the store, but less than it is waited for. */
  slow: boolean;
}

/** The disk is full, the network is gone, the database restarts: nothing that a ledger knows of. */
export class StoreFault extends Error {}

/** The limit `storeTimeoutMillis` is 30 seconds. */
const longestWaitMillis = 29_000;

/** A store whose journal can be trusted, and whose answers cannot. */
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

  /** How often it has failed so far. */
  get failures(): number {
    return this.#failures;
  }

  /** How many entries wait to be written. */
  get held(): number {
    return this.#held.length;
  }

  /** Goes on with what it has been slow with. */
  release(): void {
    for (const go of this.#held.splice(0)) go();
  }

  /** Whoever used it is gone: what was not written never will be. */
  abandon(): void {
    this.#isGone = true;
    this.#held.length = 0;
  }

  async append(position: number, events: readonly LedgerEvent[]): Promise<boolean> {
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

  /** What is written outlives whoever wrote it. */
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
