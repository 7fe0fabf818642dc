import { createChangedCopy } from "../../../base/collections/immer.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { userIdGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { IdentityProviderId, UserId } from "../../../base/identifiers/identifiers.ts";
import type { Right, User } from "../../../base/model/administration.ts";
import { getApiVersionRules } from "../../../ledger/port/api-version.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import {
  checkUserIdFormatInPath,
  requireIdentifier,
} from "../../../views/envelope/identifier-readers.ts";
import { readJsonObject, readOptionalText } from "../../../views/envelope/readers.ts";
import {
  isCallerThisUser,
  resolveIdentityProviderToManage,
  resolveIdentityProviderToRead,
} from "../../authorization/administrators.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import type { ChangeUserRightsRequest, UserByIdRequest } from "../../requests/administration.ts";
import { requirePartiesOfIdentityProvider, requireRightsGrantClaims } from "./grantable-rights.ts";
import { requireUser } from "./require-user.ts";
import {
  copyUserWithAddedRights,
  readRequestedRights,
  type RightJson,
  toRightJson,
  validateRequestedRights,
} from "./rights.ts";

/**
 * Returns the rights of a user, in the order in which they were granted. `request` is `{userId}`.
 * Requires an administrator or the user itself (ledger-api.md 3.17.4).
 *
 * Raises INVALID_ARGUMENT, USER_NOT_FOUND, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const listUserRights = (
  ledger: Ledger,
  request: UserByIdRequest,
  caller: Caller = trustedCaller,
): { readonly rights: readonly RightJson[] } => {
  const userId = readOptionalText(readJsonObject(request), "userId");
  const provider = resolveIdentityProviderToRead(caller, "", userId);
  checkUserIdFormatInPath(userId);
  const user = requireUser(ledger.state, userId, provider);
  return { rights: [...user.rights.values()].map(toRightJson) };
};

/**
 * Grants rights to a user, and returns those that the user did not have before. `request` is
 * `{userId, rights?, identityProviderId?}`. Requires an administrator (ledger-api.md 3.17.4).
 *
 * Raises MISSING_FIELD, INVALID_FIELD, INVALID_ARGUMENT, UNKNOWN_RESOURCE, USER_NOT_FOUND,
 * TOO_MANY_USER_RIGHTS, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const grantUserRights = async (
  ledger: Ledger,
  request: ChangeUserRightsRequest,
  caller: Caller = trustedCaller,
): Promise<{ readonly newlyGrantedRights: readonly RightJson[] }> => {
  const change = readRightsChange(ledger, request, caller);
  return ledger.commit((state) => {
    requirePartiesOfIdentityProvider(state, caller, change);
    const user = requireUser(state, change.userId, change.identityProviderId);
    const added = new Map([...change.rights].filter(([key]) => !user.rights.has(key)));
    return {
      events: userChanged(
        user,
        copyUserWithAddedRights(user, added, ledger.config.maxRightsPerUser),
      ),
      outcome: { newlyGrantedRights: [...added.values()].map(toRightJson) },
    };
  }, caller);
};

/**
 * Revokes rights of a user, and returns those that the user had. `request` is as for
 * {@link grantUserRights}. A user cannot revoke its own ParticipantAdmin right (ledger-api.md
 * 3.17.4).
 *
 * Raises MISSING_FIELD, INVALID_FIELD, INVALID_ARGUMENT, UNKNOWN_RESOURCE, USER_NOT_FOUND,
 * UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const revokeUserRights = async (
  ledger: Ledger,
  request: ChangeUserRightsRequest,
  caller: Caller = trustedCaller,
): Promise<{ readonly newlyRevokedRights: readonly RightJson[] }> => {
  const change = readRightsChange(ledger, request, caller);
  if (isCallerThisUser(caller, change.userId) && change.rights.has("ParticipantAdmin")) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `The user ${change.userId} cannot revoke its own right ParticipantAdmin.`,
    });
  }
  return ledger.commit((state) => {
    requirePartiesOfIdentityProvider(state, caller, change);
    const user = requireUser(state, change.userId, change.identityProviderId);
    const removed = [...user.rights].filter(([key]) => change.rights.has(key));
    const changed = createChangedCopy(user, ({ rights }) => {
      for (const [key] of removed) rights.delete(key);
    });
    return {
      events: userChanged(user, changed),
      outcome: { newlyRevokedRights: removed.map(([, right]) => toRightJson(right)) },
    };
  }, caller);
};

interface RightsChange {
  readonly userId: UserId;
  readonly rights: ReadonlyMap<string, Right>;
  readonly identityProviderId: IdentityProviderId;
}

const readRightsChange = (
  { config }: Ledger,
  request: ChangeUserRightsRequest,
  caller: Caller,
): RightsChange => {
  const body = readJsonObject(request);
  const userId = readOptionalText(body, "userId");
  const requestedRights = readRequestedRights(body);
  const api = getApiVersionRules(config.apiVersion);
  requireRightsGrantClaims(caller, requestedRights, api);
  const identityProviderId = resolveIdentityProviderToManage(
    caller,
    readOptionalText(body, "identityProviderId"),
  );
  requireIdentifier(userIdGrammar, userId, "userId");
  const rights = validateRequestedRights(requestedRights, api);
  return { userId, rights, identityProviderId };
};

const userChanged = (before: User, user: User): readonly [] | readonly [UserChanged] =>
  before === user ? [] : [{ kind: "userChanged", user }];

interface UserChanged {
  readonly kind: "userChanged";
  readonly user: User;
}
