import type { Package } from "../../contracts/engine/package.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { AssignmentAlarm } from "./assignment-alarm.ts";
import { Background } from "./background.ts";
import { foldEntry, type Folding } from "./fold-entry.ts";
import { closedError } from "./ledger-errors.ts";
import type { LedgerParts } from "./ledger-parts.ts";
import { Listeners } from "./listeners.ts";
import type { Patience } from "./serial-queue.ts";
import { UnwrittenEntries } from "./unwritten-entries.ts";
import { Waiters } from "./waiters.ts";

/** The two states of a ledger (docs/decisions/0044), and who hears of them. */
export class LedgerStates {
  /** What lies between the two. */
  readonly unwritten: UnwrittenEntries;
  readonly #folding: Folding;
  readonly #alarm: AssignmentAlarm;
  readonly #listeners: Listeners<JournalEntry>;
  readonly #waiters = new Waiters();
  /** Undefined where all that happened is held in memory. */
  readonly #background: Background | undefined;
  #durable: LedgerState;
  #decided: LedgerState;
  #undone = 0;

  constructor(parts: LedgerParts, patience: Patience, alarm: AssignmentAlarm) {
    this.#folding = parts.folding;
    this.#alarm = alarm;
    this.#listeners = new Listeners(parts.reportError);
    this.#background = Background.of(parts);
    this.#durable = parts.state;
    this.#decided = parts.state;
    this.unwritten = new UnwrittenEntries(patience, () => {
      this.#decided = this.#durable;
      this.#undone++;
    });
    alarm.watch(parts.state);
  }

  /** All that others see. */
  get durable(): LedgerState {
    return this.#durable;
  }

  /** What decisions are made on: what was decided and is on its way to the store is in it. */
  get decided(): LedgerState {
    return this.#decided;
  }

  /** How often it was undone what was decided, since it was not written. */
  get undone(): number {
    return this.#undone;
  }

  subscribe(listener: (entry: JournalEntry) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Resolves with the next state that is shown, at once where it is another than `seen` already. */
  changed(seen: LedgerState, signal?: AbortSignal): Promise<void> {
    return this.#durable === seen ? this.#waiters.wait(signal) : Promise.resolve();
  }

  /** What an entry makes of a state, without what need not be held. Raises as {@link foldEntry} does. */
  after(state: LedgerState, entry: JournalEntry, packages: readonly Package[]): LedgerState {
    const folded = foldEntry(state, entry, this.#folding, packages);
    return this.#background?.lighter(folded) ?? folded;
  }

  /** Decides on `next` from now on, and shows it once it is durable. */
  goAhead(entry: JournalEntry, next: LedgerState, appended: Promise<boolean>): void {
    this.#decided = next;
    this.unwritten.add(appended, () => {
      this.#show(next);
      this.tell(entry, next);
    });
  }

  /** To a durable state, when nothing is on its way. */
  moveTo(state: LedgerState): void {
    this.#decided = state;
    this.#show(state);
  }

  /** As {@link moveTo}, where the journal went back, or forward again. */
  wentTo(state: LedgerState): void {
    this.#alarm.reset();
    this.#background?.wentTo(state);
    this.moveTo(state);
  }

  /** Others took the journal back, and it is yet to be read: nothing of these states is kept by the store any more. */
  left(): void {
    this.#background?.left();
  }

  /** Ends when nothing is written any more of states that were left. */
  async settled(): Promise<void> {
    await this.#background?.settled();
  }

  /** Of an entry whose state is shown. */
  tell(entry: JournalEntry, state: LedgerState): void {
    this.#background?.entered(entry, state);
    this.#listeners.tell(entry);
  }

  /** Nothing is shown any more. */
  stop(): void {
    this.#waiters.reject(closedError());
  }

  /** Leaves to who opens the ledger next where it ended. */
  async end(): Promise<void> {
    await this.#background?.end(this.#durable);
  }

  #show(state: LedgerState): void {
    this.#durable = state;
    this.#alarm.watch(state);
    this.#waiters.resolve();
  }
}
