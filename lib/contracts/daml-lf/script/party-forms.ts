import type { Micros, Party } from "../../../base/identifiers/identifiers.ts";
import { listFrom, none, type RuntimeValue, unit } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { form } from "./question-form.ts";
import { questions } from "./script-library.ts";

/** Questions about parties and time (daml-script.md 2.7, 2.8). */

export const partyValue = (value: Party): RuntimeValue => ({ kind: "party", value });

/** Returns the participant that a question names, if any. */
export const participantOf = (asked: RuntimeValue): string | undefined =>
  payload.optional(payload.optionalField(asked, "participant"), payload.text);

export const allocateParty = form({
  read: (asked) => {
    const one = participantOf(asked);
    const several = payload.optionalField(asked, "participants");
    return {
      name: payload.text(payload.field(asked, "requestedName", "displayName")),
      hint: payload.text(payload.field(asked, "idHint")),
      /** The first is the main participant; the others host the party too. */
      participants:
        several === undefined
          ? one === undefined
            ? []
            : [one]
          : payload.list(several, payload.text),
    };
  },
  write: (party: Party) => partyValue(party),
});

export const listKnownParties = form({
  read: (asked) => ({ participant: participantOf(asked) }),
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

/** The answer of questions without a result. */
export const nothing: { readonly write: (answer: undefined) => RuntimeValue } = {
  write: () => unit,
};

export const getTime = form({
  read: () => ({}),
  write: (micros: Micros): RuntimeValue => ({ kind: "timestamp", micros }),
});

export const setTime = form({
  read: (asked) => ({ time: payload.time(payload.field(asked, "time")) }),
  ...nothing,
});

export const sleep = form({
  read: (asked) => ({ micros: payload.int(payload.unpacked(payload.field(asked, "duration"))) }),
  ...nothing,
});
