import type { Micros, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import { isVettedAt } from "../../base/model/vetting.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";

/**
 * Returns a function that says whether a submission may use a package for its name: it must be
 * vetted at `time` on the prescribed synchronizer, or on any connected one if none is prescribed
 * (ledger-api.md 3.6.4). A synchronizer that is not connected is ignored here, and refused
 * elsewhere.
 */
export const usablePackages = (
  { synchronizers, vetting }: LedgerState,
  { time, prescribed }: { readonly time: Micros; readonly prescribed: SynchronizerId },
): ((candidate: Package) => boolean) => {
  const candidates = synchronizers.some(({ id }) => id === prescribed)
    ? [{ id: prescribed }]
    : synchronizers;
  return ({ packageId }) =>
    candidates.some(({ id }) => isVettedAt(vetting.get(id), packageId, time));
};
