import type { Package } from "../../contracts/engine/package.ts";
import type { JournalEntry } from "../state/journal-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";

/**
 * The outcome of a write: the entry is durable; or another process wrote an entry at its position
 * first (`lost`); or the store failed.
 */
export type WriteOutcome = "durable" | "lost" | { readonly error: unknown };

type OnEnd = (end: WriteOutcome) => void;

/** An entry that was sent to the store, and the state after it. */
export interface PendingWrite {
  readonly entry: JournalEntry;
  readonly state: LedgerState;
  /** The packages of the decision. The journal contains only their ids. */
  readonly packages: readonly Package[];
  /**
   * Called in order when the write has ended. The first callback belongs to the decision that made
   * the write. The others belong to callers that wait for it, such as later decisions without
   * events, which read the state after the write.
   */
  readonly onEnd: OnEnd[];
  /** Called if the store stalls, to reject the callers. The write may still succeed. */
  readonly onStall: ((error: unknown) => void)[];
  /** True when the store has written the entry, even if an earlier write is still pending. */
  isWritten: boolean;
}

interface PendingWritesOptions {
  /** Maximum number of entries that may be pending at the same time. */
  readonly capacity: number;
  /** Called for each durable entry, in order, before its `onEnd`. */
  readonly onDurable: (write: PendingWrite) => void;
  /** Called once with all writes that are rolled back, oldest first, before their `onEnd`. */
  readonly onRollback: (writes: readonly PendingWrite[], end: WriteOutcome) => void;
}

/**
 * The entries that were sent to the store and are not durable yet, oldest first. If one of them
 * cannot be written, it and all later ones are rolled back together.
 */
export class PendingWrites {
  readonly #options: PendingWritesOptions;
  readonly #writes: PendingWrite[] = [];
  #waiters: { readonly maxSize: number; readonly resolve: () => void }[] = [];

  constructor(options: PendingWritesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#writes.length;
  }

  get isFull(): boolean {
    return this.#writes.length >= this.#options.capacity;
  }

  get newest(): PendingWrite | undefined {
    return this.#writes.at(-1);
  }

  /** Adds a write. `written` is true for an entry that is already durable. */
  add(write: PendingWrite, written: Promise<boolean> | true): void {
    this.#writes.push(write);
    if (written === true) {
      this.#onWriteEnd(write, "durable");
      return;
    }
    written.then(
      (isWritten) => this.#onWriteEnd(write, isWritten ? "durable" : "lost"),
      (error: unknown) => this.#onWriteEnd(write, { error }),
    );
  }

  /** Resolves when another entry may be sent. */
  waitForRoom(): Promise<void> {
    return this.#waitForMaxSize(this.#options.capacity - 1);
  }

  /** Resolves when no entry is pending. */
  waitUntilEmpty(): Promise<void> {
    return this.#waitForMaxSize(0);
  }

  /** Rejects the callers of all pending writes; the writes stay pending. */
  rejectCallersOnStall(error: unknown): void {
    for (const { onStall } of this.#writes) for (const callback of onStall) callback(error);
  }

  /** Rolls back all pending writes, even if the store writes them. */
  rollBackAllWrites(error: unknown): void {
    if (this.#writes.length > 0) this.#rollBack(0, { error });
  }

  #waitForMaxSize(maxSize: number): Promise<void> {
    if (this.#writes.length <= maxSize) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push({ maxSize, resolve }));
  }

  #onWriteEnd(write: PendingWrite, end: WriteOutcome): void {
    // A write that is not found was rolled back together with an earlier one.
    const index = this.#writes[0] === write ? 0 : this.#writes.indexOf(write);
    if (index < 0) return;
    if (end !== "durable") {
      this.#rollBack(index, end);
      return;
    }
    write.isWritten = true;
    for (let [first] = this.#writes; first?.isWritten === true; [first] = this.#writes) {
      this.#writes.shift();
      this.#options.onDurable(first);
      for (const tell of first.onEnd) tell("durable");
    }
    this.#resolveWaiters();
  }

  #rollBack(index: number, end: WriteOutcome): void {
    const writes = this.#writes.splice(index);
    this.#options.onRollback(writes, end);
    for (const { onEnd } of writes) for (const tell of onEnd) tell(end);
    this.#resolveWaiters();
  }

  #resolveWaiters(): void {
    if (this.#waiters.length === 0) return;
    const waiters = this.#waiters;
    this.#waiters = waiters.filter(({ maxSize }) => maxSize < this.#writes.length);
    for (const { maxSize, resolve } of waiters) if (maxSize >= this.#writes.length) resolve();
  }
}
