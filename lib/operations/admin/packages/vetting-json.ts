import type { PackageId, SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import type { PackageValidity, Vetting } from "../../../base/model/vetting.ts";
import { formatInstant } from "../../../base/values/time.ts";
import { comparePackageVersions } from "../../../contracts/packages/package-version.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";

/** A vetted package, and from when until when it is. */
export interface VettedPackageJson {
  readonly packageId: string;
  readonly validFromInclusive: string | null;
  readonly validUntilExclusive: string | null;
  /** `""` where the package is not known here. */
  readonly packageName: string;
  readonly packageVersion: string;
}

/** What a participant has vetted on a synchronizer. */
export interface VettedPackagesJson {
  /** By name, version and id. */
  readonly packages: readonly VettedPackageJson[];
  readonly participantId: string;
  readonly synchronizerId: string;
  /** 0 where no package was ever vetted. */
  readonly topologySerial: number;
}

/** The vetting of one synchronizer as far as `isWanted` asks for it. */
export const vettedPackagesJson = (
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
    .sort(byNameVersionAndId),
  participantId: state.participantId,
  synchronizerId,
  topologySerial: vetting?.serial ?? 0,
});

const vettedPackageJson = (
  { packages }: LedgerState,
  packageId: PackageId,
  { validFrom, validUntil }: PackageValidity,
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

const byNameVersionAndId = (left: VettedPackageJson, right: VettedPackageJson): number =>
  inCodeUnits(left.packageName, right.packageName) ||
  comparePackageVersions(left.packageVersion, right.packageVersion) ||
  inCodeUnits(left.packageId, right.packageId);

const inCodeUnits = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0;
