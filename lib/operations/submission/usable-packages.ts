import type { Micros, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import { isVettedAt } from "../../base/model/vetting.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";

/**
 * Tells which packages names may stand for in a submission: those that are vetted at `time` on the
 * prescribed synchronizer, or on any connected one when none is prescribed (ledger-api.md 3.6.4). One
 * that is not connected says nothing here; it is refused elsewhere.
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
