import type { JournalEntry, JournalEvent, JournalMark } from "../../lib/store.ts";
import { FaultyStore } from "./faulty-store.ts";

/** Marks that there are unread entries of another process; no entry is accepted until they are read. */
const unread = Number.NaN;

/**
 * A store that accepts further entries while it writes. Its ledger therefore decides ahead of the journal,
 * and loses these decisions if an entry fails.
 */
export class PipelinedStore extends FaultyStore {
  /** The position of the newest entry that was requested or is known to exist. */
  #tail = 0;
  /** Resolves when the requested entries are written or have failed. */
  #last: Promise<boolean> = Promise.resolve(true);

  enqueue(position: number, events: readonly JournalEvent[]): Promise<boolean> | undefined {
    if (position !== this.#tail + 1) return undefined;
    this.#tail = position;
    const written = this.#last.then((goesOn) => goesOn && this.#write(position, events));
    this.#last = written;
    return written;
  }

  override async *read(after: number): AsyncGenerator<JournalEntry, void, undefined> {
    for await (const entry of super.read(after)) {
      if (!(entry.position <= this.#tail)) this.#tail = entry.position;
      yield entry;
    }
  }

  override async restore(mark: JournalMark): Promise<void> {
    await super.restore(mark);
    this.#continueAt(mark.position);
  }

  async #write(position: number, events: readonly JournalEvent[]): Promise<boolean> {
    let isWritten = false;
    try {
      isWritten = await this.append(position, events);
    } finally {
      if (!isWritten) {
        const end = await this.position();
        this.#continueAt(end < position ? end : unread);
      }
    }
    return isWritten;
  }

  /** Continues at this position, after which waiting entries are written or refused. */
  #continueAt(tail: number): void {
    this.#tail = tail;
    this.#last = Promise.resolve(true);
  }
}
