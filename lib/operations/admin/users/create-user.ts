import { missingField } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { partyString, userIdString } from "../../../base/identifiers/identifier-syntax.ts";
import type { User } from "../../../base/model/administration.ts";
import { apiRules } from "../../../ledger/port/api-version.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import {
  argumentIdentifier,
  requireIdentifier,
} from "../../../views/envelope/identifier-readers.ts";
import { optional, readAt, readObject } from "../../../views/envelope/readers.ts";
import {
  administeredProvider,
  checkIdentityProviderExists,
} from "../../authorization/administrators.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import type { CreateUserRequest } from "../../requests/administration.ts";
import { newMeta } from "../resource-meta/object-meta.ts";
import { checkProviderOf } from "./find-user.ts";
import { checkGrantable, requireGranting } from "./grantable-rights.ts";
import { readRequestedRights, validRights, withRights } from "./rights.ts";
import { readRequestedUser, type RequestedUser, type UserJson, userJson } from "./user-json.ts";

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
  const body = readObject(request);
  const requested = optional(body, "user", readRequestedUser);
  const requestedRights = readRequestedRights(body);
  const api = apiRules(ledger.config.apiVersion);
  requireGranting(caller, requestedRights, api);
  const identityProviderId = administeredProvider(caller, requested?.identityProviderId ?? "");
  const { maxAnnotationsBytes, maxRightsPerUser } = ledger.config;
  if (requested === undefined) throw missingField("user");
  const named = { ...requested, identityProviderId };
  const withoutRights = readAt("user", named, () => newUser(named, maxAnnotationsBytes));
  const rights = validRights(requestedRights, api);
  return ledger.commit((state) => {
    checkIdentityProviderExists(state, identityProviderId, "user.identityProviderId");
    checkGrantable(state, caller, { rights, identityProviderId });
    checkUnused(state, withoutRights);
    const user = withRights(withoutRights, rights, maxRightsPerUser);
    return { events: [{ kind: "userChanged", user }], outcome: { user: userJson(user) } };
  }, caller);
};

const newUser = (requested: RequestedUser, maxAnnotationsBytes: number): User => {
  const { id, primaryParty, isDeactivated, identityProviderId } = requested;
  const { primaryPartyAuthentication } = requested;
  requireIdentifier(userIdString, id, "id");
  const metadata = newMeta(requested.metadata, maxAnnotationsBytes);
  if (primaryParty !== "") argumentIdentifier(partyString, primaryParty, "primaryParty");
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
  checkProviderOf(stored, user.identityProviderId);
  throw ledgerError("USER_ALREADY_EXISTS", {
    cause: `A user ${user.id} exists already.`,
    resources: [["USER", user.id]],
  });
};
