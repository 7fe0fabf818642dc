import type { JournalEntry, JournalMark, LedgerEvent } from "../../lib/store.ts";
import { FaultyStore } from "./faulty-store.ts";

/** What others wrote is not read yet: nothing is taken behind it. */
const unread = Number.NaN;

/** One that takes more while it writes, so that its ledger decides ahead of the journal, and loses that when an entry fails. */
export class PipelinedStore extends FaultyStore {
  /** The position of the newest entry that was asked for, or that is known to be there. */
  #tail = 0;
  /** Ends when what was asked for is over. */
  #last: Promise<boolean> = Promise.resolve(true);

  enqueue(position: number, events: readonly LedgerEvent[]): Promise<boolean> | undefined {
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
    this.#goOnAt(mark.position);
  }

  async #write(position: number, events: readonly LedgerEvent[]): Promise<boolean> {
    let isWritten = false;
    try {
      isWritten = await this.append(position, events);
    } finally {
      if (!isWritten) {
        const end = await this.position();
        this.#goOnAt(end < position ? end : unread);
      }
    }
    return isWritten;
  }

  /** All that waits goes the way of what it waits for. */
  #goOnAt(tail: number): void {
    this.#tail = tail;
    this.#last = Promise.resolve(true);
  }
}
