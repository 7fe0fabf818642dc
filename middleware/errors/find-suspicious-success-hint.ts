import { findMostSimilarText } from "../../lib/internal.ts";
import { getFieldAdvice } from "./advice.ts";
import { formatJsonPointer } from "./body-places.ts";
import { hasEmptyUpdateFormat } from "./empty-format.ts";
import type { RequestPartsForHint } from "./failed-request-for-hint.ts";
import { createUnknownPackageIdFinding, createUnknownPartyFinding } from "./findings.ts";
import { createErrorHint, type ErrorHint } from "./hint.ts";
import { findIgnoredRequestField } from "./ignored-fields.ts";
import { readJsonChild } from "./json-pointer.ts";
import { suggestParty } from "./suggest-names.ts";
import { listPartiesInRequestFields } from "./typed-values.ts";
import { hasOnlyKnownFieldsAndParties } from "./unknown-fields.ts";

type HintFinder = (request: RequestPartsForHint) => ErrorHint | undefined;

/**
 * Returns a hint for a successful request that probably does not do what its author meant. A
 * participant ignores unknown fields, returns nothing for unknown parties, and finds nothing at
 * offset 0. Undefined for a usual request.
 */
export const findSuspiciousSuccessHint: HintFinder = (request) =>
  needsNoHint(request)
    ? undefined
    : (findPartyHint(request) ??
      findPackageHint(request) ??
      findFieldHint(request) ??
      findParameterHint(request) ??
      findOffsetZeroHint(request) ??
      findMissingBeginHint(request) ??
      findEmptyFormatHint(request));

/**
 * Returns true if there is no reason for a hint. Looks once at each field name and party of the
 * body, but not into ledger values.
 */
const needsNoHint = ({
  operationId,
  body,
  schema,
  parameters,
  ledger,
}: RequestPartsForHint): boolean => {
  if (parameters.length > 0 || body === undefined || schema === undefined) {
    return parameters.length === 0 && body === undefined;
  }
  const hasUpdateFormat = typeof body === "object" && body !== null && "updateFormat" in body;
  if (offsetHintOperations.has(operationId) || hasUpdateFormat) {
    return false;
  }
  const { parties, participantId } = ledger.state;
  return hasOnlyKnownFieldsAndParties(
    body,
    schema,
    (party) => party === "" || party === participantId || parties.has(party),
  );
};

const findPartyHint: HintFinder = ({
  operationId,
  body,
  parameters,
  caller,
  ledger: { state },
}) => {
  // Coin history is public, so its requests name no parties.
  if (operationId === "listTransactionHistory") return undefined;
  const isUnknownParty = (party: string): boolean => party !== "" && !state.parties.has(party);
  const [place] = [
    ...parameters
      .filter(({ name, text }) => (name === "parties" || name === "party") && isUnknownParty(text))
      .map(({ part, text }) => ({ part, party: text })),
    ...listPartiesInRequestFields(body, isUnknownParty),
  ];
  if (place === undefined || place.party === state.participantId) return undefined;
  const suggestion = suggestParty(place.party, caller, state);
  const { keys, part, expected, advice } = createUnknownPartyFinding(place, suggestion, caller);
  return createErrorHint({
    cause: `This ledger has no party ${place.party}, so the result contains nothing for it.`,
    part: part ?? "body",
    pointer: keys === undefined ? null : formatJsonPointer(keys),
    expected: expected ?? null,
    nearest: suggestion ?? null,
    advice: advice ?? null,
  });
};

/** Returns a hint for a status request for an unknown package. The status in the answer is "unspecified". */
const findPackageHint: HintFinder = ({ operationId, parameters, ledger, caller }) => {
  const [named] = parameters.filter(({ name }) => name === "package-id");
  const isStatusRequest = operationId === "getPackageStatus" && named !== undefined;
  if (!isStatusRequest || ledger.state.packages.get(named.text) !== undefined) return undefined;
  const { expected, nearest: suggestion } = createUnknownPackageIdFinding(named.text, {
    ledger,
    caller,
  });
  return createErrorHint({
    cause: `This ledger has no package ${named.text}.`,
    part: named.part,
    expected: expected ?? null,
    nearest: suggestion ?? null,
    advice:
      suggestion === undefined ? "GET /v2/packages lists the package ids." : `Write ${suggestion}.`,
  });
};

