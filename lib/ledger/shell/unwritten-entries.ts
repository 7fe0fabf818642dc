import type { Patience } from "./serial-queue.ts";

/** So many decisions are ahead of the store at most; they are gone when it fails. */
const maxUnwritten = 512;

interface Unwritten {
  /** Ends when it is written, after all before it; rejects when it is not, or takes too long. */
  readonly written: Promise<void>;
  readonly giveUp: (error: unknown) => void;
}

/**
 * What was decided and is not durable yet, in order. Nobody but decisions sees it: when one of them is not written,
 * none after it is, and what was decided since is undone.
 */
export class UnwrittenEntries {
  readonly #patience: Pick<Patience, "millis" | "time" | "overdue">;
  readonly #undo: () => void;
  readonly #waiting = new Set<Unwritten>();
  #newest: Unwritten | undefined;
  /** Ends when all that was added so far is written; that of a journal that failed is over. */
  #last: Promise<void> = Promise.resolve();
  /** What was first when it was last looked whether the store goes on; undefined when nobody looks. */
  #looked: Unwritten | undefined;

  /** `undo` is called when an entry was not written, before those who wait for it hear of it. */
  constructor(patience: Pick<Patience, "millis" | "time" | "overdue">, undo: () => void) {
    this.#patience = patience;
    this.#undo = undo;
  }

  get isFull(): boolean {
    return this.#waiting.size >= maxUnwritten;
  }

  /** Ends when all is written that was decided by now; undefined when that is the case. */
  get written(): Promise<void> | undefined {
    return this.#waiting.size === 0 ? undefined : this.#newest?.written;
  }

  /** Ends when nothing is on its way any more, whatever became of it. */
  async settled(): Promise<void> {
    while (this.#waiting.size > 0) await this.#last.catch(() => undefined);
  }

  /** `landed` is called when the entry is durable, in order. */
  add(appended: Promise<void>, landed: () => void): void {
    const before = this.#last;
    const inOrder = Promise.all([before, appended]).then(() => {
      this.#waiting.delete(entry);
      landed();
    });
    let giveUp: (error: unknown) => void = () => undefined;
    const written = new Promise<void>((resolve, reject) => {
      giveUp = reject;
      inOrder.then(resolve, reject);
    });
    const entry: Unwritten = { written, giveUp };
    this.#waiting.add(entry);
    this.#newest = entry;
    this.#last = inOrder;
    inOrder.catch(() => this.#fail(entry));
    // Who decided it hears of it; not everybody has to.
    written.catch(() => undefined);
    this.#look(entry);
  }

  #fail(entry: Unwritten): void {
    // The first of those that fail together takes all others along.
    if (!this.#waiting.delete(entry)) return;
    this.#waiting.clear();
    this.#last = Promise.resolve();
    this.#undo();
  }

  /** One timer for very many entries. */
  #look(first: Unwritten): void {
    if (this.#looked !== undefined) return;
    this.#looked = first;
    const { time, millis } = this.#patience;
    // A ledger that nobody uses any more is not held until then.
    const self = new WeakRef(this);
    const lookAgain = (): void => {
      const found = self.deref();
      if (found !== undefined) found.#lookAgain();
    };
    time.schedule(millis, lookAgain, false);
  }

  #lookAgain(): void {
    const looked = this.#looked;
    this.#looked = undefined;
    const [first] = this.#waiting;
    if (first === undefined) return;
    if (first === looked) {
      for (const { giveUp } of this.#waiting) giveUp(this.#patience.overdue());
    }
    this.#look(first);
  }
}
