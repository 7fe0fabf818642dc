import type { Party } from "../../../base/identifiers/identifiers.ts";
import {
  listFrom,
  none,
  optional,
  type RuntimeValue,
  some,
  unit,
} from "../runtime/runtime-value.ts";
import { participantOf, partyValue } from "./party-forms.ts";
import * as payload from "./payload.ts";
import { form } from "./question-form.ts";
import { questions } from "./script-library.ts";
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

const module = `${questions}.UserManagement`;

const userIdOf = (record: RuntimeValue): string =>
  payload.text(payload.unpacked(payload.field(record, "userId")));

const rightsOf = (question: RuntimeValue): readonly ScriptRight[] =>
  payload.list(payload.field(question, "rights"), (right) => {
    const rightPayload = payload.payloadOf(right);
    const isParty = typeof rightPayload === "object" && rightPayload.kind === "party";
    return { kind: payload.constructorOf(right), party: isParty ? rightPayload.value : undefined };
  });

const userValue = ({ id, primaryParty }: ScriptUser, types: ScriptTypes): RuntimeValue => {
  const userId = types.record(`${module}:UserId`, { unpack: id });
  return types.record(`${module}:User`, {
    userId,
    primaryParty: optional(primaryParty && partyValue(primaryParty)),
  });
};

/** Returns the rights that the library knows; scripts cannot see others. */
const rightValues = (rights: readonly ScriptRight[], types: ScriptTypes): RuntimeValue =>
  listFrom(
    rights
      .filter(({ kind }) => types.has(`${module}:UserRight`, kind))
      .map(({ kind, party }) =>
        types.variant(`${module}:UserRight`, kind, party === undefined ? unit : partyValue(party)),
      ),
  );

export const validateUserId = form({
  read: (question) => ({ name: payload.text(payload.field(question, "name")) }),
  write: (problem: string | undefined) => optional(problem),
});

/** Writes Some unit if the operation was done, otherwise None. */
const done = { write: (isDone: boolean): RuntimeValue => (isDone ? some(unit) : none) };

export const createUser = form({
  read: (question) => {
    const user = payload.field(question, "user");
    return {
      id: userIdOf(user),
      primaryParty: payload.optional(payload.field(user, "primaryParty"), payload.readParty),
      rights: rightsOf(question),
      participant: participantOf(question),
    };
  },
  ...done,
});

const readUser = (question: RuntimeValue) => ({
  id: userIdOf(question),
  participant: participantOf(question),
});

export const getUser = form({
  read: readUser,
  write: (user: ScriptUser | undefined, types) => optional(user && userValue(user, types)),
});

export const deleteUser = form({ read: readUser, ...done });

export const listAllUsers = form({
  read: (question) => ({ participant: participantOf(question) }),
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

export const grantUserRights = form({ read: readChangedRights, ...withRights });
export const revokeUserRights = form({ read: readChangedRights, ...withRights });
export const listUserRights = form({ read: readUser, ...withRights });
