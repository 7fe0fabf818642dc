import type { Package } from "../../contracts/engine/package.ts";
import { noUser } from "../../ground/collections/fair-line.ts";
import type { Condenser } from "./condenser.ts";
import type { Eras } from "./eras.ts";
import { journalLostError } from "./ledger-errors.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import type { LedgerQueue } from "./ledger-queue.ts";
import type { LedgerStates } from "./ledger-states.ts";
import { replay } from "./replay.ts";

interface FollowerParts {
  readonly parts: LedgerParts;
  readonly queue: LedgerQueue;
  readonly states: LedgerStates;
  readonly eras: Eras;
  readonly condenser: Condenser;
}

/** Brings along what other processes write to the journal of a ledger (docs/decisions/0063). */
export class Follower {
  readonly #parts: LedgerParts;
  readonly #queue: LedgerQueue;
  readonly #states: LedgerStates;
  readonly #eras: Eras;
  readonly #condenser: Condenser;
  /** How often another process restored the journal, and how many of these times it was read since. */
  #restored = { times: 0, read: 0 };
  #isFollowing = false;
  #unwatch: (() => void) | undefined;

  constructor({ parts, queue, states, eras, condenser }: FollowerParts) {
    this.#parts = parts;
    this.#queue = queue;
    this.#states = states;
    this.#eras = eras;
    this.#condenser = condenser;
  }

  begin(): void {
    this.#unwatch = this.#parts.store.watch?.({
      grown: () => this.#follow(),
      restored: () => {
        this.tookElsewhere();
        // At once: nothing of what it was is to be kept as if of what it is.
        this.#states.left();
        void this.#condenser.stop();
        this.#follow();
      },
    });
  }

  end(): void {
    this.#unwatch?.();
  }

  /** The journal may be another by now than what is shown: it has to be read anew. */
  tookElsewhere(): void {
    this.#restored.times++;
  }

  /** Whether another process took the journal back, for all who share it, and what is known here is of before. */
  get isOutdated(): boolean {
    return this.#restored.read < this.#restored.times;
  }

  /** Restores the journal by `restore`. What is heard meanwhile may be of after that. */
  async restoring(restore: () => Promise<void>): Promise<void> {
    const { times } = this.#restored;
    await restore();
    this.#restored.read = times;
  }

  /** Reads what others wrote since; when nothing of this ledger is on its way. */
  async catchUp(packages: readonly Package[] = []): Promise<void> {
    const { store, time } = this.#parts;
    for await (const entry of store.read(this.#states.durable.position)) {
      this.#queue.goesOn();
      // That is known with the first entry at the latest.
      if (this.isOutdated) break;
      const state = this.#states.after(this.#states.durable, entry, packages);
      this.#states.moveTo(state);
      // Before anything is decided on it.
      time.startWith(state);
      this.#states.tell(entry, state);
    }
    while (this.isOutdated) await this.#beginAnew();
  }

  /** Reads what somebody else wrote at a position that was to be this ledger's. */
  async catchUpWith(position: number, packages: readonly Package[]): Promise<void> {
    const { reverts } = this.#eras;
    await this.catchUp(packages);
    const reached = this.#states.durable.position;
    if (reached < position && this.#eras.reverts === reverts) throw journalLostError(reached);
  }

  /** Reads the journal that another process took back. */
  async #beginAnew(): Promise<void> {
    const { store, folding, time, config } = this.#parts;
    const { times } = this.#restored;
    await this.#condenser.stop();
    await this.#states.settled();
    const goesOn = (): void => this.#queue.goesOn();
    const state = await replay(store, folding, config.recentEntries, goesOn);
    if (times !== this.#restored.times) return;
    this.#restored.read = times;
    time.startWith(state);
    this.#eras.begin();
    this.#states.wentTo(state);
    if (state.past !== undefined) this.#condenser.due(state);
  }

  /** Reads what others wrote, in turn with what users ask for. While something is on its way, that brings it along. */
  #follow(): void {
    if (this.#isFollowing || this.#queue.isClosed) return;
    this.#isFollowing = true;
    const { unwritten } = this.#states;
    unwritten
      .settled()
      .then(() =>
        this.#queue.run(async () => {
          // What is told from now on may be of after what is about to be read.
          this.#isFollowing = false;
          if (unwritten.written === undefined) await this.catchUp();
          else this.#follow();
        }, noUser),
      )
      .catch((error: unknown) => {
        this.#isFollowing = false;
        if (!this.#queue.isClosed) this.#parts.reportError(error);
      });
  }
}
