import type { Micros, Party } from "../../../base/identifiers/identifiers.ts";
import { listFrom, none, type RuntimeValue, unit } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { form } from "./question-form.ts";
import { questions } from "./script-library.ts";

// Questions about parties and time (daml-script.md 2.7, 2.8).

export const partyValue = (value: Party): RuntimeValue => ({ kind: "party", value });

/** Returns the participant that a question names, if any. */
export const participantOf = (question: RuntimeValue): string | undefined =>
  payload.optional(payload.optionalField(question, "participant"), payload.text);

export const allocateParty = form({
  read: (question) => {
    const participant = participantOf(question);
    const participants = payload.optionalField(question, "participants");
    return {
      name: payload.text(payload.field(question, "requestedName", "displayName")),
      hint: payload.text(payload.field(question, "idHint")),
      /** The first is the main participant; the others host the party too. */
      participants:
        participants === undefined
          ? participant === undefined
            ? []
            : [participant]
          : payload.list(participants, payload.text),
    };
  },
  write: (party: Party) => partyValue(party),
});

export const listKnownParties = form({
  read: (question) => ({ participant: participantOf(question) }),
  write: (parties: readonly { readonly party: Party; readonly isLocal: boolean }[], types) =>
    listFrom(
      parties.map(({ party, isLocal }) =>
        types.record(`${questions}.PartyManagement:PartyDetails`, {
          party: partyValue(party),
          displayName: none,
          isLocal,
        }),
      ),
    ),
});

/** Writes the answer to questions without a result. */
export const unitAnswer: { readonly write: (answer: undefined) => RuntimeValue } = {
  write: () => unit,
};

export const getTime = form({
  read: () => ({}),
  write: (micros: Micros): RuntimeValue => ({ kind: "timestamp", micros }),
});

export const setTime = form({
  read: (question) => ({ time: payload.time(payload.field(question, "time")) }),
  ...unitAnswer,
});

export const sleep = form({
  read: (question) => ({
    micros: payload.int(payload.unpacked(payload.field(question, "duration"))),
  }),
  ...unitAnswer,
});
