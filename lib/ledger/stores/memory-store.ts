import type { JournalEntry, JournalEvent } from "../state/journal-event.ts";
import type { JournalMark, JournalStore, SnapshotStore } from "./journal-store.ts";
import { JournalMarks, RecordListSnapshotStore, type SnapshotRecord } from "./snapshots.ts";
import { storeClosedError, unknownPositionError } from "./store-errors.ts";

/**
 * Returns an empty journal in memory. All operations are O(1), except reading, compacting and
 * snapshots.
 */
export const createMemoryStore = (): JournalStore => new MemoryStore(undefined);

/** An entry and the entries before it. Immutable, so marks and forks share it. */
interface LinkedEntry {
  readonly entry: JournalEntry;
  readonly previous: LinkedEntry | undefined;
}

/** A point of a journal: its newest entry; undefined for an empty one. */
interface MemoryJournalPoint {
  readonly position: number;
  readonly link: LinkedEntry | undefined;
}

const getLinkPosition = (link: LinkedEntry | undefined): number => link?.entry.position ?? 0;

class MemoryStore implements JournalStore {
  readonly snapshots: SnapshotStore;
  readonly #marks = new JournalMarks<MemoryJournalPoint>();
  #newest: LinkedEntry | undefined;
  #records: readonly SnapshotRecord<MemoryJournalPoint>[] = [];
  #snapshotNumber = 0;
  #closed = false;

  constructor(newest: LinkedEntry | undefined) {
    this.#newest = newest;
    this.snapshots = new RecordListSnapshotStore<MemoryJournalPoint>({
      marks: this.#marks,
      run: (work) =>
        this.#whileOpen(() => {
          const current = { position: getLinkPosition(this.#newest), link: this.#newest };
          const nextNumber = ++this.#snapshotNumber;
          const { result, records } = work({ records: this.#records, current, nextNumber });
          this.#records = records ?? this.#records;
          return result;
        }),
      contains: ({ link }, other) => findLink(link, other.position) === other.link,
    });
  }

  append(position: number, events: readonly JournalEvent[]): Promise<boolean> {
    return this.#whileOpen(() => this.#add(position, events));
  }

  enqueue(position: number, events: readonly JournalEvent[]): true | undefined {
    this.#assertOpen();
    return this.#add(position, events) || undefined;
  }

  #add(position: number, events: readonly JournalEvent[]): boolean {
    if (position !== getLinkPosition(this.#newest) + 1) return false;
    this.#newest = { entry: { position, events }, previous: this.#newest };
    return true;
  }

  async *read(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    yield* await this.#whileOpen(() => listEntriesAfter(this.#newest, after));
  }

  async *readAt(mark: JournalMark): AsyncGenerator<JournalEntry, void, undefined> {
    yield* await this.#whileOpen(() => listEntriesAfter(this.#marks.resolveMark(mark).link, 0));
  }

  position(): Promise<number> {
    return this.#whileOpen(() => getLinkPosition(this.#newest));
  }

  mark(position: number): JournalMark {
    this.#assertOpen();
    const link = findLink(this.#newest, position);
    if (getLinkPosition(link) === position) return this.#marks.create({ position, link });
    throw unknownPositionError(position, getLinkPosition(this.#newest));
  }

  restore(mark: JournalMark): Promise<void> {
    return this.#whileOpen(() => this.restoreNow(mark));
  }

  restoreNow(mark: JournalMark): void {
    this.#assertOpen();
    this.#newest = this.#marks.resolveMark(mark).link;
  }

  compact(position: number, events: () => readonly JournalEvent[]): Promise<void> {
    return this.#whileOpen(() => {
      const later = listEntriesAfter(this.#newest, position);
      // The events are computed when they are read.
      const compacted = {
        position,
        get events() {
          return events();
        },
      };
      let newest: LinkedEntry = { entry: compacted, previous: undefined };
      for (const entry of later) newest = { entry, previous: newest };
      this.#newest = newest;
    });
  }

  fork(): Promise<JournalStore> {
    return this.#whileOpen(() => new MemoryStore(this.#newest));
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#newest = undefined;
    return Promise.resolve();
  }

  #whileOpen<Result>(action: () => Result): Promise<Result> {
    return new Promise((resolve) => {
      this.#assertOpen();
      resolve(action());
    });
  }

  #assertOpen(): void {
    if (this.#closed) throw storeClosedError();
  }
}

/** Returns the newest entry up to a position. */
const findLink = (newest: LinkedEntry | undefined, position: number): LinkedEntry | undefined => {
  let link = newest;
  while (link !== undefined && link.entry.position > position) link = link.previous;
  return link;
};

const listEntriesAfter = (
  newest: LinkedEntry | undefined,
  position: number,
): readonly JournalEntry[] => {
  const entries: JournalEntry[] = [];
  for (let link = newest; link !== undefined; link = link.previous) {
    if (link.entry.position <= position) break;
    entries.push(link.entry);
  }
  return entries.reverse();
};
