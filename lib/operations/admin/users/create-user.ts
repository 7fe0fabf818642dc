import { missingFieldError } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { partyIdGrammar, userIdGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { User } from "../../../base/model/administration.ts";
import { getApiVersionRules } from "../../../ledger/port/api-version.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import {
  checkIdentifierOfUnnamedField,
  requireIdentifier,
} from "../../../views/envelope/identifier-readers.ts";
import {
  readJsonObject,
  readOptionalJsonField,
  readWithErrorPath,
} from "../../../views/envelope/readers.ts";
import {
  checkIdentityProviderExists,
  resolveIdentityProviderToManage,
} from "../../authorization/administrators.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import type { CreateUserRequest } from "../../requests/administration.ts";
import { createObjectMeta } from "../resource-meta/object-meta.ts";
import { requirePartiesOfIdentityProvider, requireRightsGrantClaims } from "./grantable-rights.ts";
import { requireUserOfIdentityProvider } from "./require-user.ts";
import { copyUserWithAddedRights, readRequestedRights, validateRequestedRights } from "./rights.ts";
import { readUserJson, type RequestedUser, toUserJson, type UserJson } from "./user-json.ts";

/**
 * Creates a user with rights; both exist when the promise resolves. `request` is `{user, rights?}`.
 * Requires an administrator (ledger-api.md 3.17.4).
 *
 * Raises MISSING_FIELD, INVALID_FIELD, INVALID_ARGUMENT, UNKNOWN_RESOURCE, USER_ALREADY_EXISTS,
 * TOO_MANY_USER_RIGHTS, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const createUser = async (
  ledger: Ledger,
  request: CreateUserRequest,
  caller: Caller = trustedCaller,
): Promise<{ readonly user: UserJson }> => {
  const body = readJsonObject(request);
  const requested = readOptionalJsonField(body, "user", readUserJson);
  const requestedRights = readRequestedRights(body);
  const api = getApiVersionRules(ledger.config.apiVersion);
  requireRightsGrantClaims(caller, requestedRights, api);
  const identityProviderId = resolveIdentityProviderToManage(
    caller,
    requested?.identityProviderId ?? "",
  );
  const { maxAnnotationsBytes, maxRightsPerUser } = ledger.config;
  if (requested === undefined) throw missingFieldError("user");
  const named = { ...requested, identityProviderId };
  const withoutRights = readWithErrorPath("user", named, () => newUser(named, maxAnnotationsBytes));
  const rights = validateRequestedRights(requestedRights, api);
  return ledger.commit((state) => {
    checkIdentityProviderExists(state, identityProviderId, "user.identityProviderId");
    requirePartiesOfIdentityProvider(state, caller, { rights, identityProviderId });
    checkUnused(state, withoutRights);
    const user = copyUserWithAddedRights(withoutRights, rights, maxRightsPerUser);
    return { events: [{ kind: "userChanged", user }], outcome: { user: toUserJson(user) } };
  }, caller);
};

const newUser = (requested: RequestedUser, maxAnnotationsBytes: number): User => {
  const { id, primaryParty, isDeactivated, identityProviderId } = requested;
  const { primaryPartyAuthentication } = requested;
  requireIdentifier(userIdGrammar, id, "id");
  const metadata = createObjectMeta(requested.metadata, maxAnnotationsBytes);
  if (primaryParty !== "") {
    checkIdentifierOfUnnamedField(partyIdGrammar, primaryParty, "primaryParty");
  }
  return {
    id,
    primaryParty,
    isDeactivated,
    metadata,
    identityProviderId,
    primaryPartyAuthentication,
    rights: new Map(),
  };
};

const checkUnused = (state: LedgerState, user: User): void => {
  const stored = state.users.get(user.id);
  if (stored === undefined) return;
  requireUserOfIdentityProvider(stored, user.identityProviderId);
  throw ledgerError("USER_ALREADY_EXISTS", {
    cause: `A user ${user.id} exists already.`,
    resources: [["USER", user.id]],
  });
};
