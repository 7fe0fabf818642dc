import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { IdentityProviderId, Party, UserId } from "../../../base/identifiers/identifiers.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import type { Caller } from "../../authorization/caller.ts";
import { findUser } from "../users/find-user.ts";

/** For whom a party is to be allocated; `userId` is `""` for nobody in particular. */
interface Allocating {
  readonly caller: Caller;
  readonly userId: UserId;
  readonly identityProviderId: IdentityProviderId;
  /** The quota: see `LedgerConfig`. */
  readonly maxSelfAllocatedParties: number;
}

/**
 * Users who are no administrators may allocate parties for themselves, until they have rights over as many
 * as the quota says, whoever gave them. Raises PERMISSION_DENIED beyond, USER_NOT_FOUND.
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
