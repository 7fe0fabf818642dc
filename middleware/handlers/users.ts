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

/** The path names the user that the body is about once more; both must be the same. */
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
