import { invalidArgument } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import type { LedgerState, Synchronizer } from "../../../ledger/state/ledger-state.ts";

/**
 * The synchronizer a request names; when it names none (`""`), the only one there is. Raises
 * NOT_CONNECTED_TO_SYNCHRONIZER when that is not connected, and INVALID_ARGUMENT when there are several
 * to choose from.
 */
export const chooseSynchronizer = (state: LedgerState, requested: SynchronizerId): Synchronizer => {
  const { synchronizers } = state;
  const [first, ...others] = synchronizers;
  const found =
    requested === "" && others.length === 0
      ? first
      : synchronizers.find(({ id }) => id === requested);
  if (found !== undefined) return found;
  if (requested !== "") {
    throw ledgerError("NOT_CONNECTED_TO_SYNCHRONIZER", {
      cause: `This participant is not connected to synchronizer ${requested}.`,
      context: { synchronizer: requested },
      path: "synchronizerId",
    });
  }
  const choice = synchronizers.map(({ id }) => id).join(", ");
  throw invalidArgument({
    field: "synchronizerId",
    expected: `a synchronizer that the participant is connected to, one of ${choice}`,
    found: requested,
  });
};
