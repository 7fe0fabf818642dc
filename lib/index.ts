export type { LedgerClock, TimeSource } from "./clock.ts";
export { defaultConfig, type LedgerConfig } from "./config.ts";
export { createLedger, type LedgerOptions } from "./create-ledger.ts";
export type {
  Decide,
  Decision,
  DecisionContext,
  EvolveContext,
  Ledger,
  Snapshot,
} from "./ledger.ts";

// shell
export type { ClockOption, Time } from "./shell/clock-option.ts";
export type { SynchronizerOption } from "./shell/identities.ts";

// state
export type { JournalEntry, LedgerEvent } from "./state/ledger-event.ts";
export type { LedgerState } from "./state/ledger-state.ts";

// stores
export type { JournalMark, JournalStore } from "./stores/journal-store.ts";
export { createMemoryStore } from "./stores/memory-store.ts";
