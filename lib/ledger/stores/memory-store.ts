import type { JournalEntry, LedgerEvent } from "../state/ledger-event.ts";
import type {
  JournalMark,
  JournalStore,
  SnapshotList,
  SnapshotStore,
  StoredSnapshot,
} from "./journal-store.ts";
import { Marks } from "./marks.ts";
import { closed, noSuchPosition } from "./store-errors.ts";

/**
 * Returns an empty journal in memory. All operations are O(1), except reading, compacting and
 * snapshots.
 */
export const createMemoryStore = (): JournalStore => new MemoryStore(undefined);

/** An entry and the entries before it. Immutable, so marks and forks share it. */
interface Link {
  readonly entry: JournalEntry;
  readonly previous: Link | undefined;
}

/** A point of a journal: its newest entry; undefined for an empty one. */
interface Point {
  readonly link: Link | undefined;
}

/** An entry whose events are computed when they are read. */
class CompactedEntry implements JournalEntry {
  readonly position: number;
  readonly #events: () => readonly LedgerEvent[];

  constructor(position: number, events: () => readonly LedgerEvent[]) {
    this.position = position;
    this.#events = events;
  }

  get events(): readonly LedgerEvent[] {
    return this.#events();
  }
}

const positionOf = (link: Link | undefined): number => link?.entry.position ?? 0;

class MemoryStore implements JournalStore {
  readonly snapshots: SnapshotStore = new MemorySnapshots(this);
  readonly #marks = new Marks<Point>();
  #newest: Link | undefined;
  #closed = false;

  constructor(newest: Link | undefined) {
    this.#newest = newest;
  }

  append(position: number, events: readonly LedgerEvent[]): Promise<boolean> {
    return this.whileOpen(() => this.#add(position, events));
  }

  enqueue(position: number, events: readonly LedgerEvent[]): true | undefined {
    this.#assertOpen();
    return this.#add(position, events) || undefined;
  }

  #add(position: number, events: readonly LedgerEvent[]): boolean {
    if (position !== positionOf(this.#newest) + 1) return false;
    this.#newest = { entry: { position, events }, previous: this.#newest };
    return true;
  }

  async *read(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    yield* await this.whileOpen(() => entriesAfter(this.#newest, after));
  }

  async *readAt(mark: JournalMark): AsyncGenerator<JournalEntry, void, undefined> {
    yield* await this.whileOpen(() => entriesAfter(this.linkOf(mark), 0));
  }

  position(): Promise<number> {
    return this.whileOpen(() => positionOf(this.#newest));
  }

  mark(position: number): JournalMark {
    this.#assertOpen();
    let link = this.#newest;
    while (link !== undefined && link.entry.position > position) link = link.previous;
    if (positionOf(link) === position) return this.#marks.create(position, { link });
    throw noSuchPosition(position, positionOf(this.#newest));
  }

  restore(mark: JournalMark): Promise<void> {
    return this.whileOpen(() => this.restoreNow(mark));
  }

  restoreNow(mark: JournalMark): void {
    this.#assertOpen();
    this.#newest = this.linkOf(mark);
  }

  compact(position: number, events: () => readonly LedgerEvent[]): Promise<void> {
    return this.whileOpen(() => {
      const later = entriesAfter(this.#newest, position);
      let newest: Link = { entry: new CompactedEntry(position, events), previous: undefined };
      for (const entry of later) newest = { entry, previous: newest };
      this.#newest = newest;
    });
  }

  fork(): Promise<JournalStore> {
    return this.whileOpen(() => new MemoryStore(this.#newest));
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#newest = undefined;
    return Promise.resolve();
  }

  get newest(): Link | undefined {
    return this.#newest;
  }

  /** Returns the entry of a mark. Raises INVALID_ARGUMENT for a mark of another store. */
  linkOf(mark: JournalMark): Link | undefined {
    return this.#marks.pointOf(mark).link;
  }

  whileOpen<Result>(action: () => Result): Promise<Result> {
    return new Promise((resolve) => {
      this.#assertOpen();
      resolve(action());
    });
  }

  #assertOpen(): void {
    if (this.#closed) throw closed();
  }
}

const entriesAfter = (newest: Link | undefined, position: number): readonly JournalEntry[] => {
  const entries: JournalEntry[] = [];
  for (let link = newest; link !== undefined; link = link.previous) {
    if (link.entry.position <= position) break;
    entries.push(link.entry);
  }
  return entries.reverse();
};

/** Snapshots that exist as long as the store. */
class MemorySnapshots implements SnapshotStore {
  readonly #store: MemoryStore;
  #snapshots: readonly StoredSnapshot[] = [];
  #kept = 0;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  keep(
    name: string,
    mark: JournalMark,
    content: string,
    limit: number,
  ): Promise<StoredSnapshot | undefined> {
    return this.#store.whileOpen(() => {
      const parent = this.#newestIn(this.#store.linkOf(mark));
      const isTaken = this.#snapshots.some((each) => each.name === name);
      if (isTaken || this.#snapshots.length >= limit) return undefined;
      const snapshot = { number: ++this.#kept, name, mark, content };
      const added = parent === undefined ? snapshot : { ...snapshot, parent };
      this.#snapshots = [...this.#snapshots, added];
      return added;
    });
  }

  list(): Promise<SnapshotList> {
    return this.#store.whileOpen(() => {
      const current = this.#newestIn(this.#store.newest);
      return { snapshots: this.#snapshots, ...(current === undefined ? {} : { current }) };
    });
  }

  delete(name: string): Promise<boolean> {
    return this.#store.whileOpen(() => {
      const deleted = this.#snapshots.find((each) => each.name === name);
      this.#snapshots = withoutSnapshot(this.#snapshots, name);
      return deleted !== undefined;
    });
  }

  /** Returns the name of the newest snapshot that a journal contains. */
  #newestIn(journal: Link | undefined): string | undefined {
    const byLink = new Map<Link | undefined, string>();
    for (const { name, mark } of this.#snapshots) byLink.set(this.#store.linkOf(mark), name);
    if (byLink.size === 0) return undefined;
    for (let link = journal; ; link = link.previous) {
      const name = byLink.get(link);
      if (name !== undefined || link === undefined) return name;
    }
  }
}

/** Returns the snapshots without one; its children become children of its parent. */
export const withoutSnapshot = <
  Snapshot extends { readonly name: string; readonly parent?: string | undefined },
>(
  snapshots: readonly Snapshot[],
  name: string,
): readonly Snapshot[] => {
  const parent = snapshots.find((each) => each.name === name)?.parent;
  return snapshots
    .filter((each) => each.name !== name)
    .map((each) => (each.parent === name ? { ...each, parent } : each));
};
