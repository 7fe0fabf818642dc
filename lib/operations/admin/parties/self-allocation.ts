import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { IdentityProviderId, Party, UserId } from "../../../base/identifiers/identifiers.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import type { Caller } from "../../authorization/caller.ts";
import { findUser } from "../users/find-user.ts";

/** An allocation for a user; `userId` is `""` if the request names no user. */
interface Allocating {
  readonly caller: Caller;
  readonly userId: UserId;
  readonly identityProviderId: IdentityProviderId;
  /** The quota; see `LedgerConfig`. */
  readonly maxSelfAllocatedParties: number;
}

/**
 * Checks the quota of a user without administrator rights who allocates a party for itself. All
 * parties that the user has rights over count, whoever granted the rights. Raises PERMISSION_DENIED
 * at the quota, and USER_NOT_FOUND.
 */
export const checkSelfAllocation = (
  state: LedgerState,
  { caller, userId, identityProviderId, maxSelfAllocatedParties }: Allocating,
): void => {
  if (caller.kind !== "user" || caller.claims.admin || caller.claims.identityProviderAdmin) return;
  const { rights } = findUser(state, userId, identityProviderId);
  const parties = new Set<Party>();
  for (const right of rights.values()) if ("party" in right) parties.add(right.party);
  if (parties.size < maxSelfAllocatedParties) return;
  throw ledgerError("PERMISSION_DENIED", {
    cause: `The user ${userId} has rights over ${parties.size} parties and may allocate no more for itself.`,
    lacking: { anyOf: ["ParticipantAdmin", "IdentityProviderAdmin"] },
  });
};
