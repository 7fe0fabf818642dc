import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { IdentityProviderId, UserId } from "../../base/identifiers/identifiers.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { Caller } from "./caller.ts";
import { determineIdentityProvider, requireAnyAdminClaim } from "./claims.ts";

/**
 * Returns the identity provider whose users and parties a request administers. If the request names
 * none, it is the default one for participant administrators, and the caller's own for
 * administrators of an identity provider, who may not name another one (ledger-api.md 5.4). Raises
 * UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const resolveIdentityProviderToManage = (
  caller: Caller,
  requested: IdentityProviderId,
): IdentityProviderId => {
  requireAnyAdminClaim(caller);
  return determineIdentityProvider(caller, requested);
};

/** Like {@link resolveIdentityProviderToManage}, but allows every user to read its own data. */
export const resolveIdentityProviderToRead = (
  caller: Caller,
  requested: IdentityProviderId,
  userId: UserId,
): IdentityProviderId =>
  isCallerThisUser(caller, userId)
    ? determineIdentityProvider(caller, requested)
    : resolveIdentityProviderToManage(caller, requested);

/** Returns true if the caller administers the whole participant, not only one identity provider. */
export const administersParticipant = (caller: Caller): boolean =>
  caller.kind === "trusted" || (caller.kind === "user" && caller.claims.admin);

/** Returns true if the caller is this user; always false without authorization. */
export const isCallerThisUser = (caller: Caller, userId: UserId): boolean =>
  caller.kind === "user" && caller.userId === userId;

/** Raises INVALID_ARGUMENT unless the identity provider is the default one or a stored one. */
export const checkIdentityProviderExists = (
  state: LedgerState,
  id: IdentityProviderId,
  path = "identityProviderId",
): void => {
  if (id === "" || state.identityProviders.has(id)) return;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `There is no identity provider ${id}. Leave identityProviderId empty to use the default one.`,
    path,
  });
};
