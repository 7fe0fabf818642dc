import { ledgerError } from "../../ground/errors/ledger-error.ts";
import { applyEntry } from "../state/evolve.ts";
import type { EvolveContext } from "../state/evolve-context.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";

/**
 * The state after one more journal entry. Raises PACKAGE_NOT_FOUND when the entry adds packages whose
 * definitions nobody gave: a state without them would look right and not be.
 */
export const foldEntry = (
  state: LedgerState,
  entry: JournalEntry,
  context: EvolveContext,
): LedgerState => {
  for (const event of entry.events) {
    if (event.kind !== "packagesAdded") continue;
    if (event.archives !== undefined) context.receive?.(event.archives);
    assertDefined(event.packageIds, context);
  }
  return applyEntry(state, entry, context);
};

const assertDefined = (packageIds: readonly string[], context: EvolveContext): void => {
  const missing = packageIds.filter((packageId) => context.package(packageId) === undefined);
  if (missing.length === 0) return;
  throw ledgerError("PACKAGE_NOT_FOUND", {
    cause: `The journal names packages that this ledger has no definition of; createLedger has to be given them: ${missing.join(", ")}.`,
    resources: missing.map((packageId) => ["PACKAGE", packageId] as const),
  });
};
