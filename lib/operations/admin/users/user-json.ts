import type { User } from "../../../base/model/administration.ts";
import {
  type JsonReader,
  readBoolean,
  readObject,
  readOptional,
  readOptionalText,
} from "../../../views/envelope/readers.ts";
import {
  type ObjectMetaJson,
  objectMetaJson,
  readRequestedObjectMeta,
  type RequestedMeta,
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

export const userJson = (user: User): UserJson => ({
  id: user.id,
  primaryParty: user.primaryParty,
  isDeactivated: user.isDeactivated,
  metadata: objectMetaJson(user.metadata),
  identityProviderId: user.identityProviderId,
  primaryPartyAuthentication: user.primaryPartyAuthentication,
});

/** A user in a request. Unset fields have their defaults. */
export interface RequestedUser extends Omit<UserJson, "metadata"> {
  readonly metadata: RequestedMeta;
}

/** Reads a user of a request. Checks only the JSON types. */
export const readRequestedUser: JsonReader<RequestedUser> = (json) => {
  const user = readObject(json);
  return {
    id: readOptionalText(user, "id"),
    primaryParty: readOptionalText(user, "primaryParty"),
    isDeactivated: readOptional(user, "isDeactivated", readBoolean) ?? false,
    metadata:
      readOptional(user, "metadata", readRequestedObjectMeta) ?? readRequestedObjectMeta(undefined),
    identityProviderId: readOptionalText(user, "identityProviderId"),
    primaryPartyAuthentication:
      readOptional(user, "primaryPartyAuthentication", readBoolean) ?? false,
  };
};
