import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { PackageName, Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import { admissibleSynchronizers, barrierOn } from "./admissible-synchronizers.ts";

/** For whom packages are to be selected by name. */
export interface NamesToSelect {
  readonly names: Iterable<PackageName>;
  readonly parties: readonly Party[];
  /** `""` = any connected one. */
  readonly synchronizerId: SynchronizerId;
}

/**
 * Checks that packages can be looked for at all: that the names are known, and that the parties are
 * hosted together, on the synchronizer if one is named (ledger-api.md 3.6.4). Nothing is said of vetting.
 *
 * Raises PACKAGE_NAMES_NOT_FOUND, INVALID_PRESCRIBED_SYNCHRONIZER_ID, UNKNOWN_INFORMEES,
 * INFORMEES_NOT_ACTIVE.
 */
export const requireSelectable = (
  state: LedgerState,
  { names, parties, synchronizerId }: NamesToSelect,
): void => {
  const unknown: PackageName[] = [];
  for (const name of names) if (state.packages.versions(name).length === 0) unknown.push(name);
  if (unknown.length > 0) {
    throw ledgerError("PACKAGE_NAMES_NOT_FOUND", {
      cause: `No package known to this participant has the name ${unknown.join(", ")}.`,
    });
  }
  if (synchronizerId !== "") requireConnected(state, synchronizerId);
  const concerned = { actAs: [], informees: parties, isExternal: false };
  admissibleSynchronizers(state, concerned);
  if (synchronizerId === "") return;
  const barrier = barrierOn(synchronizerId, state, concerned);
  if (barrier !== undefined) throw notExecutableOn(synchronizerId, barrier);
};

/** Raises INVALID_PRESCRIBED_SYNCHRONIZER_ID. */
export const requireConnected = (
  { synchronizers }: LedgerState,
  prescribed: SynchronizerId,
): void => {
  if (synchronizers.some(({ id }) => id === prescribed)) return;
  throw notExecutableOn(
    prescribed,
    `this participant is not connected to ${prescribed}, but to ` +
      synchronizers.map(({ id }) => id).join(", "),
  );
};

/** The error for a synchronizer that is asked for, or that has the inputs, and cannot be it; why, is a clause. */
export const notExecutableOn = (synchronizerId: SynchronizerId, reason: string): LedgerError =>
  ledgerError("INVALID_PRESCRIBED_SYNCHRONIZER_ID", {
    cause: `The synchronizer ${synchronizerId} cannot execute the transaction: ${reason}.`,
    context: { synchronizerId, reason },
    path: "synchronizerId",
  });
