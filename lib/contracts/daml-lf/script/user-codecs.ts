import type { Party } from "../../../base/identifiers/identifiers.ts";
import {
  createList,
  createSome,
  noneValue,
  type RuntimeValue,
  toOptional,
  unit,
} from "../runtime/runtime-value.ts";
import { createPartyValue, readQuestionParticipant } from "./party-codecs.ts";
import * as payload from "./payload.ts";
import { defineQuestionCodec } from "./question-codec.ts";
import { scriptQuestionsModule } from "./script-library.ts";
import type { ScriptTypes } from "./script-types.ts";

// Questions about users (daml-script.md 2.7).

export interface ScriptUser {
  readonly id: string;
  readonly primaryParty: Party | undefined;
}

/** A right by its name in the library, which is the name in the API. */
export interface ScriptRight {
  readonly kind: string;
  readonly party: Party | undefined;
}

const userManagementModule = `${scriptQuestionsModule}.UserManagement`;

const readUserId = (record: RuntimeValue): string =>
  payload.readText(payload.unwrapNewtype(payload.readField(record, "userId")));

const readRights = (question: RuntimeValue): readonly ScriptRight[] =>
  payload.readList(payload.readField(question, "rights"), (right) => {
    const rightPayload = payload.readVariantPayload(right);
    const isParty = typeof rightPayload === "object" && rightPayload.kind === "party";
    return {
      kind: payload.readConstructor(right),
      party: isParty ? rightPayload.value : undefined,
    };
  });

const createUserValue = ({ id, primaryParty }: ScriptUser, types: ScriptTypes): RuntimeValue => {
  const userId = types.createRecord(`${userManagementModule}:UserId`, { unpack: id });
  return types.createRecord(`${userManagementModule}:User`, {
    userId,
    primaryParty: toOptional(primaryParty && createPartyValue(primaryParty)),
  });
};

/** Returns the rights that the library knows; scripts cannot see others. */
const createRightValues = (rights: readonly ScriptRight[], types: ScriptTypes): RuntimeValue =>
  createList(
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

export const validateUserIdCodec = defineQuestionCodec({
  read: (question) => ({ name: payload.readText(payload.readField(question, "name")) }),
  write: (problem: string | undefined) => toOptional(problem),
});

/** Writes Some unit if the operation was done, otherwise None. */
const completionWriter = {
  write: (isDone: boolean): RuntimeValue => (isDone ? createSome(unit) : noneValue),
};

export const createUserCodec = defineQuestionCodec({
  read: (question) => {
    const user = payload.readField(question, "user");
    return {
      id: readUserId(user),
      primaryParty: payload.readOptional(
        payload.readField(user, "primaryParty"),
        payload.readParty,
      ),
      rights: readRights(question),
      participant: readQuestionParticipant(question),
    };
  },
  ...completionWriter,
});

const readUser = (question: RuntimeValue) => ({
  id: readUserId(question),
  participant: readQuestionParticipant(question),
});

export const getUserCodec = defineQuestionCodec({
  read: readUser,
  write: (user: ScriptUser | undefined, types) => toOptional(user && createUserValue(user, types)),
});

export const deleteUserCodec = defineQuestionCodec({ read: readUser, ...completionWriter });

export const listAllUsersCodec = defineQuestionCodec({
  read: (question) => ({ participant: readQuestionParticipant(question) }),
  write: (users: readonly ScriptUser[], types) =>
    createList(users.map((user) => createUserValue(user, types))),
});

const rightsWriter = {
  write: (rights: readonly ScriptRight[] | undefined, types: ScriptTypes): RuntimeValue =>
    toOptional(rights && createRightValues(rights, types)),
};

const readChangedRights = (question: RuntimeValue) => ({
  ...readUser(question),
  rights: readRights(question),
});

export const grantUserRightsCodec = defineQuestionCodec({
  read: readChangedRights,
  ...rightsWriter,
});
export const revokeUserRightsCodec = defineQuestionCodec({
  read: readChangedRights,
  ...rightsWriter,
});
export const listUserRightsCodec = defineQuestionCodec({ read: readUser, ...rightsWriter });
