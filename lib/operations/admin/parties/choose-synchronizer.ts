import { ledgerError } from "../../../ground/errors/ledger-error.ts";
import type { SynchronizerId } from "../../../ground/identifiers/identifiers.ts";
import type { LedgerState, Synchronizer } from "../../../ledger/state/ledger-state.ts";

/**
 * The synchronizer a request names; when it names none (`""`), the only one there is. Raises
 * INVALID_ARGUMENT when that is not connected, or when there are several to choose from.
 */
export const chooseSynchronizer = (state: LedgerState, requested: SynchronizerId): Synchronizer => {
  const { synchronizers } = state;
  const [first, ...others] = synchronizers;
  const found =
    requested === "" && others.length === 0
      ? first
      : synchronizers.find(({ id }) => id === requested);
  if (found !== undefined) return found;
  const choice = synchronizers.map(({ id }) => id).join(", ");
  throw ledgerError("INVALID_ARGUMENT", {
    cause:
      requested === ""
        ? `The participant is connected to several synchronizers; synchronizerId must be one of ${choice}.`
        : `The participant is not connected to ${requested}; synchronizerId must be one of ${choice}.`,
    path: "synchronizerId",
  });
};
