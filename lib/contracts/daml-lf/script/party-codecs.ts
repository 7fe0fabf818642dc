import type { Micros, Party } from "../../../base/identifiers/identifiers.ts";
import { createList, noneValue, type RuntimeValue, unit } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { defineQuestionCodec } from "./question-codec.ts";
import { scriptQuestionsModule } from "./script-library.ts";

// Questions about parties and time (daml-script.md 2.7, 2.8).

export const createPartyValue = (value: Party): RuntimeValue => ({ kind: "party", value });

/** Returns the participant that a question names, if any. */
export const readQuestionParticipant = (question: RuntimeValue): string | undefined =>
  payload.readOptional(payload.readOptionalField(question, "participant"), payload.readText);

export const allocatePartyCodec = defineQuestionCodec({
  read: (question) => {
    const participant = readQuestionParticipant(question);
    const participants = payload.readOptionalField(question, "participants");
    return {
      name: payload.readText(payload.readField(question, "requestedName", "displayName")),
      hint: payload.readText(payload.readField(question, "idHint")),
      /** The first is the main participant; the others host the party too. */
      participants:
        participants === undefined
          ? participant === undefined
            ? []
            : [participant]
          : payload.readList(participants, payload.readText),
    };
  },
  write: (party: Party) => createPartyValue(party),
});

export const listKnownPartiesCodec = defineQuestionCodec({
  read: (question) => ({ participant: readQuestionParticipant(question) }),
  write: (parties: readonly { readonly party: Party; readonly isLocal: boolean }[], types) =>
    createList(
      parties.map(({ party, isLocal }) =>
        types.createRecord(`${scriptQuestionsModule}.PartyManagement:PartyDetails`, {
          party: createPartyValue(party),
          displayName: noneValue,
          isLocal,
        }),
      ),
    ),
});

/** Writes the answer to questions without a result. */
export const unitAnswer: { readonly write: (answer: undefined) => RuntimeValue } = {
  write: () => unit,
};

export const getTimeCodec = defineQuestionCodec({
  read: () => ({}),
  write: (micros: Micros): RuntimeValue => ({ kind: "timestamp", micros }),
});

export const setTimeCodec = defineQuestionCodec({
  read: (question) => ({ time: payload.readTime(payload.readField(question, "time")) }),
  ...unitAnswer,
});

export const sleepCodec = defineQuestionCodec({
  read: (question) => ({
    micros: payload.readInt(payload.unwrapNewtype(payload.readField(question, "duration"))),
  }),
  ...unitAnswer,
});
