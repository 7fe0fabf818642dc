import { ledgerError } from "../../ground/errors/ledger-error.ts";
import type { Snapshot } from "../port/ledger.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalMark, JournalStore } from "../stores/journal-store.ts";
import type { AdjustableClock, ClockReading } from "./adjustable-clock.ts";

/** What a ledger goes back to. */
export interface Saved {
  readonly mark: JournalMark;
  readonly clock: ClockReading;
}

/** The snapshots of one ledger. They last as long as whoever holds them does. */
export class Snapshots {
  readonly #store: JournalStore;
  readonly #clock: AdjustableClock;
  readonly #saved = new WeakMap<Snapshot, Saved>();

  constructor({ store, clock }: { readonly store: JournalStore; readonly clock: AdjustableClock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** `state`: a durable one. */
  take(state: LedgerState): Snapshot {
    const snapshot: Snapshot = Object.freeze({ state });
    const mark = this.#store.mark(state.position);
    this.#saved.set(snapshot, { mark, clock: this.#clock.reading });
    return snapshot;
  }

  /** Raises INVALID_ARGUMENT for the snapshot of another ledger. */
  savedOf(snapshot: Snapshot): Saved {
    const saved = this.#saved.get(snapshot);
    if (saved !== undefined) return saved;
    throw ledgerError("INVALID_ARGUMENT", {
      cause:
        "The snapshot was taken by another ledger; a ledger reverts to its own snapshots only.",
    });
  }
}
