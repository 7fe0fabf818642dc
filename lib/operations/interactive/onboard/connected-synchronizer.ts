import { ledgerError } from "../../../ground/errors/ledger-error.ts";
import type { LedgerState, Synchronizer } from "../../../ledger/state/ledger-state.ts";
import { missingField } from "../../../views/envelope/readers.ts";

/**
 * The synchronizer that an onboarding request names, by its logical id or by the physical one, which
 * has the protocol version behind it. Raises MISSING_FIELD, INVALID_ARGUMENT.
 */
export const connectedSynchronizer = (
  { synchronizers }: LedgerState,
  requested: string,
): Synchronizer => {
  if (requested === "") throw missingField("synchronizer");
  const found = synchronizers.find(({ id }) => requested === id || requested.startsWith(`${id}::`));
  if (found !== undefined) return found;
  throw ledgerError("INVALID_ARGUMENT", {
    cause:
      `Unknown or not connected synchronizer ${requested}; ` +
      `connected are ${synchronizers.map(({ id }) => id).join(", ")}.`,
    path: "synchronizer",
  });
};
