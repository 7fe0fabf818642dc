import type { Party } from "../../../base/identifiers/identifiers.ts";
import {
  listFrom,
  none,
  optional,
  type RuntimeValue,
  some,
  unit,
} from "../runtime/runtime-value.ts";
import { createPartyValue, readParticipant } from "./party-forms.ts";
import * as payload from "./payload.ts";
import { defineQuestionForm } from "./question-form.ts";
import { questionsModule } from "./script-library.ts";
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

const module = `${questionsModule}.UserManagement`;

const userIdOf = (record: RuntimeValue): string =>
  payload.readText(payload.unwrapNewtype(payload.readField(record, "userId")));

const rightsOf = (question: RuntimeValue): readonly ScriptRight[] =>
  payload.readList(payload.readField(question, "rights"), (right) => {
    const rightPayload = payload.readPayload(right);
    const isParty = typeof rightPayload === "object" && rightPayload.kind === "party";
    return {
      kind: payload.readConstructor(right),
      party: isParty ? rightPayload.value : undefined,
    };
  });

const userValue = ({ id, primaryParty }: ScriptUser, types: ScriptTypes): RuntimeValue => {
  const userId = types.record(`${module}:UserId`, { unpack: id });
  return types.record(`${module}:User`, {
    userId,
    primaryParty: optional(primaryParty && createPartyValue(primaryParty)),
  });
};

/** Returns the rights that the library knows; scripts cannot see others. */
const rightValues = (rights: readonly ScriptRight[], types: ScriptTypes): RuntimeValue =>
  listFrom(
    rights
      .filter(({ kind }) => types.has(`${module}:UserRight`, kind))
      .map(({ kind, party }) =>
        types.variant(
          `${module}:UserRight`,
          kind,
          party === undefined ? unit : createPartyValue(party),
        ),
      ),
  );

export const validateUserId = defineQuestionForm({
  read: (question) => ({ name: payload.readText(payload.readField(question, "name")) }),
  write: (problem: string | undefined) => optional(problem),
});

/** Writes Some unit if the operation was done, otherwise None. */
const done = { write: (isDone: boolean): RuntimeValue => (isDone ? some(unit) : none) };

export const createUser = defineQuestionForm({
  read: (question) => {
    const user = payload.readField(question, "user");
    return {
      id: userIdOf(user),
      primaryParty: payload.readOptional(
        payload.readField(user, "primaryParty"),
        payload.readParty,
      ),
      rights: rightsOf(question),
      participant: readParticipant(question),
    };
  },
  ...done,
});

const readUser = (question: RuntimeValue) => ({
  id: userIdOf(question),
  participant: readParticipant(question),
});

export const getUser = defineQuestionForm({
  read: readUser,
  write: (user: ScriptUser | undefined, types) => optional(user && userValue(user, types)),
});

export const deleteUser = defineQuestionForm({ read: readUser, ...done });

export const listAllUsers = defineQuestionForm({
  read: (question) => ({ participant: readParticipant(question) }),
  write: (users: readonly ScriptUser[], types) =>
    listFrom(users.map((user) => userValue(user, types))),
});

const withRights = {
  write: (rights: readonly ScriptRight[] | undefined, types: ScriptTypes): RuntimeValue =>
    optional(rights && rightValues(rights, types)),
};

const readChangedRights = (question: RuntimeValue) => ({
  ...readUser(question),
  rights: rightsOf(question),
});

export const grantUserRights = defineQuestionForm({ read: readChangedRights, ...withRights });
export const revokeUserRights = defineQuestionForm({ read: readChangedRights, ...withRights });
export const listUserRights = defineQuestionForm({ read: readUser, ...withRights });
