import type { LedgerState } from "../state/ledger-state.ts";
import type { CheckpointStore } from "../stores/journal-store.ts";
import { checkpointLines } from "./checkpoint-lines.ts";

interface CheckpointerOptions {
  /** A checkpoint is due after so many entries, or twice as many as there are active contracts. */
  readonly entries: number;
  /** What coin history is made by. */
  readonly rules: string;
  readonly reportError: (error: unknown) => void;
}

/** Writes checkpoints behind a ledger that goes on. */
export class Checkpointer {
  readonly #store: CheckpointStore;
  readonly #options: CheckpointerOptions;
  /** The position of the newest. */
  #newest: number;
  #writing: Promise<void> | undefined;

  constructor(store: CheckpointStore, options: CheckpointerOptions) {
    this.#store = store;
    // The state may be further: a process that was killed had not come to write one.
    this.#newest = store.position;
    this.#options = options;
  }

  /** Whether so many entries have come since the newest one. */
  isBehind({ position }: Pick<LedgerState, "position">, entries: number): boolean {
    return position - this.#newest >= entries;
  }

  isDue({ position, active }: Pick<LedgerState, "position" | "active">): boolean {
    const since = position - this.#newest;
    const { entries } = this.#options;
    return since >= entries && since >= 2 * active.all.size;
  }

  /** The journal went back: what was written may be of one that is no more. */
  wentBack(): void {
    this.#newest = 0;
  }

  /** `state`: durable, and holds nothing that is in the past. Does nothing while one is written. */
  write(state: LedgerState): void {
    this.#writing ??= this.#write(state).finally(() => (this.#writing = undefined));
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(state: LedgerState): Promise<void> {
    const { past, position } = state;
    if (past === undefined) return;
    this.#newest = position;
    try {
      await this.#store.write(position, checkpointLines(state, past, this.#options.rules));
    } catch (error) {
      // The journal is all there is to lose, and it has everything.
      this.#options.reportError(error);
    }
  }
}
