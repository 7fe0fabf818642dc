import type { Patience } from "./serial-queue.ts";

/** So many decisions are ahead of the store at most; they are gone when it fails. */
const maxUnwritten = 512;

interface Unwritten {
  /** True when it is written, after all before it, false when somebody else was first; rejects when it is not, or takes too long. */
  readonly written: Promise<boolean>;
  readonly giveUp: (error: unknown) => void;
}

/**
 * What was decided and is not durable yet, in order. Nobody but decisions sees it: when one of them is not written, or
 * another process wrote in its place, none after it is, and what was decided since is undone.
 */
export class UnwrittenEntries {
  readonly #patience: Pick<Patience, "millis" | "time" | "overdue">;
  readonly #undo: () => void;
  readonly #waiting = new Set<Unwritten>();
  #newest: Unwritten | undefined;
  /** Ends when all that was added so far is written; that of what was undone is over. */
  #last: Promise<boolean> = Promise.resolve(true);
  /** What was first when it was last looked whether the store goes on; undefined when nobody looks. */
  #looked: Unwritten | undefined;

  /** `undo` is called when an entry was not written where it was to be, before those who wait for it hear of it. */
  constructor(patience: Pick<Patience, "millis" | "time" | "overdue">, undo: () => void) {
    this.#patience = patience;
    this.#undo = undo;
  }

  get isFull(): boolean {
    return this.#waiting.size >= maxUnwritten;
  }

  /** True when all is written that was decided by now, false when it is to be decided again; undefined when nothing waits. */
  get written(): Promise<boolean> | undefined {
    return this.#waiting.size === 0 ? undefined : this.#newest?.written;
  }

  /** Ends when nothing is on its way any more, whatever became of it. */
  async settled(): Promise<void> {
    while (this.#waiting.size > 0) await this.#last.catch(() => undefined);
  }

  /** `landed` is called when the entry is durable, in order. */
  add(appended: Promise<boolean>, landed: () => void): void {
    const inOrder = Promise.all([this.#last, appended]).then(([goesOn, isFirst]) => {
      if (!goesOn || !isFirst) return this.#undoFrom(entry);
      this.#waiting.delete(entry);
      landed();
      return true;
    });
    let giveUp: (error: unknown) => void = () => undefined;
    const written = new Promise<boolean>((resolve, reject) => {
      giveUp = reject;
      inOrder.then(resolve, reject);
    });
    const entry: Unwritten = { written, giveUp };
    this.#waiting.add(entry);
    this.#newest = entry;
    this.#last = inOrder;
    inOrder.catch(() => this.#undoFrom(entry));
    // Who decided it hears of it; not everybody has to.
    written.catch(() => undefined);
    this.#look(entry);
  }

  #undoFrom(entry: Unwritten): false {
    // The first of those that are not written takes all others along.
    if (this.#waiting.delete(entry)) {
      this.#waiting.clear();
      this.#last = Promise.resolve(true);
      this.#undo();
    }
    return false;
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
