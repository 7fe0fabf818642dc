import { createChangedCopy } from "../../../base/collections/immer.ts";
import { ledgerStringGrammar, userIdGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import {
  checkOptionalIdentifier,
  requireIdentifier,
} from "../../../views/envelope/identifier-readers.ts";
import { readJsonObject, readOptionalText } from "../../../views/envelope/readers.ts";
import { checkIdentityProviderExists } from "../../authorization/administrators.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireParticipantAdmin } from "../../authorization/claims.ts";
import type { UpdateUserIdentityProviderRequest } from "../../requests/administration.ts";
import { requireUser } from "./require-user.ts";

/**
 * Moves a user from one identity provider to another; `""` is the default one. `request` is
 * `{userId, sourceIdentityProviderId?, targetIdentityProviderId?}`. Requires a participant
 * administrator (ledger-api.md 3.17.4).
 *
 * Raises MISSING_FIELD, INVALID_FIELD, INVALID_ARGUMENT, USER_NOT_FOUND, UNAUTHENTICATED,
 * PERMISSION_DENIED (also for a user that does not belong to the source).
 */
export const updateUserIdentityProvider = async (
  ledger: Ledger,
  request: UpdateUserIdentityProviderRequest,
  caller: Caller = trustedCaller,
): Promise<Readonly<Record<string, never>>> => {
  const body = readJsonObject(request);
  const userId = readOptionalText(body, "userId");
  const source = readOptionalText(body, "sourceIdentityProviderId");
  const target = readOptionalText(body, "targetIdentityProviderId");
  requireParticipantAdmin(caller);
  requireIdentifier(userIdGrammar, userId, "userId");
  checkOptionalIdentifier(ledgerStringGrammar, source, "sourceIdentityProviderId");
  checkOptionalIdentifier(ledgerStringGrammar, target, "targetIdentityProviderId");
  return ledger.commit((state) => {
    checkIdentityProviderExists(state, source, "sourceIdentityProviderId");
    checkIdentityProviderExists(state, target, "targetIdentityProviderId");
    const user = createChangedCopy(requireUser(state, userId, source), (changed) => {
      changed.identityProviderId = target;
    });
    return { events: [{ kind: "userChanged", user }], outcome: {} };
  }, caller);
};
