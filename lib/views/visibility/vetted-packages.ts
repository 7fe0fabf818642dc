import { isVettedAt } from "../../base/model/vetting.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";

/**
 * Returns a function that says whether a package is vetted on a connected synchronizer, as of its
 * newest record time.
 */
export const vettedPackages =
  ({ synchronizers, vetting }: Pick<LedgerState, "synchronizers" | "vetting">) =>
  ({ packageId }: Package): boolean =>
    synchronizers.some(({ id, recordTime }) => isVettedAt(vetting.get(id), packageId, recordTime));
