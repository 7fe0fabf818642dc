import { createChangedCopy } from "../../../base/collections/immer.ts";
import { missingFieldError } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  ledgerStringGrammar,
  partyIdGrammar,
  userIdGrammar,
} from "../../../base/identifiers/identifier-syntax.ts";
import type { User } from "../../../base/model/administration.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import {
  checkIdentifierOfUnnamedField,
  checkOptionalIdentifier,
  requireIdentifier,
} from "../../../views/envelope/identifier-readers.ts";
import {
  readJsonObject,
  readOptionalJsonField,
  readWithErrorPath,
} from "../../../views/envelope/readers.ts";
import {
  checkIdentityProviderExists,
  isCallerThisUser,
  resolveIdentityProviderToManage,
} from "../../authorization/administrators.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import type { UpdateUserRequest } from "../../requests/administration.ts";
import { changeResourceMetadata } from "../resource-meta/change-meta.ts";
import {
  createFieldMask,
  type FieldMask,
  missingUpdateMaskError,
  readUpdateMaskPaths,
} from "../resource-meta/field-mask.ts";
import { checkObjectMetaChange } from "../resource-meta/object-meta.ts";
import { requireUser } from "./require-user.ts";
import { readUserJson, type RequestedUser, toUserJson, type UserJson } from "./user-json.ts";

const maskableUser = {
  leaves: [
    "id",
    "primary_party",
    "is_deactivated",
    "metadata.resource_version",
    "metadata.annotations",
    "identity_provider_id",
    "primary_party_authentication",
  ],
  invalid: "INVALID_USER_UPDATE_REQUEST",
  resourceType: "USER",
} as const;

/**
 * Changes the fields of a user that the mask names. `request` is `{user, updateMask}`. Requires an
 * administrator. A resource version in the request must be the stored one; each success increases
 * it by one (rules.yaml S5, ledger-api.md 3.7).
 *
 * Raises MISSING_FIELD, INVALID_FIELD, INVALID_ARGUMENT (also for users that deactivate
 * themselves), INVALID_USER_UPDATE_REQUEST, USER_NOT_FOUND, CONCURRENT_USER_UPDATE_DETECTED,
 * MAX_USER_ANNOTATIONS_SIZE_EXCEEDED, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const updateUser = async (
  ledger: Ledger,
  request: UpdateUserRequest,
  caller: Caller = trustedCaller,
): Promise<{ readonly user: UserJson }> => {
  const body = readJsonObject(request);
  const requested = readOptionalJsonField(body, "user", readUserJson);
  const paths = readUpdateMaskPaths(body);
  const provider = resolveIdentityProviderToManage(caller, requested?.identityProviderId ?? "");
  const { maxAnnotationsBytes } = ledger.config;
  if (requested === undefined) throw missingFieldError("user");
  readWithErrorPath("user", requested, () => requireIdentifier(userIdGrammar, requested.id, "id"));
  if (paths === undefined) throw missingUpdateMaskError();
  const version = readWithErrorPath("user", requested, () =>
    checkFields(requested, maxAnnotationsBytes),
  );
  const mask: UserMask = createFieldMask(paths, maskableUser, requested.id);
  return ledger.commit((state) => {
    checkIdentityProviderExists(state, provider, "user.identityProviderId");
    checkSelfDeactivation(caller, requested, mask);
    const stored = requireUser(state, requested.id, provider);
    const user = changedUser(stored, { requested, mask, version, maxAnnotationsBytes });
    return { events: [{ kind: "userChanged", user }], outcome: { user: toUserJson(user) } };
  }, caller);
};

type UserMask = FieldMask<(typeof maskableUser.leaves)[number]>;

/** Checks the fields, and returns the expected version. */
const checkFields = (requested: RequestedUser, maxAnnotationsBytes: number): bigint | undefined => {
  const { primaryParty, identityProviderId, metadata } = requested;
  if (primaryParty !== "") {
    checkIdentifierOfUnnamedField(partyIdGrammar, primaryParty, "primaryParty");
  }
  checkOptionalIdentifier(ledgerStringGrammar, identityProviderId, "identityProviderId");
  return readWithErrorPath("metadata", metadata, () =>
    checkObjectMetaChange(metadata, maxAnnotationsBytes),
  );
};

const checkSelfDeactivation = (caller: Caller, requested: RequestedUser, mask: UserMask): void => {
  if (
    !isCallerThisUser(caller, requested.id) ||
    !mask.chooseFieldValue("is_deactivated", requested.isDeactivated, false)
  ) {
    return;
  }
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `The user ${requested.id} cannot deactivate itself; another administrator can.`,
    path: "user.isDeactivated",
  });
};

interface UserChange {
  readonly requested: RequestedUser;
  readonly mask: UserMask;
  readonly version: bigint | undefined;
  readonly maxAnnotationsBytes: number;
}

const changedUser = (
  stored: User,
  { requested, mask, version, maxAnnotationsBytes }: UserChange,
): User =>
  createChangedCopy(stored, (user) => {
    user.primaryParty = mask.chooseFieldValue(
      "primary_party",
      requested.primaryParty,
      user.primaryParty,
    );
    user.isDeactivated = mask.chooseFieldValue(
      "is_deactivated",
      requested.isDeactivated,
      user.isDeactivated,
    );
    user.primaryPartyAuthentication = mask.chooseFieldValue(
      "primary_party_authentication",
      requested.primaryPartyAuthentication,
      user.primaryPartyAuthentication,
    );
    const annotations = mask.isFieldCovered("metadata.annotations")
      ? requested.metadata.annotations
      : undefined;
    changeResourceMetadata(
      user.metadata,
      { expectedVersion: version, annotations },
      {
        conflict: "CONCURRENT_USER_UPDATE_DETECTED",
        tooLarge: "MAX_USER_ANNOTATIONS_SIZE_EXCEEDED",
        resource: ["USER", user.id],
        maxAnnotationsBytes,
      },
    );
  });
