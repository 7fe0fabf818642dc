import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { IdentityProviderId, UserId } from "../../base/identifiers/identifiers.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { Caller } from "./caller.ts";
import { requireAnyAdmin, requireIdentityProvider } from "./claims.ts";

/**
 * The identity provider whose users and parties a request administers: what the request names, else
 * the default one for participant administrators, and the caller's own for administrators of an
 * identity provider, who may not name another (ledger-api.md 5.4). Raises UNAUTHENTICATED,
 * PERMISSION_DENIED.
 */
export const administeredProvider = (
  caller: Caller,
  requested: IdentityProviderId,
): IdentityProviderId => {
  requireAnyAdmin(caller);
  return requireIdentityProvider(caller, requested);
};

/** As {@link administeredProvider}, but every user may also ask about itself. */
export const administeredProviderOrSelf = (
  caller: Caller,
  requested: IdentityProviderId,
  userId: UserId,
): IdentityProviderId =>
  isUser(caller, userId)
    ? requireIdentityProvider(caller, requested)
    : administeredProvider(caller, requested);

/** Whether the whole participant is the caller's to administer, not only one identity provider. */
export const administersParticipant = (caller: Caller): boolean =>
  caller.kind === "trusted" || (caller.kind === "user" && caller.claims.admin);

/** Whether the request comes from this very user; never so without authorization. */
export const isUser = (caller: Caller, userId: UserId): boolean =>
  caller.kind === "user" && caller.userId === userId;

/** Raises INVALID_ARGUMENT unless the identity provider is the default one or a stored one. */
export const checkIdentityProviderExists = (
  state: LedgerState,
  id: IdentityProviderId,
  path = "identityProviderId",
): void => {
  if (id === "" || state.identityProviders.has(id)) return;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `There is no identity provider ${id}. Leave identityProviderId empty for the default one.`,
    path,
  });
};
