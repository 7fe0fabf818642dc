import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import type { AdjustableClock } from "../clock/adjustable-clock.ts";
import type { MonotonicClock } from "../clock/time-sources.ts";
import type { LedgerConfig } from "../port/config.ts";
import type { AutomaticDecision } from "../port/ledger-decision.ts";
import type { JournalFoldContext } from "../replay/fold-entry.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import type { DecisionSeedGenerator } from "./decision-context.ts";

/**
 * The parts that a ledger is made of. `state` is the state after the last entry of the journal in
 * `store`.
 */
export interface LedgerComponents {
  readonly config: LedgerConfig;
  readonly clock: AdjustableClock;
  readonly time: MonotonicClock;
  readonly seeds: DecisionSeedGenerator;
  readonly store: JournalStore;
  readonly darLoader: DarLoader | undefined;
  readonly folding: JournalFoldContext;
  /** The decision that the ledger makes without a request, such as automatic assignments. */
  readonly due: AutomaticDecision;
  readonly state: LedgerState;
  readonly commitDelayMillis: number;
  readonly reportError: (error: unknown) => void;
}
