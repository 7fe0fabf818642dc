import {
  createUser,
  deleteUser,
  getAuthenticatedUser,
  getUser,
  grantUserRights,
  listUserRights,
  listUsers,
  revokeUserRights,
  updateUser,
  updateUserIdentityProvider,
} from "../../lib/api.ts";
import { handleBody, handleParameters, requireSameId } from "../api/handler.ts";

/** Requires that the user in the path is the user in the body. */
const requireUserInPath = requireSameId({
  parameter: "user-id",
  field: "userId",
});

const requireSameUser = requireSameId({
  parameter: "user-id",
  holder: "user",
  field: "id",
});

export const userHandlers = {
  listUsers: handleParameters(listUsers, (parameters) => parameters),
  createUser: handleBody(createUser),
  getUser: handleParameters(
    getUser,
    ({ "user-id": userId, "identity-provider-id": identityProviderId }) => ({
      userId,
      identityProviderId,
    }),
  ),
  updateUser: requireSameUser(handleBody(updateUser)),
  deleteUser: handleParameters(deleteUser, ({ "user-id": userId }) => ({ userId })),
  updateUserIdentityProvider: requireUserInPath(handleBody(updateUserIdentityProvider)),
  listUserRights: handleParameters(listUserRights, ({ "user-id": userId }) => ({ userId })),
  grantUserRights: requireUserInPath(handleBody(grantUserRights)),
  revokeUserRights: requireUserInPath(handleBody(revokeUserRights)),
  getAuthenticatedUser: handleParameters(
    getAuthenticatedUser,
    ({ "identity-provider-id": identityProviderId }) => ({ identityProviderId }),
  ),
};
