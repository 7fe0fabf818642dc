import type { Micros, Party } from "../../../base/identifiers/identifiers.ts";
import { createPartyValue } from "../../../base/values/constructors.ts";
import { createList, runtimeNone, type RuntimeValue, unit } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { defineScriptQuestionCodec } from "./question-codec.ts";
import { scriptQuestionsModule } from "./script-library.ts";

// Questions about parties and time (daml-script.md 2.7, 2.8).

/** Returns the participant that a question names, if any. */
export const readParticipantOfQuestion = (question: RuntimeValue): string | undefined =>
  payload.readOptionalValue(
    payload.readOptionalRecordField(question, "participant"),
    payload.readTextValue,
  );

export const allocatePartyCodec = defineScriptQuestionCodec({
  read: (question) => {
    const participant = readParticipantOfQuestion(question);
    const participants = payload.readOptionalRecordField(question, "participants");
    return {
      name: payload.readTextValue(
        payload.readRequiredRecordField(question, "requestedName", "displayName"),
      ),
      hint: payload.readTextValue(payload.readRequiredRecordField(question, "idHint")),
      /** The first is the main participant; the others host the party too. */
      participants:
        participants === undefined
          ? participant === undefined
            ? []
            : [participant]
          : payload.readListElements(participants, payload.readTextValue),
    };
  },
  write: (party: Party) => createPartyValue(party),
});

export const listKnownPartiesCodec = defineScriptQuestionCodec({
  read: (question) => ({ participant: readParticipantOfQuestion(question) }),
  write: (parties: readonly { readonly party: Party; readonly isLocal: boolean }[], types) =>
    createList(
      parties.map(({ party, isLocal }) =>
        types.createRecord(`${scriptQuestionsModule}.PartyManagement:PartyDetails`, {
          party: createPartyValue(party),
          displayName: runtimeNone,
          isLocal,
        }),
      ),
    ),
});

/** Writes the answer to questions without a result. */
export const unitAnswerWriter: { readonly write: (answer: undefined) => RuntimeValue } = {
  write: () => unit,
};

export const getTimeQuestionCodec = defineScriptQuestionCodec({
  read: () => ({}),
  write: (micros: Micros): RuntimeValue => ({ kind: "timestamp", micros }),
});

export const setTimeQuestionCodec = defineScriptQuestionCodec({
  read: (question) => ({
    time: payload.readTimeValue(payload.readRequiredRecordField(question, "time")),
  }),
  ...unitAnswerWriter,
});

export const sleepQuestionCodec = defineScriptQuestionCodec({
  read: (question) => ({
    micros: payload.readIntValue(
      payload.unwrapNewtype(payload.readRequiredRecordField(question, "duration")),
    ),
  }),
  ...unitAnswerWriter,
});
