import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import { checkUserIdFormatInPath } from "../../../views/envelope/identifier-readers.ts";
import { readJsonObject, readOptionalText } from "../../../views/envelope/readers.ts";
import {
  isCallerThisUser,
  resolveIdentityProviderToManage,
} from "../../authorization/administrators.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import type { UserByIdRequest } from "../../requests/administration.ts";
import { requireUser } from "./require-user.ts";

/**
 * Deletes a user with its rights. `request` is `{userId}`. The user must belong to the
 * administrator's identity provider. For participant administrators, this is the default identity
 * provider. A user cannot delete itself (ledger-api.md 3.17.4).
 *
 * Raises INVALID_ARGUMENT, USER_NOT_FOUND, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const deleteUser = async (
  ledger: Ledger,
  request: UserByIdRequest,
  caller: Caller = trustedCaller,
): Promise<Readonly<Record<string, never>>> => {
  const userId = readOptionalText(readJsonObject(request), "userId");
  const provider = resolveIdentityProviderToManage(caller, "");
  checkUserIdFormatInPath(userId);
  if (isCallerThisUser(caller, userId)) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `The user ${userId} cannot delete itself; another administrator can.`,
    });
  }
  return ledger.commit((state) => {
    requireUser(state, userId, provider);
    return { events: [{ kind: "userDeleted", userId }], outcome: {} };
  }, caller);
};
