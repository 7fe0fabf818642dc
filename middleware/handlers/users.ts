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
import {
  createBodyHandler,
  createParametersHandler,
  requireSameIdInPathAndBody,
} from "../api/handler.ts";

/** Requires that the user in the path is the user in the body. */
const requireUserInPath = requireSameIdInPathAndBody({
  parameter: "user-id",
  field: "userId",
});

const requireSameUser = requireSameIdInPathAndBody({
  parameter: "user-id",
  holder: "user",
  field: "id",
});

export const userHandlers = {
  listUsers: createParametersHandler(listUsers, (parameters) => parameters),
  createUser: createBodyHandler(createUser),
  getUser: createParametersHandler(
    getUser,
    ({ "user-id": userId, "identity-provider-id": identityProviderId }) => ({
      userId,
      identityProviderId,
    }),
  ),
  updateUser: requireSameUser(createBodyHandler(updateUser)),
  deleteUser: createParametersHandler(deleteUser, ({ "user-id": userId }) => ({ userId })),
  updateUserIdentityProvider: requireUserInPath(createBodyHandler(updateUserIdentityProvider)),
  listUserRights: createParametersHandler(listUserRights, ({ "user-id": userId }) => ({ userId })),
  grantUserRights: requireUserInPath(createBodyHandler(grantUserRights)),
  revokeUserRights: requireUserInPath(createBodyHandler(revokeUserRights)),
  getAuthenticatedUser: createParametersHandler(
    getAuthenticatedUser,
    ({ "identity-provider-id": identityProviderId }) => ({ identityProviderId }),
  ),
};
