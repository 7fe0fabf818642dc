import { setImmediate as nextRound } from "node:timers/promises";

import {
  createMemoryStore,
  type JournalEntry,
  type JournalEvent,
  type JournalMark,
  type JournalStore,
  type JournalWatcher,
} from "../../lib/store.ts";
import { copyToMemory } from "../../lib/stores/shared/entry-text.ts";

/** A journal with several writers, each with its own store, like processes that share a database. */
export class SharedJournal {
  entries: readonly JournalEntry[] = [];
  generation = 0;
  readonly stores = new Set<SharedStore>();

  open(): SharedStore {
    const store = new SharedStore(this);
    this.stores.add(store);
    return store;
  }

  notifyOthers(writer: SharedStore, tell: (watcher: JournalWatcher) => void): void {
    for (const store of this.stores) if (store !== writer) store.watchers.forEach(tell);
  }
}

interface QueuedEntry extends JournalEntry {
  readonly resolve: (isFirst: boolean) => void;
}

interface SharedMark extends JournalMark {
  readonly entries: readonly JournalEntry[];
}

/** A store of the shared journal. It knows only the entries that it has read or written. */
class SharedStore implements JournalStore {
  readonly #journal: SharedJournal;
  readonly watchers = new Set<JournalWatcher>();
  readonly snapshots = createMemoryStore().snapshots;
  #tail = 0;
  #generation: number;
  #waiting: QueuedEntry[] = [];

  constructor(journal: SharedJournal) {
    this.#journal = journal;
    this.#generation = journal.generation;
  }

  async append(position: number, events: readonly JournalEvent[]): Promise<boolean> {
    return (await this.enqueue(position, events)) ?? false;
  }

  enqueue(position: number, events: readonly JournalEvent[]): Promise<boolean> | undefined {
    if (position !== this.#tail + 1) return undefined;
    this.#tail = position;
    return new Promise((resolve) => {
      this.#waiting.push({ position, events, resolve });
      if (this.#waiting.length === 1) void nextRound().then(() => this.#write());
    });
  }

  /**
   * Writes the queued entries in order, up to the first one whose position another store has taken. The store
   * then knows that there are entries that it has not read.
   */
  #write(): void {
    let goesOn = this.#generation === this.#journal.generation;
    for (const { position, events, resolve } of this.#waiting.splice(0)) {
      const { entries } = this.#journal;
      goesOn &&= position === entries.length + 1;
      if (goesOn) this.#journal.entries = [...entries, { position, events }];
      resolve(goesOn);
    }
    if (!goesOn) this.#tail = -1;
    this.#journal.notifyOthers(this, (watcher) => watcher.grown());
  }

  watch(watcher: JournalWatcher): () => void {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }

  async *read(after: number): AsyncGenerator<JournalEntry> {
    await nextRound();
    const { entries, generation } = this.#journal;
    if (generation !== this.#generation) this.watchers.forEach((watcher) => watcher.restored());
    this.#generation = generation;
    if (this.#waiting.length === 0) this.#tail = entries.length;
    yield* entries.slice(after);
  }

  position(): Promise<number> {
    return Promise.resolve(this.#journal.entries.length);
  }

  async *readAt({ entries }: SharedMark): AsyncGenerator<JournalEntry> {
    await nextRound();
    yield* entries;
  }

  mark(position: number): SharedMark {
    return { position, entries: this.#journal.entries.slice(0, position) };
  }

  restore(mark: SharedMark): Promise<void> {
    this.#journal.entries = mark.entries;
    this.#generation = ++this.#journal.generation;
    this.#tail = mark.position;
    this.#journal.notifyOthers(this, (watcher) => watcher.restored());
    return Promise.resolve();
  }

  fork(): Promise<JournalStore> {
    return copyToMemory(this.read(0));
  }

  close(): Promise<void> {
    this.#journal.stores.delete(this);
    return Promise.resolve();
  }
}
