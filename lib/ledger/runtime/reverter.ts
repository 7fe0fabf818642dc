import type { Snapshot } from "../port/ledger.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalMark } from "../stores/journal-store.ts";
import type { ClockReading } from "./adjustable-clock.ts";
import type { Condenser } from "./condenser.ts";
import type { Eras } from "./eras.ts";
import type { Follower } from "./follower.ts";
import { revertedError } from "./ledger-errors.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import type { LedgerQueue } from "./ledger-queue.ts";
import type { LedgerStates } from "./ledger-states.ts";
import { replay } from "./replay.ts";
import type { Saved, Snapshots } from "./snapshots.ts";

interface ReverterParts {
  readonly parts: LedgerParts;
  readonly queue: LedgerQueue;
  readonly states: LedgerStates;
  readonly eras: Eras;
  readonly follower: Follower;
  readonly condenser: Condenser;
  readonly snapshots: Snapshots;
}

/** Takes a ledger back, and forward again. To be called by jobs of the queue, when nothing is on its way to the store. */
export class Reverter {
  readonly #given: ReverterParts;
  #isAway = false;

  constructor(given: ReverterParts) {
    this.#given = given;
  }

  /** Whether the journal is another than what is shown, as it is being read. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** To what this process holds. Raises INVALID_ARGUMENT for the snapshot of another ledger. */
  async goBack(snapshot: Snapshot): Promise<void> {
    const { mark, clock } = this.#given.snapshots.savedOf(snapshot);
    await this.#restore(mark);
    this.#begin(snapshot.state, clock);
  }

  /**
   * To a journal that has to be read. Where it cannot be read, rejects with the error of the store or of a package, and the ledger stays where
   * it is; as it does where another process restores the journal meanwhile.
   */
  async readBack({ mark, clock }: Saved): Promise<Snapshot> {
    const { parts, snapshots } = this.#given;
    this.#requireRead();
    // What several processes share is restored once all of it was read: they need not begin again for a journal that cannot be.
    const state =
      parts.store.archive === undefined
        ? await this.#replayed({ read: () => parts.store.readAt(mark) })
        : await this.#readRestored(mark);
    this.#requireRead();
    if (parts.store.archive === undefined) await this.#restore(mark);
    parts.time.startWith(state);
    this.#begin(state, clock);
    return snapshots.take(state);
  }

  /** The archive is written along the journal as it is: that is restored first. */
  async #readRestored(mark: JournalMark): Promise<LedgerState> {
    const { parts, states } = this.#given;
    const present = states.durable;
    const here = parts.store.mark(present.position);
    // What is moved to the archive at the same time would be of another journal.
    states.left();
    await states.settled();
    this.#isAway = true;
    try {
      await this.#restore(mark);
      return await this.#replayed(parts.store);
    } catch (error) {
      // Where the store does not answer, the journal is read before anything is written to it.
      await this.#restore(here).catch(() => this.#given.follower.tookElsewhere());
      this.#goOnFrom(present);
      throw error;
    } finally {
      this.#isAway = false;
    }
  }

  #replayed(store: Parameters<typeof replay>[0]): Promise<LedgerState> {
    const { parts, queue } = this.#given;
    return replay(store, parts.folding, parts.config.recentEntries, () => queue.goesOn());
  }

  /** Rejects where another process took the journal elsewhere, and it is yet to be read. */
  #requireRead(): void {
    if (this.#given.follower.isOutdated) throw revertedError();
  }

  #restore(mark: JournalMark): Promise<void> {
    const { parts, follower, condenser } = this.#given;
    return follower.restoring(async () => {
      await condenser.stop();
      await parts.store.restore(mark);
    });
  }

  #begin(state: LedgerState, clock: ClockReading): void {
    // First: nobody's time comes by going back.
    this.#given.eras.begin();
    this.#given.parts.clock.restore(clock);
    this.#goOnFrom(state);
  }

  #goOnFrom(state: LedgerState): void {
    this.#given.states.wentTo(state);
    const { condenser, follower } = this.#given;
    // Of a journal that is another one by now nothing is condensed for what was in this.
    if (state.past !== undefined && !follower.isOutdated) condenser.due(state);
  }
}
