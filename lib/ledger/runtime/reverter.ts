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
   * To what has to be read. Where it cannot be, rejects with what the store or a package says, and the ledger stays where it is; as it
   * does where another process takes it elsewhere meanwhile.
   */
  async readBack({ mark, clock }: Saved): Promise<Snapshot> {
    const { parts, queue, states, snapshots } = this.#given;
    this.#requireRead();
    const present = states.durable;
    const here = parts.store.mark(present.position);
    // What is moved to the past at the same time would be of another journal.
    states.left();
    await states.settled();
    this.#isAway = true;
    try {
      await this.#restore(mark);
      const window = parts.config.recentEntries;
      const state = await replay(parts.store, parts.folding, window, () => queue.goesOn());
      this.#requireRead();
      parts.time.startWith(state);
      this.#begin(state, clock);
      return snapshots.take(state);
    } catch (error) {
      await this.#comeBack(mark, here, present);
      throw error;
    } finally {
      this.#isAway = false;
    }
  }

  /** Rejects where another process took the journal elsewhere, and it is yet to be read. */
  #requireRead(): void {
    if (this.#given.follower.isOutdated) throw revertedError();
  }

  /** Unless others have written behind the mark meanwhile, or taken the journal elsewhere. */
  async #comeBack(mark: JournalMark, here: JournalMark, present: LedgerState): Promise<void> {
    const { follower } = this.#given;
    try {
      const isHere = !follower.isOutdated && (await this.#restoreFrom(mark, here));
      if (!isHere) follower.tookElsewhere();
    } catch {
      // Nobody knows what the journal is now: it is read before anything is written to it.
      follower.tookElsewhere();
    }
    this.#goOnFrom(present);
  }

  async #restoreFrom(mark: JournalMark, here: JournalMark): Promise<boolean> {
    const { parts, follower, condenser } = this.#given;
    const { store } = parts;
    if (store.restoreFrom === undefined) {
      const isThere = (await store.position()) === mark.position;
      if (isThere) await this.#restore(here);
      return isThere;
    }
    let isHere = false;
    await follower.restoring(async () => {
      await condenser.stop();
      isHere = (await store.restoreFrom?.(mark, here)) === true;
    });
    return isHere;
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