const findFieldHint: HintFinder = (request) => {
  const found = findIgnoredRequestField(request);
  if (found === undefined) return undefined;
  const { keys, ...parts } = found;
  const name = String(keys.at(-1));
  return createErrorHint({
    ...parts,
    cause: `The field ${name} is unknown and was ignored.`,
    part: "body",
    pointer: formatJsonPointer(keys),
  });
};

/** Returns a hint for an unknown query parameter, which is ignored like an unknown field. */
const findParameterHint: HintFinder = ({ parameters, parameterNames }) => {
  const isKnown = (name: string): boolean => parameterNames.includes(name);
  const unknownParameter = parameters.find(
    ({ part, name }) => part.startsWith("query") && name !== "" && !isKnown(name),
  );
  if (unknownParameter === undefined) return undefined;
  const { part, name } = unknownParameter;
  const suggestion = findMostSimilarText(name, parameterNames);
  const known =
    parameterNames.length === 0
      ? "The operation has no query parameters."
      : `Known parameters: ${parameterNames.join(", ")}.`;
  return createErrorHint({
    cause: `The query parameter ${name} is unknown and was ignored.`,
    part,
    expected:
      parameterNames.length === 0 ? "no query parameter" : `one of ${parameterNames.join(", ")}`,
    nearest: suggestion ?? null,
    advice:
      suggestion === undefined ? `Remove ${name}. ${known}` : `Name it ${suggestion}, not ${name}.`,
  });
};

/** Returns a hint for a format without any kind of update, for which the result is empty. */
const findEmptyFormatHint: HintFinder = ({ body }) =>
  hasEmptyUpdateFormat(body)
    ? createErrorHint({
        cause: "The format includes no kind of update, so the result is empty.",
        part: "body",
        pointer: "/updateFormat",
        expected: "includeTransactions, includeReassignments or includeTopologyEvents",
        advice: getFieldAdvice("updateFormat") ?? null,
      })
    : undefined;

/**
 * Returns a hint for a request without beginExclusive, because each such request reads all updates
 * from the first one on.
 */
const findMissingBeginHint: HintFinder = ({ operationId, body, ledger: { state } }) =>
  !updateOperations.has(operationId) ||
  (readJsonChild(body, "beginExclusive") ?? undefined) !== undefined ||
  state.ledgerEnd === 0
    ? undefined
    : createErrorHint({
        cause: "The request has no beginExclusive, so it starts with the first update.",
        part: "body",
        pointer: "/beginExclusive",
        expected: `an offset from 0 to ${state.ledgerEnd}, the ledger end`,
        advice: getFieldAdvice("beginExclusive") ?? null,
      });

const updateOperations: ReadonlySet<string> = new Set([
  "getUpdates",
  "getUpdatesFlats",
  "getUpdatesTrees",
  "getCompletions",
]);

/** Operations that have hints about their offsets. */
const offsetHintOperations: ReadonlySet<string> = new Set([
  ...updateOperations,
  "getActiveContracts",
]);

/** Returns a hint for active contracts at offset 0, where there are none. */
const findOffsetZeroHint: HintFinder = ({ operationId, body, ledger: { state } }) => {
  const isAtBeginning =
    operationId === "getActiveContracts" &&
    typeof body === "object" &&
    body !== null &&
    "activeAtOffset" in body &&
    Number(body.activeAtOffset) === 0;
  if (!isAtBeginning || state.ledgerEnd === 0) return undefined;
  return createErrorHint({
    cause: "At offset 0 the ledger is empty.",
    part: "body",
    pointer: "/activeAtOffset",
    expected: `an offset from 1 to ${state.ledgerEnd}, the ledger end`,
    advice:
      "GET /v2/state/ledger-end returns the newest offset; use it to read what is active now.",
  });
};
