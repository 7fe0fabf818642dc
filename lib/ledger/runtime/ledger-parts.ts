import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import type { LedgerConfig } from "../port/config.ts";
import type { DueDecision } from "../port/decision.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";
import type { AdjustableClock } from "./adjustable-clock.ts";
import type { DecisionSeeds } from "./decision-seeds.ts";
import type { Folding } from "./fold-entry.ts";
import type { SteadyTime } from "./steady-time.ts";

/** What a ledger is made of; `state` is what the journal in `store` folds to. */
export interface LedgerParts {
  readonly config: LedgerConfig;
  readonly clock: AdjustableClock;
  readonly time: SteadyTime;
  readonly seeds: DecisionSeeds;
  readonly store: JournalStore;
  readonly darLoader: DarLoader | undefined;
  readonly folding: Folding;
  /** What happens in time, of itself. */
  readonly due: DueDecision;
  readonly state: LedgerState;
  readonly commitDelayMillis: number;
  readonly reportError: (error: unknown) => void;
}
