import type { PackageId, SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import type { PackageValidityPeriod, Vetting } from "../../../base/model/vetting.ts";
import { formatInstant } from "../../../base/values/time.ts";
import { comparePackageVersions } from "../../../contracts/packages/package-version.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";

/** A vetted package with its validity period. */
export interface VettedPackageJson {
  readonly packageId: string;
  readonly validFromInclusive: string | null;
  readonly validUntilExclusive: string | null;
  /** `""` if the package is not known here. */
  readonly packageName: string;
  readonly packageVersion: string;
}

/** The vetted packages of a participant on a synchronizer. */
export interface VettedPackagesJson {
  /** Sorted by name, version and id. */
  readonly packages: readonly VettedPackageJson[];
  readonly participantId: string;
  readonly synchronizerId: string;
  /** 0 if no package was ever vetted. */
  readonly topologySerial: number;
}

/** Returns the vetting of one synchronizer, with the packages that match. */
export const toVettedPackagesJson = (
  state: LedgerState,
  synchronizerId: SynchronizerId,
  {
    vetting,
    isWanted = () => true,
  }: {
    readonly vetting: Vetting | undefined;
    readonly isWanted?: (vetted: VettedPackageJson) => boolean;
  },
): VettedPackagesJson => ({
  packages: Array.from(vetting?.packages ?? [], ([packageId, validity]) =>
    vettedPackageJson(state, packageId, validity),
  )
    .filter(isWanted)
    .sort(compareByNameVersionAndId),
  participantId: state.participantId,
  synchronizerId,
  topologySerial: vetting?.serial ?? 0,
});

const vettedPackageJson = (
  { packages }: LedgerState,
  packageId: PackageId,
  { validFrom, validUntil }: PackageValidityPeriod,
): VettedPackageJson => {
  const known = packages.get(packageId);
  return {
    packageId,
    validFromInclusive: validFrom === undefined ? null : formatInstant(validFrom),
    validUntilExclusive: validUntil === undefined ? null : formatInstant(validUntil),
    packageName: known?.name ?? "",
    packageVersion: known?.version ?? "",
  };
};

const compareByNameVersionAndId = (left: VettedPackageJson, right: VettedPackageJson): number =>
  compareCodeUnits(left.packageName, right.packageName) ||
  comparePackageVersions(left.packageVersion, right.packageVersion) ||
  compareCodeUnits(left.packageId, right.packageId);

const compareCodeUnits = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
