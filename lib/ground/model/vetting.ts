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

/** The vetting after `packageIds` were vetted without bounds; unchanged when they all were already. */
export const vettedAsWell = (
  vetting: Vetting | undefined,
  packageIds: readonly PackageId[],
): Vetting | undefined => {
  const before = vetting ?? nothingVetted;
  const after = produce(before, (draft) => {
    const { packages } = draft;
    for (const packageId of packageIds) {
      if (!packages.has(packageId)) packages.set(packageId, {});
    }
    if (packages.size > before.packages.size) draft.serial++;
  });
  return after === before ? vetting : after;
};

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
