import type {
  Micros,
  PackageId,
  PackageName,
  Party,
  SynchronizerId,
} from "../../../base/identifiers/identifiers.ts";
import { isPackageVetted } from "../../../base/model/vetting.ts";
import type { Package } from "../../../contracts/engine/package.ts";
import { collectPackageWithDependencies } from "../../../contracts/packages/collect-with-dependencies.ts";
import { comparePackageVersions } from "../../../contracts/packages/package-version.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { findHostingPermission } from "../../../ledger/state/synchronizers.ts";

/** A package name, with the parties that must be able to use it. */
export interface PackageVettingRequirement {
  readonly packageName: PackageName;
  readonly parties: readonly Party[];
}

export interface PackageSelectionRequirements {
  /**
   * In order of priority: a higher version of an earlier name outweighs higher versions of all
   * later names. Several requirements for one name count as one.
   */
  readonly demands: readonly PackageVettingRequirement[];
  /** `""` means any connected synchronizer. */
  readonly synchronizerId: SynchronizerId;
  /** The time at which the packages must be vetted. */
  readonly time: Micros;
}

/** One package for each name, and the synchronizer on which all these packages can be used. */
export interface ChosenPackages {
  readonly synchronizerId: SynchronizerId;
  readonly packages: readonly Package[];
}

/**
 * Returns the best choice over all synchronizers that host every party: highest versions first,
 * then the synchronizer that was connected first. Returns undefined if no synchronizer satisfies
 * all demands (ledger-api.md 3.15).
 */
export const choosePackageVersions = (
  state: LedgerState,
  { demands, synchronizerId, time }: PackageSelectionRequirements,
): ChosenPackages | undefined => {
  const names = [...new Set(demands.map(({ packageName }) => packageName))];
  const parties = new Set(demands.flatMap((demand) => demand.parties));
  const choices = state.synchronizers.flatMap(({ id }): readonly ChosenPackages[] => {
    if (synchronizerId !== "" && id !== synchronizerId) return [];
    if (![...parties].every((party) => canTakePart(state, party, id))) return [];
    const isUsable = createUsabilityTest(state, id, time);
    const packages = names.flatMap((name) => state.packages.versions(name).find(isUsable) ?? []);
    return packages.length === names.length ? [{ synchronizerId: id, packages }] : [];
  });
  return choices.reduce<ChosenPackages | undefined>(
    (best, choice) => (best === undefined || isBetter(choice, best) ? choice : best),
    undefined,
  );
};

/**
 * Returns true if the party is hosted on the synchronizer, or is hosted only by other participants:
 * this ledger does not know on which synchronizers those host it.
 */
const canTakePart = (state: LedgerState, party: Party, synchronizerId: SynchronizerId): boolean =>
  findHostingPermission(state, party, synchronizerId) !== undefined ||
  state.parties.get(party)?.isLocal === false;

const createUsabilityTest = (
  { vetting, packages }: LedgerState,
  synchronizerId: SynchronizerId,
  time: Micros,
): ((candidate: Package) => boolean) => {
  const vetted = vetting.get(synchronizerId);
  const isVetted = (packageId: PackageId): boolean => isPackageVetted(vetted, packageId, time);
  return ({ packageId }) =>
    [...collectPackageWithDependencies(packages, packageId)].every(isVetted);
};

const isBetter = (choice: ChosenPackages, best: ChosenPackages): boolean => {
  for (const [index, { version }] of choice.packages.entries()) {
    const order = comparePackageVersions(version, best.packages[index]?.version ?? "");
    if (order !== 0) return order > 0;
  }
  return false;
};
