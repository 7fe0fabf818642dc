import type { Party } from "../../../base/identifiers/identifiers.ts";
import { createPartyValue } from "../../../base/values/constructors.ts";
import {
  createRuntimeList,
  createRuntimeOptional,
  createRuntimeSome,
  runtimeNone,
  type RuntimeValue,
  unit,
} from "../runtime/runtime-value.ts";
import { readScriptQuestionParticipant } from "./party-codecs.ts";
import * as payload from "./payload.ts";
import { defineScriptQuestionCodec } from "./question-codec.ts";
import { scriptQuestionsModuleName } from "./script-library.ts";
import type { ScriptValueConverter } from "./script-types.ts";

// Questions about users (daml-script.md 2.7).

export interface DamlScriptUser {
  readonly id: string;
  readonly primaryParty: Party | undefined;
}

/** A right by its name in the library, which is the name in the API. */
export interface ScriptUserRight {
  readonly kind: string;
  readonly party: Party | undefined;
}

const userManagementModule = `${scriptQuestionsModuleName}.UserManagement`;

const readUserId = (record: RuntimeValue): string =>
  payload.readTextValue(payload.unwrapNewtype(payload.readRequiredRecordField(record, "userId")));

const readRights = (question: RuntimeValue): readonly ScriptUserRight[] =>
  payload.readListElements(payload.readRequiredRecordField(question, "rights"), (right) => {
    const rightPayload = payload.readVariantPayload(right);
    const isParty = typeof rightPayload === "object" && rightPayload.kind === "party";
    return {
      kind: payload.readVariantOrEnumConstructor(right),
      party: isParty ? rightPayload.value : undefined,
    };
  });

const createUserValue = (
  { id, primaryParty }: DamlScriptUser,
  types: ScriptValueConverter,
): RuntimeValue => {
  const userId = types.createRecord(`${userManagementModule}:UserId`, { unpack: id });
  return types.createRecord(`${userManagementModule}:User`, {
    userId,
    primaryParty: createRuntimeOptional(primaryParty && createPartyValue(primaryParty)),
  });
};

/** Returns the rights that the library knows; scripts cannot see others. */
const createRightValues = (
  rights: readonly ScriptUserRight[],
  types: ScriptValueConverter,
): RuntimeValue =>
  createRuntimeList(
    rights
      .filter(({ kind }) => types.hasPart(`${userManagementModule}:UserRight`, kind))
      .map(({ kind, party }) =>
        types.createVariant(
          `${userManagementModule}:UserRight`,
          kind,
          party === undefined ? unit : createPartyValue(party),
        ),
      ),
  );

export const validateUserIdQuestionCodec = defineScriptQuestionCodec({
  read: (question) => ({
    name: payload.readTextValue(payload.readRequiredRecordField(question, "name")),
  }),
  write: (problem: string | undefined) => createRuntimeOptional(problem),
});

/** Writes Some unit if the operation was done, otherwise None. */
const completionWriter = {
  write: (isDone: boolean): RuntimeValue => (isDone ? createRuntimeSome(unit) : runtimeNone),
};

export const createUserQuestionCodec = defineScriptQuestionCodec({
  read: (question) => {
    const user = payload.readRequiredRecordField(question, "user");
    return {
      id: readUserId(user),
      primaryParty: payload.readOptionalValue(
        payload.readRequiredRecordField(user, "primaryParty"),
        payload.readPartyValue,
      ),
      rights: readRights(question),
      participant: readScriptQuestionParticipant(question),
    };
  },
  ...completionWriter,
});

const readUser = (question: RuntimeValue) => ({
  id: readUserId(question),
  participant: readScriptQuestionParticipant(question),
});

export const getUserQuestionCodec = defineScriptQuestionCodec({
  read: readUser,
  write: (user: DamlScriptUser | undefined, types) =>
    createRuntimeOptional(user && createUserValue(user, types)),
});

export const deleteUserQuestionCodec = defineScriptQuestionCodec({
  read: readUser,
  ...completionWriter,
});

export const listAllUsersQuestionCodec = defineScriptQuestionCodec({
  read: (question) => ({ participant: readScriptQuestionParticipant(question) }),
  write: (users: readonly DamlScriptUser[], types) =>
    createRuntimeList(users.map((user) => createUserValue(user, types))),
});

const rightsWriter = {
  write: (
    rights: readonly ScriptUserRight[] | undefined,
    types: ScriptValueConverter,
  ): RuntimeValue => createRuntimeOptional(rights && createRightValues(rights, types)),
};

const readChangedRights = (question: RuntimeValue) => ({
  ...readUser(question),
  rights: readRights(question),
});

export const grantUserRightsQuestionCodec = defineScriptQuestionCodec({
  read: readChangedRights,
  ...rightsWriter,
});
export const revokeUserRightsQuestionCodec = defineScriptQuestionCodec({
  read: readChangedRights,
  ...rightsWriter,
});
export const listUserRightsQuestionCodec = defineScriptQuestionCodec({
  read: readUser,
  ...rightsWriter,
});
