import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { IdentityProviderId, UserId } from "../../../base/identifiers/identifiers.ts";
import type { User } from "../../../base/model/administration.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";

/**
 * Returns the user with this id. Raises USER_NOT_FOUND; raises PERMISSION_DENIED if the user does
 * not belong to the identity provider (ledger-api.md 3.17.4).
 */
export const requireUser = (
  state: LedgerState,
  userId: UserId,
  identityProviderId: IdentityProviderId,
): User => {
  const user = state.users.get(userId);
  if (user === undefined) {
    throw ledgerError("USER_NOT_FOUND", {
      cause: `There is no user ${userId}.`,
      resources: [["USER", userId]],
    });
  }
  requireUserOfIdentityProvider(user, identityProviderId);
  return user;
};

/** Raises PERMISSION_DENIED unless the user belongs to this identity provider. */
export const requireUserOfIdentityProvider = (
  user: User,
  identityProviderId: IdentityProviderId,
): void => {
  if (user.identityProviderId === identityProviderId) return;
  throw ledgerError("PERMISSION_DENIED", {
    cause: `The user ${user.id} belongs to another identity provider.`,
  });
};
