import type { Offset } from "../../ground/identifiers/identifiers.ts";
import { departureOf, type Leaving, noPast, withPast } from "../state/leave-memory.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { logEntriesOf } from "../state/log-entries-of.ts";
import { endOf, type Past } from "../state/past.ts";
import type { ArchiveReach, HistoryArchive, JournalStore } from "../stores/journal-store.ts";

/** What is in the past by now, and need not be held in states that came of one. */
interface Kept {
  readonly past: Past;
  readonly leaving: Leaving;
}

interface PastKeeperOptions {
  /** So many entries are held, and up to twice as many. */
  readonly window: number;
  readonly reportError?: (error: unknown) => void;
  /** Told of a state when all of it is in the past but what decisions need; `state` makes it so. */
  readonly onMoved?: (position: number, state: () => LedgerState) => void;
}

/**
 * Moves what happened out of the memory and into the past that a store keeps, behind a ledger that goes on: what is
 * newer than a number of entries is held, and up to twice as much.
 */
export class PastKeeper {
  readonly #store: Pick<JournalStore, "read">;
  readonly #archive: HistoryArchive;
  readonly #options: PastKeeperOptions;
  /** Where the offsets since the past are in the journal. */
  #positions = new Map<Offset, number>();
  /** Up to where {@link #positions} tells it without a gap, and from where on. */
  #seen: { readonly after: number; readonly upTo: number } | undefined;
  /** What is moved next, once it is old enough: a durable state. */
  #next: LedgerState | undefined;
  #kept: Kept | undefined;
  #moving: Promise<void> | undefined;
  /** How often the journal went back. */
  #era = 0;
  #hasFailed = false;

  constructor(
    store: Pick<JournalStore, "read">,
    archive: HistoryArchive,
    options: PastKeeperOptions,
  ) {
    this.#store = store;
    this.#archive = archive;
    this.#options = options;
  }

  /** The same state, without what it need not hold any more. */
  lighter(state: LedgerState): LedgerState {
    const kept = this.#kept;
    if (kept === undefined || state.past === kept.past) return state;
    return withPast(state, kept.past, kept.leaving);
  }

  /** Hears of every entry, and of the state that it led to, once it is durable. */
  entered(entry: JournalEntry, state: LedgerState): void {
    this.note(entry);
    const isLate = this.#kept !== undefined && state.past !== this.#kept.past;
    if (isLate || this.#moving !== undefined || this.#hasFailed) return;
    this.#next ??= state;
    if (state.position < this.#next.position + this.#options.window) return;
    this.#moving = this.#moveAway(this.#next);
    this.#next = state;
  }

  /** Hears of an entry that {@link moved} is asked for later. */
  note({ position, events }: JournalEntry): void {
    for (const { offset } of logEntriesOf(events)) this.#positions.set(offset, position);
    const after = this.#seen?.upTo === position - 1 ? this.#seen.after : position - 1;
    this.#seen = { after, upTo: position };
  }

  /** The journal went back, or forward again, to this state. */
  wentTo(state: LedgerState): void {
    this.left();
    this.#next = state;
  }

  /** The journal is another than it was, and nobody knows yet to which state it went. */
  left(): void {
    this.#era++;
    this.#kept = undefined;
    this.#seen = undefined;
    this.#positions.clear();
    this.#next = undefined;
  }

  /** A durable state, once all of it is in the past. Nothing else may go on meanwhile. */
  async moved(state: LedgerState): Promise<LedgerState> {
    await this.settled();
    const held = this.lighter(state);
    const { past, leaving } = await this.#write(held);
    this.#next = undefined;
    return withPast(held, past, leaving);
  }

  async settled(): Promise<void> {
    await this.#moving;
  }

  /** Whether enough has come since to be moved. */
  isDue({ position, past }: LedgerState): boolean {
    return position >= (past?.position ?? 0) + this.#options.window;
  }

  async #moveAway(state: LedgerState): Promise<void> {
    try {
      const held = this.lighter(state);
      const { past, leaving } = await this.#write(held);
      if (this.#kept?.past === past) {
        this.#options.onMoved?.(state.position, () => withPast(held, past, leaving));
      }
    } catch (error) {
      // What is not moved is held, and the ledger goes on.
      this.#hasFailed = true;
      this.#options.reportError?.(error);
    } finally {
      this.#moving = undefined;
    }
  }

  async #write(state: LedgerState): Promise<Kept> {
    const era = this.#era;
    const { branch } = this.#reachFor(state);
    const positions = await this.#positionsFor(state);
    const reader = this.#archive.reader();
    const { records, leaving, log, history } = departureOf(state, branch, positions);
    const reach = { branch, offset: endOf(log, 0), history: endOf(history, -1) };
    await this.#archive.write(reach, records);
    const kept = { past: { reader, position: state.position, log, history }, leaving };
    if (era === this.#era) this.#keep(kept);
    return kept;
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    for (const [offset, position] of this.#positions) {
      if (position <= kept.past.position) this.#positions.delete(offset);
    }
    if (this.#seen !== undefined) this.#seen = { ...this.#seen, after: kept.past.position };
  }

  /** The newest branch where it was written along this very journal, and no further; otherwise a new one. */
  #reachFor({ past }: LedgerState): ArchiveReach {
    const { written } = this.#archive;
    const { log, history } = past ?? noPast;
    const offset = endOf(log, 0);
    const number = endOf(history, -1);
    const branch = (log.at(-1) ?? history.at(-1))?.branch ?? 0;
    const isContinued =
      written.offset === offset && written.history === number && written.branch === branch;
    return isContinued && branch > 0
      ? written
      : { branch: written.branch + 1, offset, history: number };
  }

  /** Who went back and forward again has not heard of everything, and reads it. */
  async #positionsFor(state: LedgerState): Promise<ReadonlyMap<Offset, number>> {
    const begin = state.past?.position ?? 0;
    if (this.#seen !== undefined && this.#seen.after <= begin) return this.#positions;
    const positions = new Map<Offset, number>();
    for await (const { position, events } of this.#store.read(begin)) {
      if (position > state.position) break;
      for (const { offset } of logEntriesOf(events)) positions.set(offset, position);
    }
    return positions;
  }
}
