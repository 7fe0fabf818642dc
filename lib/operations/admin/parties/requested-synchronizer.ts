import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { SynchronizerId } from "../../../base/identifiers/identifiers.ts";
import type { LedgerState, Synchronizer } from "../../../ledger/state/ledger-state.ts";

/**
 * Returns the requested synchronizer, or the only one if the request names none (`""`). Raises
 * NOT_CONNECTED_TO_SYNCHRONIZER if the requested synchronizer is not connected, and
 * INVALID_ARGUMENT if the request names none although several are connected.
 */
export const resolveRequestedSynchronizer = (
  state: LedgerState,
  requested: SynchronizerId,
): Synchronizer => {
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
  throw createInvalidArgumentError({
    field: "synchronizerId",
    expected: `a synchronizer that the participant is connected to, one of ${choice}`,
    found: requested,
  });
};
