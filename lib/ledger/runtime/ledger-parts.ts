import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import type { AdjustableClock } from "../clock/adjustable-clock.ts";
import type { MonotonicClock } from "../clock/time-sources.ts";
import type { LedgerConfig } from "../port/config.ts";
import type { DueDecision } from "../port/decision.ts";
import type { FoldContext } from "../replay/fold-entry.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import type { DecisionSeeds } from "./decision-context.ts";

/** The parts of a ledger. `state` is what the journal in `store` folds to. */
export interface LedgerParts {
  readonly config: LedgerConfig;
  readonly clock: AdjustableClock;
  readonly time: MonotonicClock;
  readonly seeds: DecisionSeeds;
  readonly store: JournalStore;
  readonly darLoader: DarLoader | undefined;
  readonly folding: FoldContext;
  /** Decides what happens because its time has come. */
  readonly due: DueDecision;
  readonly state: LedgerState;
  readonly commitDelayMillis: number;
  readonly reportError: (error: unknown) => void;
}
