import {
  checkRepeatedId,
  createUser,
  getAuthenticatedUser,
  getUser,
  grantUserRights,
  listUserRights,
  listUsers,
  revokeUserRights,
  userIdString,
} from "../../lib/index.ts";
import { askedByBody, askedByParameters, type Handler } from "./handler.ts";

/** The path names the user that the body is about once more; both must be the same. */
const aboutUserInPath =
  (handler: Handler): Handler =>
  (exchange) => {
    const { body, parameters } = exchange;
    checkRepeatedId({
      parameter: "user-id",
      inPath: String(parameters["user-id"]),
      grammar: userIdString,
      body,
      field: "userId",
    });
    return handler(exchange);
  };

export const userHandlers = {
  listUsers: askedByParameters(listUsers, (parameters) => parameters),
  createUser: askedByBody(createUser),
  getUser: askedByParameters(
    getUser,
    ({ "user-id": userId, "identity-provider-id": identityProviderId }) => ({
      userId,
      identityProviderId,
    }),
  ),
  listUserRights: askedByParameters(listUserRights, ({ "user-id": userId }) => ({ userId })),
  grantUserRights: aboutUserInPath(askedByBody(grantUserRights)),
  revokeUserRights: aboutUserInPath(askedByBody(revokeUserRights)),
  getAuthenticatedUser: askedByParameters(
    getAuthenticatedUser,
    ({ "identity-provider-id": identityProviderId }) => ({ identityProviderId }),
  ),
};
