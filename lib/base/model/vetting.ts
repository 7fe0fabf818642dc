import { createChangedCopy, deepFreeze } from "../collections/immer.ts";
import type { Micros, PackageId } from "../identifiers/identifiers.ts";

/** The period in which a vetted package may be used. An absent bound means unlimited. */
export interface PackageValidityPeriod {
  /** Inclusive. */
  readonly validFrom?: Micros;
  /** Exclusive. */
  readonly validUntil?: Micros;
}

/** The packages that this participant has vetted on one synchronizer (ledger-api.md 3.16). */
export interface Vetting {
  /** 1 after the first change; each change adds 1. */
  readonly serial: number;
  readonly packages: ReadonlyMap<PackageId, PackageValidityPeriod>;
}

/** The vetting of a synchronizer on which no package was ever vetted. */
export const emptyVettingState: Vetting = deepFreeze({ serial: 0, packages: new Map() });

/** The validity of a package that is vetted without time limits. */
const unlimitedPackageValidity: PackageValidityPeriod = deepFreeze({});

/**
 * Returns the vetting in which `packageIds` are vetted too, without time limits; the same object if
 * all of them already are.
 */
export const addVettedPackages = (
  vetting: Vetting | undefined,
  packageIds: readonly PackageId[],
): Vetting | undefined => {
  if (vetting === undefined) return createFirstVetting(packageIds);
  return createChangedCopy(vetting, (draft) => {
    const { packages } = draft;
    for (const packageId of packageIds) {
      if (!packages.has(packageId)) packages.set(packageId, unlimitedPackageValidity);
    }
    if (packages.size > vetting.packages.size) draft.serial++;
  });
};

/**
 * Returns the first vetting of a synchronizer. Does not use an Immer draft, which would take a
 * third of the time of creating a ledger.
 */
const createFirstVetting = (packageIds: readonly PackageId[]): Vetting | undefined =>
  packageIds.length === 0
    ? undefined
    : deepFreeze({
        serial: 1,
        packages: new Map(packageIds.map((id) => [id, unlimitedPackageValidity])),
      });

/**
 * Returns the vetting after `change`, with the next serial; the same object if no package changed.
 */
export const computeChangedVetting = (
  vetting: Vetting,
  change: (packages: Map<PackageId, PackageValidityPeriod>) => void,
): Vetting => {
  const changed = createChangedCopy(vetting, (draft) => {
    change(draft.packages);
    draft.serial++;
  });
  return isSame(vetting.packages, changed.packages) ? vetting : changed;
};

const isSame = (left: Vetting["packages"], right: Vetting["packages"]): boolean =>
  left.size === right.size &&
  [...left].every(([packageId, { validFrom, validUntil }]) => {
    const other = right.get(packageId);
    return other !== undefined && other.validFrom === validFrom && other.validUntil === validUntil;
  });

/** Returns true if the package is vetted at this time. */
export const isPackageVetted = (
  vetting: Vetting | undefined,
  packageId: PackageId,
  time: Micros,
): boolean => {
  const validity = vetting?.packages.get(packageId);
  if (validity === undefined) return false;
  const { validFrom, validUntil } = validity;
  return (
    (validFrom === undefined || validFrom <= time) &&
    (validUntil === undefined || time < validUntil)
  );
};
