import type { IdentityProviderId } from "../../../base/identifiers/identifiers.ts";
import type { User } from "../../../base/model/administration.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { checkUserIdFormatInPath } from "../../../views/envelope/identifier-readers.ts";
import { readJsonObject, readOptionalText } from "../../../views/envelope/readers.ts";
import {
  resolveIdentityProviderToManage,
  resolveIdentityProviderToRead,
} from "../../authorization/administrators.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { determineIdentityProvider, resolveRequestedUser } from "../../authorization/claims.ts";
import type {
  GetAuthenticatedUserRequest,
  PageRequest,
  UserByIdRequest,
} from "../../requests/administration.ts";
import { countAnnotationCharacters, paginate } from "../lists/page.ts";
import { requireUser } from "./require-user.ts";
import { toUserJson, type UserJson } from "./user-json.ts";

/**
 * Returns one user. `request` is `{userId, identityProviderId?}`. Requires an administrator or the
 * user itself (ledger-api.md 3.17.4).
 *
 * Raises INVALID_ARGUMENT, INVALID_TOKEN (a malformed identity provider), USER_NOT_FOUND,
 * UNAUTHENTICATED, PERMISSION_DENIED (also for a user of another identity provider than that of the
 * request).
 */
export const getUser = (
  ledger: Ledger,
  request: UserByIdRequest,
  caller: Caller = trustedCaller,
): { readonly user: UserJson } => {
  const body = readJsonObject(request);
  const userId = readOptionalText(body, "userId");
  const requested = readOptionalText(body, "identityProviderId");
  const provider = resolveIdentityProviderToRead(caller, requested, userId);
  checkUserIdFormatInPath(userId);
  return { user: toUserJson(requireUser(ledger.state, userId, provider)) };
};

/**
 * Returns the user of the request's token. `request` is `{identityProviderId?}`. Raises
 * UNAUTHENTICATED without a token, and INVALID_TOKEN if authorization is off, because then there is
 * no user (ledger-api.md 3.17.4, 5.6).
 */
export const getAuthenticatedUser = (
  ledger: Ledger,
  request: GetAuthenticatedUserRequest,
  caller: Caller = trustedCaller,
): { readonly user: UserJson } => {
  const requested = readOptionalText(readJsonObject(request), "identityProviderId");
  const userId = resolveRequestedUser(caller, "");
  const provider = determineIdentityProvider(caller, requested);
  return { user: toUserJson(requireUser(ledger.state, userId, provider)) };
};

/** A page of users. */
export interface ListUsersResponse {
  readonly users: readonly UserJson[];
  /** `""` after the last page. */
  readonly nextPageToken: string;
}

/**
 * Returns the users of one identity provider by id. `request` is `{pageSize?, pageToken?}`.
 * Requires an administrator. A page size of 0 or above the maximum means the maximum. Raises
 * INVALID_ARGUMENT, UNAUTHENTICATED, PERMISSION_DENIED (ledger-api.md 3.17.4).
 */
export const listUsers = (
  ledger: Ledger,
  request: PageRequest,
  caller: Caller = trustedCaller,
): ListUsersResponse => {
  const body = readJsonObject(request);
  const provider = resolveIdentityProviderToManage(caller, "");
  const maxSize = ledger.config.maxUsersPageSize;
  const page = paginate(
    { name: "users", maxSize, aboveMax: "clamp" },
    body,
    (from) => iterateUsers(ledger.state, provider, from),
    ({ metadata }) => countAnnotationCharacters(metadata),
  );
  return { users: page.items.map(toUserJson), nextPageToken: page.nextPageToken };
};

function* iterateUsers(
  state: LedgerState,
  provider: IdentityProviderId,
  from: string | undefined,
): Iterable<[string, User]> {
  for (const entry of state.users.entries(from)) {
    if (entry[1].identityProviderId === provider) yield entry;
  }
}
