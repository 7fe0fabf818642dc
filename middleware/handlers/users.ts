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
import { askedByBody, askedByParameters, repeatingId } from "../api/handler.ts";

/** Requires that the user in the path is the user in the body. */
const aboutUserInPath = repeatingId({
  parameter: "user-id",
  field: "userId",
});

const changingUserInPath = repeatingId({
  parameter: "user-id",
  holder: "user",
  field: "id",
});

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
  updateUser: changingUserInPath(askedByBody(updateUser)),
  deleteUser: askedByParameters(deleteUser, ({ "user-id": userId }) => ({ userId })),
  updateUserIdentityProvider: aboutUserInPath(askedByBody(updateUserIdentityProvider)),
  listUserRights: askedByParameters(listUserRights, ({ "user-id": userId }) => ({ userId })),
  grantUserRights: aboutUserInPath(askedByBody(grantUserRights)),
  revokeUserRights: aboutUserInPath(askedByBody(revokeUserRights)),
  getAuthenticatedUser: askedByParameters(
    getAuthenticatedUser,
    ({ "identity-provider-id": identityProviderId }) => ({ identityProviderId }),
  ),
};
