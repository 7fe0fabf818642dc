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

/** The vetting after `packageIds` were vetted without bounds; unchanged when they all were already. */
export const vettedAsWell = (
  vetting: Vetting | undefined,
  packageIds: readonly PackageId[],
): Vetting | undefined => {
  const known = vetting?.packages ?? new Map<PackageId, PackageValidity>();
  const added = packageIds.filter((packageId) => !known.has(packageId));
  if (added.length === 0) return vetting;
  const packages = new Map(known);
  for (const packageId of added) packages.set(packageId, {});
  return { serial: (vetting?.serial ?? 0) + 1, packages };
};

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
