import type { LedgerConfig } from "../port/config.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { HistoryArchive, JournalStore } from "../stores/journal-store.ts";
import { Checkpointer } from "./checkpointer.ts";
import type { Folding } from "./fold-entry.ts";
import { PastKeeper } from "./past-keeper.ts";

interface BackgroundParts {
  readonly config: LedgerConfig;
  readonly store: JournalStore;
  readonly folding: Folding;
  readonly state: LedgerState;
  readonly reportError: (error: unknown) => void;
}

/** What is done behind a ledger whose store keeps the past: it moves there, and checkpoints are written. */
export class Background {
  readonly #keeper: PastKeeper;
  readonly #checkpointer: Checkpointer | undefined;
  readonly #window: number;
  readonly #entries: number;
  /** Whether others took the journal back, and it is yet to be read. */
  #isLeft = false;

  /** Undefined where the store keeps no past. */
  static of(parts: BackgroundParts): Background | undefined {
    const { archive } = parts.store;
    return archive && new Background(parts, archive);
  }

  private constructor(
    { config, store, folding, state, reportError }: BackgroundParts,
    archive: HistoryArchive,
  ) {
    this.#window = config.recentEntries;
    this.#entries = config.entriesPerCheckpoint;
    this.#keeper = new PastKeeper(store, archive, {
      window: this.#window,
      reportError,
      onMoved: (position, moved) => this.#moved(position, moved),
    });
    this.#keeper.wentTo(state);
    this.#checkpointer =
      store.checkpoints &&
      new Checkpointer(store.checkpoints, {
        entries: config.entriesPerCheckpoint,
        rules: folding.rules,
        reportError,
      });
  }

  /** The same state, without what need not be held any more. */
  lighter(state: LedgerState): LedgerState {
    return this.#keeper.lighter(state);
  }

  /** Hears of every entry, and of the state that it led to, once it is durable. */
  entered(entry: JournalEntry, state: LedgerState): void {
    if (this.#isLeft) return;
    this.#keeper.entered(entry, state);
  }

  /** The journal went back, or forward again, to this state. */
  wentTo(state: LedgerState): void {
    this.#isLeft = false;
    this.#keeper.wentTo(state);
    this.#checkpointer?.wentBack();
  }

  /** Others took the journal back: nothing of the states that there were is kept any more. */
  left(): void {
    this.#isLeft = true;
    this.#keeper.left();
  }

  /** Ends when nothing is written any more, of what is left. */
  async settled(): Promise<void> {
    await this.#keeper.settled();
    await this.#checkpointer?.settled();
  }

  /** Who opens the ledger next is to begin where it ended. Nothing else may go on meanwhile. */
  async end(state: LedgerState): Promise<void> {
    await this.settled();
    if (this.#isLeft || this.#checkpointer?.isBehind(state, this.#window) !== true) return;
    try {
      this.#checkpointer.write(await this.#keeper.moved(state));
    } catch {
      // A store that fails has told it already.
    }
    await this.#checkpointer.settled();
  }

  #moved(position: number, moved: () => LedgerState): void {
    if (this.#checkpointer?.isBehind({ position }, this.#entries) !== true) return;
    const state = moved();
    if (this.#checkpointer.isDue(state)) this.#checkpointer.write(state);
  }
}
