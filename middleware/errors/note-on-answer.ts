import { pointerTo } from "./body-places.ts";
import type { AnsweredRequest } from "./failed-request.ts";
import { unknownParty } from "./findings.ts";
import { type Hint, hint } from "./hint.ts";
import { partyMeantBy } from "./known-names.ts";
import { misspeltField } from "./strangers.ts";
import { partiesInEnvelope } from "./typed-values.ts";

type Note = (request: AnsweredRequest) => Hint | undefined;

/**
 * What is likely to be wrong with a request that was answered all the same: a participant passes over fields that it does not
 * know, has nothing of parties that are none, and finds nothing before the beginning. Undefined when nothing strikes. Costs a
 * look at each name in the envelope.
 */
export const noteOnAnswer: Note = (request) =>
  aboutParty(request) ?? aboutField(request) ?? aboutBeginning(request);

const aboutParty: Note = ({ body, parameters, caller, ledger: { state } }) => {
  const named = [
    ...parameters
      .filter(({ name }) => name === "parties" || name === "party")
      .map(({ part, text }) => ({ part, party: text })),
    ...partiesInEnvelope(body),
  ];
  const place = named.find(({ party }) => party !== "" && !state.parties.has(party));
  if (place === undefined || place.party === state.participantId) return undefined;
  const meant = partyMeantBy(place.party, caller, state);
  const { keys, part, expected, advice } = unknownParty(place, meant, caller);
  return hint({
    cause: `${place.party} is no party of this ledger, so that there is nothing of it.`,
    part: part ?? "body",
    pointer: keys === undefined ? null : pointerTo(keys),
    expected: expected ?? null,
    nearest: meant ?? null,
    advice: advice ?? null,
  });
};

const aboutField: Note = ({ body, schema }) => {
  const found = schema && misspeltField(body, schema);
  if (found === undefined) return undefined;
  const { keys, meant } = found;
  const name = String(keys.at(-1));
  return hint({
    cause: `The field ${name} is not known here and was passed over.`,
    part: "body",
    pointer: pointerTo(keys),
    expected: `the field ${meant}`,
    nearest: meant,
    advice: `Name it ${meant}, not ${name}.`,
  });
};

/** Before everything there are no contracts, which few who ask have in mind. */
const aboutBeginning: Note = ({ operationId, body, ledger: { state } }) => {
  const isAtBeginning =
    operationId === "getActiveContracts" &&
    typeof body === "object" &&
    body !== null &&
    "activeAtOffset" in body &&
    Number(body.activeAtOffset) === 0;
  if (!isAtBeginning || state.ledgerEnd === 0) return undefined;
  return hint({
    cause: "At offset 0 there is nothing yet.",
    part: "body",
    pointer: "/activeAtOffset",
    expected: `an offset from 1 to ${state.ledgerEnd}, the ledger end`,
    advice: "GET /v2/state/ledger-end tells the newest offset; look there for what is active now.",
  });
};
