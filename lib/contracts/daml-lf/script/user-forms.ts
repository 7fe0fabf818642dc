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

/** Questions about users (daml-script.md 2.7). */

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

const rightsOf = (asked: RuntimeValue): readonly ScriptRight[] =>
  payload.list(payload.field(asked, "rights"), (right) => {
    const of = payload.payloadOf(right);
    const isParty = typeof of === "object" && of.kind === "party";
    return { kind: payload.constructorOf(right), party: isParty ? of.value : undefined };
  });

const userValue = ({ id, primaryParty }: ScriptUser, types: ScriptTypes): RuntimeValue => {
  const userId = types.record(`${module}:UserId`, { unpack: id });
  return types.record(`${module}:User`, {
    userId,
    primaryParty: optional(primaryParty && partyValue(primaryParty)),
  });
};

/** Returns the rights that the library knows; scripts cannot ask about others. */
const rightValues = (rights: readonly ScriptRight[], types: ScriptTypes): RuntimeValue =>
  listFrom(
    rights
      .filter(({ kind }) => types.has(`${module}:UserRight`, kind))
      .map(({ kind, party }) =>
        types.variant(`${module}:UserRight`, kind, party === undefined ? unit : partyValue(party)),
      ),
  );

export const validateUserId = form({
  read: (asked) => ({ name: payload.text(payload.field(asked, "name")) }),
  write: (problem: string | undefined) => optional(problem),
});

/** Writes whether the operation was done, as an Optional of unit. */
const done = { write: (isDone: boolean): RuntimeValue => (isDone ? some(unit) : none) };

export const createUser = form({
  read: (asked) => {
    const user = payload.field(asked, "user");
    return {
      id: userIdOf(user),
      primaryParty: payload.optional(payload.field(user, "primaryParty"), payload.party),
      rights: rightsOf(asked),
      participant: participantOf(asked),
    };
  },
  ...done,
});

const ofUser = (asked: RuntimeValue) => ({
  id: userIdOf(asked),
  participant: participantOf(asked),
});

export const getUser = form({
  read: ofUser,
  write: (user: ScriptUser | undefined, types) => optional(user && userValue(user, types)),
});

export const deleteUser = form({ read: ofUser, ...done });

export const listAllUsers = form({
  read: (asked) => ({ participant: participantOf(asked) }),
  write: (users: readonly ScriptUser[], types) =>
    listFrom(users.map((user) => userValue(user, types))),
});

const withRights = {
  write: (rights: readonly ScriptRight[] | undefined, types: ScriptTypes): RuntimeValue =>
    optional(rights && rightValues(rights, types)),
};

const changedRights = (asked: RuntimeValue) => ({ ...ofUser(asked), rights: rightsOf(asked) });

export const grantUserRights = form({ read: changedRights, ...withRights });
export const revokeUserRights = form({ read: changedRights, ...withRights });
export const listUserRights = form({ read: ofUser, ...withRights });
