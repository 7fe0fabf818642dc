import { ledgerError } from "../errors/ledger-error.ts";
import type { EvolveContext } from "../ledger.ts";
import { applyEntry } from "../state/evolve.ts";
import { initialState } from "../state/initial-state.ts";
import type { LedgerEvent } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { JournalStore } from "../stores/journal-store.ts";

/**
 * The state that the journal folds to. Rejects with PACKAGE_NOT_FOUND when the context does not have
 * a package that the journal names.
 */
export const replay = async (store: JournalStore, context: EvolveContext): Promise<LedgerState> => {
  let state = initialState();
  for await (const entry of store.read(0)) {
    for (const event of entry.events) assertPackagesKnown(event, context);
    state = applyEntry(state, entry, context);
  }
  return state;
};

const assertPackagesKnown = (event: LedgerEvent, context: EvolveContext): void => {
  if (event.kind !== "packagesAdded") return;
  const missing = event.packageIds.filter((packageId) => context.package(packageId) === undefined);
  if (missing.length === 0) return;
  throw ledgerError("PACKAGE_NOT_FOUND", {
    cause: `The journal needs packages that createLedger was not given: ${missing.join(", ")}.`,
    resources: missing.map((packageId) => ["PACKAGE", packageId] as const),
  });
};
