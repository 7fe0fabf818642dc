import { ledgerError } from "../../ground/errors/ledger-error.ts";
import type { JournalEntry, LedgerEvent } from "../state/ledger-event.ts";
import type { JournalMark, JournalStore } from "./journal-store.ts";

/** The journal in memory; empty at first, and gone with the process. Every operation but `read` is O(1), marks and restoring too. */
export const createMemoryStore = (): JournalStore => new MemoryStore(undefined);

/** The newest entry and what came before it. Never changes, so marks and forks share it. */
interface Link {
  readonly entry: JournalEntry;
  readonly previous: Link | undefined;
}

/** Its events are only made when somebody reads them. */
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

class MemoryMark implements JournalMark {
  readonly position: number;
  readonly store: MemoryStore;
  readonly link: Link | undefined;

  constructor(store: MemoryStore, link: Link | undefined) {
    this.position = positionOf(link);
    this.store = store;
    this.link = link;
  }
}

class MemoryStore implements JournalStore {
  #newest: Link | undefined;
  #closed = false;

  constructor(newest: Link | undefined) {
    this.#newest = newest;
  }

  append(position: number, events: readonly LedgerEvent[]): Promise<boolean> {
    return this.#whileOpen(() => {
      if (position !== positionOf(this.#newest) + 1) return false;
      this.#newest = { entry: { position, events }, previous: this.#newest };
      return true;
    });
  }

  async *read(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    yield* await this.#whileOpen(() => this.#entriesAfter(after));
  }

  position(): Promise<number> {
    return this.#whileOpen(() => positionOf(this.#newest));
  }

  mark(position: number): JournalMark {
    this.#assertOpen();
    let link = this.#newest;
    while (link !== undefined && link.entry.position > position) link = link.previous;
    if (positionOf(link) !== position) {
      throw ledgerError("INVALID_ARGUMENT", {
        cause: `The journal ends at position ${positionOf(this.#newest)}, there is no position ${position} to mark.`,
      });
    }
    return new MemoryMark(this, link);
  }

  restore(mark: JournalMark): Promise<void> {
    return this.#whileOpen(() => {
      if (!(mark instanceof MemoryMark) || mark.store !== this) {
        throw ledgerError("INVALID_ARGUMENT", {
          cause: "The mark belongs to another journal store; restore it where it was taken.",
        });
      }
      this.#newest = mark.link;
    });
  }

  compact(position: number, events: () => readonly LedgerEvent[]): Promise<void> {
    return this.#whileOpen(() => {
      const later = this.#entriesAfter(position);
      let newest: Link = { entry: new CompactedEntry(position, events), previous: undefined };
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

  #entriesAfter(position: number): readonly JournalEntry[] {
    const entries: JournalEntry[] = [];
    for (let link = this.#newest; link !== undefined; link = link.previous) {
      if (link.entry.position <= position) break;
      entries.push(link.entry);
    }
    return entries.reverse();
  }

  #whileOpen<Result>(action: () => Result): Promise<Result> {
    return new Promise((resolve) => {
      this.#assertOpen();
      resolve(action());
    });
  }

  #assertOpen(): void {
    if (!this.#closed) return;
    throw ledgerError("SERVICE_NOT_RUNNING", {
      cause: "The journal store is closed.",
      context: { service_name: "journal store" },
    });
  }
}
