import type { Package } from "../../contracts/engine/package.ts";
import type { Decision } from "../port/decision.ts";
import { condensed } from "../state/condensed.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import type { Condenser } from "./condenser.ts";
import type { Follower } from "./follower.ts";
import type { LedgerQueue } from "./ledger-queue.ts";
import type { LedgerStates } from "./ledger-states.ts";

interface EntryWriterParts {
  readonly store: JournalStore;
  readonly queue: LedgerQueue;
  readonly states: LedgerStates;
  readonly follower: Follower;
  readonly condenser: Condenser;
  readonly reportError: (error: unknown) => void;
}

/** An entry that no other process was before. */
export interface Appended {
  /** Tells when it is durable, or that it has to be decided again; undefined where it is durable by now. */
  readonly written: Promise<boolean> | undefined;
}

/** Writes to the journal what was decided, and folds it. */
export class EntryWriter {
  readonly #store: JournalStore;
  readonly #queue: LedgerQueue;
  readonly #states: LedgerStates;
  readonly #follower: Follower;
  readonly #condenser: Condenser;
  readonly #reportError: (error: unknown) => void;
  /** Whatever waits for the store waits for one that answers. */
  readonly #goesOn = (): void => this.#queue.goesOn();

  constructor({ store, queue, states, follower, condenser, reportError }: EntryWriterParts) {
    this.#store = store;
    this.#queue = queue;
    this.#states = states;
    this.#follower = follower;
    this.#condenser = condenser;
    this.#reportError = reportError;
  }

  /**
   * Undefined when somebody else wrote first; then the state has caught up with them. They may have added
   * the very packages that came with the decision.
   */
  async append(
    entry: JournalEntry,
    packages: readonly Package[] = [],
    measured?: Decision<unknown>["measured"],
  ): Promise<Appended | undefined> {
    const { position } = entry;
    const tellSize = measured && ((bytes: number) => measured({ position, bytes }));
    // Before it is written: what cannot be folded must not enter the journal.
    const next = this.#states.after(this.#states.decided, entry, packages);
    if (this.#store.enqueue !== undefined) {
      const appended = this.#follower.isOutdated
        ? undefined
        : this.#store.enqueue(position, entry.events, tellSize);
      if (appended !== undefined) return this.#goAhead(entry, next, appended);
      const { undone, unwritten } = this.#states;
      await unwritten.settled();
      // The store knew of an entry before it, that was not written, before this ledger did.
      if (undone === this.#states.undone) {
        await this.#follower.catchUpWith(entry.position, packages);
      }
      return undefined;
    }
    if (!(await this.#write(entry, tellSize))) {
      await this.#follower.catchUpWith(entry.position, packages);
      return undefined;
    }
    this.#states.moveTo(next);
    this.#states.tell(entry, next);
    if (isPruning(entry)) await this.#compact(next);
    return { written: undefined };
  }

  /** Goes on with what was decided, and shows it when it is durable. */
  async #goAhead(
    entry: JournalEntry,
    next: LedgerState,
    appended: Promise<boolean>,
  ): Promise<Appended | undefined> {
    this.#states.goAhead(entry, next, appended);
    appended.then(this.#goesOn, this.#goesOn);
    const { isFull, written } = this.#states.unwritten;
    const isPruned = isPruning(entry);
    if (isPruned || isFull) {
      if ((await written) === false) return undefined;
    }
    if (isPruned) await this.#compact(next);
    return { written };
  }

  async #write(
    { position, events }: JournalEntry,
    tellSize: ((bytes: number) => void) | undefined,
  ): Promise<boolean> {
    try {
      return await this.#store.append(position, events, tellSize);
    } finally {
      this.#goesOn();
    }
  }

  /** What was pruned is not to be kept by the journal; that it cannot be let go of changes nothing. */
  async #compact(state: LedgerState): Promise<void> {
    if (state.past !== undefined) {
      if (!this.#follower.isOutdated) this.#condenser.due(state);
      return;
    }
    try {
      await this.#store.compact?.(state.position, () => condensed(state));
    } catch (error) {
      this.#reportError(error);
    }
  }
}

const isPruning = ({ events }: JournalEntry): boolean =>
  events.some(({ kind }) => kind === "pruned");
