import type { Micros, Party } from "../../../base/identifiers/identifiers.ts";
import { createPartyValue } from "../../../base/values/constructors.ts";
import {
  createRuntimeList,
  runtimeNone,
  type RuntimeValue,
  unit,
} from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { defineScriptQuestionCodec } from "./question-codec.ts";
import { scriptQuestionsModuleName } from "./script-library.ts";

// Questions about parties and time (daml-script.md 2.7, 2.8).

/** Returns the participant that a question names, if any. */
export const readScriptQuestionParticipant = (question: RuntimeValue): string | undefined =>
  payload.readOptionalValue(
    payload.readOptionalRecordField(question, "participant"),
    payload.readTextValue,
  );

export const allocatePartyQuestionCodec = defineScriptQuestionCodec({
  read: (question) => {
    const participant = readScriptQuestionParticipant(question);
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

export const listKnownPartiesQuestionCodec = defineScriptQuestionCodec({
  read: (question) => ({ participant: readScriptQuestionParticipant(question) }),
  write: (parties: readonly { readonly party: Party; readonly isLocal: boolean }[], types) =>
    createRuntimeList(
      parties.map(({ party, isLocal }) =>
        types.createRecord(`${scriptQuestionsModuleName}.PartyManagement:PartyDetails`, {
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
