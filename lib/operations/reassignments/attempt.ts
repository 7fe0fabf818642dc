import {
  type ErrorDetails,
  type LedgerError,
  ledgerError,
} from "../../base/errors/ledger-error.ts";
import type { Party, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { ReassignmentEvent } from "../../base/model/update.ts";
import type { LedgerState, Synchronizer } from "../../ledger/state/ledger-state.ts";
import { findHostingPermission } from "../../ledger/state/synchronizers.ts";

/** A reassignment that can be committed, or the error of its rejection. */
export type ReassignmentAttemptOutcome =
  | {
      readonly kind: "possible";
      /** The synchronizer that records the reassignment. */
      readonly synchronizer: Synchronizer;
      readonly events: readonly ReassignmentEvent[];
    }
  | {
      readonly kind: "rejected";
      readonly synchronizer: Synchronizer;
      readonly error: ErrorDetails;
    };

/**
 * Returns the synchronizer with this id. `field` is its field in the request. Raises
 * INVALID_ARGUMENT if it is not connected.
 */
export const getConnectedSynchronizer = (
  { synchronizers }: LedgerState,
  synchronizerId: SynchronizerId,
  field: "source" | "target",
): Synchronizer => {
  const found = synchronizers.find(({ id }) => id === synchronizerId);
  if (found !== undefined) return found;
  const connected = synchronizers.map(({ id }) => id).join(", ");
  throw reassignmentRefusedError(
    `This participant is not connected to the ${field} synchronizer ${synchronizerId}. It is connected to ${connected}.`,
    field,
  );
};

/**
 * Raises INVALID_ARGUMENT if this participant does not host the party on the synchronizer. External
 * parties need no signature for a reassignment.
 */
export const requireHostedSubmitter = (
  state: LedgerState,
  submitter: Party,
  synchronizerId: SynchronizerId,
): void => {
  if (findHostingPermission(state, submitter, synchronizerId) !== undefined) return;
  throw reassignmentRefusedError(
    `This participant does not host the submitter ${submitter} on ${synchronizerId}.`,
    "submitter",
  );
};

/** Returns the error for a reassignment that the state does not allow (ledger-api.md 3.13). */
export const reassignmentRefusedError = (cause: string, path?: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause, ...(path === undefined ? {} : { path }) });
