import type { User } from "../../../base/model/administration.ts";
import {
  type JsonReader,
  readBoolean,
  readJsonObject,
  readOptionalJsonField,
  readOptionalText,
} from "../../../views/envelope/readers.ts";
import {
  createObjectMetaJson,
  type ObjectMetaJson,
  readRequestedObjectMeta,
  type RequestedObjectMeta,
} from "../resource-meta/object-meta.ts";

/** A user, as JSON of the ledger API. */
export interface UserJson {
  readonly id: string;
  readonly primaryParty: string;
  readonly isDeactivated: boolean;
  readonly metadata: ObjectMetaJson;
  readonly identityProviderId: string;
  readonly primaryPartyAuthentication: boolean;
}

export const toUserJson = (user: User): UserJson => ({
  id: user.id,
  primaryParty: user.primaryParty,
  isDeactivated: user.isDeactivated,
  metadata: createObjectMetaJson(user.metadata),
  identityProviderId: user.identityProviderId,
  primaryPartyAuthentication: user.primaryPartyAuthentication,
});

/** A user in a request. Unset fields have their defaults. */
export interface RequestedUser extends Omit<UserJson, "metadata"> {
  readonly metadata: RequestedObjectMeta;
}

/** Reads a user of a request. Checks only the JSON types. */
export const readUserJson: JsonReader<RequestedUser> = (json) => {
  const user = readJsonObject(json);
  return {
    id: readOptionalText(user, "id"),
    primaryParty: readOptionalText(user, "primaryParty"),
    isDeactivated: readOptionalJsonField(user, "isDeactivated", readBoolean) ?? false,
    metadata:
      readOptionalJsonField(user, "metadata", readRequestedObjectMeta) ??
      readRequestedObjectMeta(undefined),
    identityProviderId: readOptionalText(user, "identityProviderId"),
    primaryPartyAuthentication:
      readOptionalJsonField(user, "primaryPartyAuthentication", readBoolean) ?? false,
  };
};
