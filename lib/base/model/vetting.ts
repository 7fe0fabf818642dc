import { frozen, produce } from "../collections/immer.ts";
import type { Micros, PackageId } from "../identifiers/identifiers.ts";

/** From when until when a vetted package may be used; unbounded where absent. */
export interface PackageValidity {
  /** Inclusive. */
  readonly validFrom?: Micros;
  /** Exclusive. */
  readonly validUntil?: Micros;
}

/** Which packages this participant vouches for on one synchronizer (ledger-api.md 3.16). */
export interface Vetting {
  /** 1 after the first change, +1 per change. */
  readonly serial: number;
  readonly packages: ReadonlyMap<PackageId, PackageValidity>;
}

/** Where no package was ever vetted. */
export const nothingVetted: Vetting = frozen({ serial: 0, packages: new Map() });

/** What is vetted without bounds. */
const unbounded: PackageValidity = frozen({});

/** The vetting after `packageIds` were vetted without bounds; unchanged when they all were already. */
export const vettedAsWell = (
  vetting: Vetting | undefined,
  packageIds: readonly PackageId[],
): Vetting | undefined => {
  if (vetting === undefined) return vettedAtFirst(packageIds);
  return produce(vetting, (draft) => {
    const { packages } = draft;
    for (const packageId of packageIds) {
      if (!packages.has(packageId)) packages.set(packageId, unbounded);
    }
    if (packages.size > vetting.packages.size) draft.serial++;
  });
};

/** Without a draft, which would take a third of the time in which a ledger is created. */
const vettedAtFirst = (packageIds: readonly PackageId[]): Vetting | undefined =>
  packageIds.length === 0
    ? undefined
    : frozen({ serial: 1, packages: new Map(packageIds.map((id) => [id, unbounded])) });

/** The vetting after `change`, one serial further; unchanged when every package is as it was. */
export const changedVetting = (
  vetting: Vetting,
  change: (packages: Map<PackageId, PackageValidity>) => void,
): Vetting => {
  const changed = produce(vetting, (draft) => {
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

/** Whether the package is vetted at this time. */
export const isVettedAt = (
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
