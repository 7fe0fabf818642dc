import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type {
  Micros,
  PackageName,
  Party,
  SynchronizerId,
} from "../../base/identifiers/identifiers.ts";
import { isPackageVetted } from "../../base/model/vetting.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import {
  explainInadmissibleSynchronizer,
  requireAdmissibleSynchronizers,
} from "./require-admissible-synchronizers.ts";

/**
 * The package names for which to select packages, and the parties that must be able to use them. A
 * name may occur several times.
 */
export interface PackageNamesToSelect {
  readonly names: Iterable<PackageName>;
  readonly parties: readonly Party[];
  /** `""` means any connected synchronizer. */
  readonly synchronizerId: SynchronizerId;
}

/**
 * Checks that packages can be selected: all names must be known, and one synchronizer (the named
 * one, if any) must host all parties (ledger-api.md 3.6.4). Does not check vetting.
 *
 * Raises PACKAGE_NAMES_NOT_FOUND, INVALID_PRESCRIBED_SYNCHRONIZER_ID, UNKNOWN_INFORMEES,
 * INFORMEES_NOT_ACTIVE.
 */
export const requireSelectablePackages = (
  state: LedgerState,
  { names, parties, synchronizerId }: PackageNamesToSelect,
): void => {
  const unknown: PackageName[] = [];
  for (const name of names) if (state.packages.versions(name).length === 0) unknown.push(name);
  if (unknown.length > 0) {
    throw ledgerError("PACKAGE_NAMES_NOT_FOUND", {
      cause: `This participant knows no package with the name ${[...new Set(unknown)].join(", ")}.`,
    });
  }
  if (synchronizerId !== "") requireSynchronizerConnected(state, synchronizerId);
  const concerned = { actAs: [], informees: parties, isExternal: false };
  requireAdmissibleSynchronizers(state, concerned);
  if (synchronizerId === "") return;
  const barrier = explainInadmissibleSynchronizer(synchronizerId, state, concerned);
  if (barrier !== undefined) throw unusableSynchronizerError(synchronizerId, barrier);
};

/** Raises INVALID_PRESCRIBED_SYNCHRONIZER_ID if the synchronizer is not connected. */
export const requireSynchronizerConnected = (
  { synchronizers }: LedgerState,
  prescribed: SynchronizerId,
): void => {
  if (synchronizers.some(({ id }) => id === prescribed)) return;
  throw unusableSynchronizerError(
    prescribed,
    `this participant is not connected to ${prescribed}, but to ` +
      synchronizers.map(({ id }) => id).join(", "),
  );
};

/**
 * Returns the error for a synchronizer that is prescribed or has the inputs, but cannot execute the
 * transaction. `reason` is a clause.
 */
export const unusableSynchronizerError = (
  synchronizerId: SynchronizerId,
  reason: string,
): LedgerError =>
  ledgerError("INVALID_PRESCRIBED_SYNCHRONIZER_ID", {
    cause: `The synchronizer ${synchronizerId} cannot execute the transaction: ${reason}.`,
    context: { synchronizerId, reason },
    path: "synchronizerId",
  });

/**
 * Returns a function that returns true for a package that a submission may select for its package
 * name. The package must be vetted at `time` on the prescribed synchronizer, or on any connected
 * one if none is prescribed (ledger-api.md 3.6.4). A prescribed synchronizer that is not connected
 * is ignored here; a later check refuses it.
 */
export const createSelectablePackagePredicate = (
  { synchronizers, vetting }: LedgerState,
  { time, prescribed }: { readonly time: Micros; readonly prescribed: SynchronizerId },
): ((candidate: Package) => boolean) => {
  const candidates = synchronizers.some(({ id }) => id === prescribed)
    ? [{ id: prescribed }]
    : synchronizers;
  return ({ packageId }) =>
    candidates.some(({ id }) => isPackageVetted(vetting.get(id), packageId, time));
};
