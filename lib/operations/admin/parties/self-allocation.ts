import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { IdentityProviderId, Party, UserId } from "../../../base/identifiers/identifiers.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import type { Caller } from "../../authorization/caller.ts";
import { requireUser } from "../users/require-user.ts";

/** An allocation of a party for a user. */
interface SelfAllocation {
  readonly caller: Caller;
  readonly userId: UserId;
  readonly identityProviderId: IdentityProviderId;
  /** The quota; see `LedgerConfig`. */
  readonly maxSelfAllocatedParties: number;
}

/**
 * Checks the quota of a user without administrator rights who allocates a party for itself. Every
 * party over which the user has a right counts, even if another user granted the right. Raises
 * PERMISSION_DENIED if the quota is used up, and USER_NOT_FOUND.
 */
export const checkSelfAllocationQuota = (
  state: LedgerState,
  { caller, userId, identityProviderId, maxSelfAllocatedParties }: SelfAllocation,
): void => {
  if (caller.kind !== "user" || caller.claims.admin || caller.claims.identityProviderAdmin) return;
  const { rights } = requireUser(state, userId, identityProviderId);
  const parties = new Set<Party>();
  for (const right of rights.values()) if ("party" in right) parties.add(right.party);
  if (parties.size < maxSelfAllocatedParties) return;
  throw ledgerError("PERMISSION_DENIED", {
    cause: `The user ${userId} has rights over ${parties.size === 1 ? "1 party" : `${parties.size} parties`} and may allocate no more parties for itself.`,
    lacking: { anyOf: ["ParticipantAdmin", "IdentityProviderAdmin"] },
  });
};
