import type { UserId } from "../../base/identifiers/identifiers.ts";
import type { Caller } from "../authorization/caller.ts";
import { requireActAs, requireReadAs, requireUser } from "../authorization/claims.ts";
import type { CommandsRequest } from "./commands-request.ts";

/**
 * Returns the user that submits the commands. Requires that the caller is that user, may act as
 * every party in actAs, and may read as every party in readAs (rules.yaml A.2, A.3). Raises
 * UNAUTHENTICATED, PERMISSION_DENIED, INVALID_TOKEN.
 */
export const authorizeCommands = (
  caller: Caller,
  { userId, actAs, readAs }: Pick<CommandsRequest, "userId" | "actAs" | "readAs">,
): UserId => {
  const user = requireUser(caller, userId);
  requireActAs(caller, actAs);
  requireReadAs(caller, readAs);
  return user;
};
