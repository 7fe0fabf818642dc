import type { UserCaller } from "../../lib/api.ts";
import { deriveClaims } from "../../lib/operations/authorization/claims.ts";
import type { Right } from "../../lib/store.ts";

/** Returns a user with these rights, by default of the default identity provider. */
export const userCaller = (
  userId: string,
  rights: readonly Right[] = [],
  identityProviderId = "",
): UserCaller => ({ kind: "user", userId, identityProviderId, claims: deriveClaims(rights) });

export const participantAdmin = userCaller("admin", [{ kind: "ParticipantAdmin" }]);

/** Returns a caller who is a user of the identity provider and administers it. */
export const administratorOf = (identityProviderId: string): UserCaller =>
  userCaller(
    `admin-of-${identityProviderId}`,
    [{ kind: "IdentityProviderAdmin" }],
    identityProviderId,
  );
