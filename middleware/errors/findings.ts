import type { ErrorDetails } from "../../lib/index.ts";
import { createTextComparisonBudget, findMostSimilarText } from "../../lib/internal.ts";
import { getFieldAdvice } from "./advice.ts";
import {
  type BodyKeyPath,
  findKeyInRequestBody,
  findTextInRequestBody,
  listTextsInBody,
} from "./body-places.ts";
import { hasEmptyUpdateFormat } from "./empty-format.ts";
import type { FailedRequestForHint } from "./failed-request-for-hint.ts";
import { getTypeNameAdvice, suggestPackageId, suggestTemplateOrInterface } from "./known-types.ts";
import { canSeePackages, suggestParty, suggestUser } from "./suggest-names.ts";
import {
  findCommandsInRequestBody,
  findPartiesInRequestBody,
  findTemplateOrInterfaceSignature,
} from "./typed-values.ts";

/** The place of the mistake that caused an error, and the probable intention. */
export interface MistakeFinding {
  readonly keys?: BodyKeyPath;
  /** Part of the request, if it is not the body. */
  readonly part?: string;
  readonly expected?: string;
  readonly nearest?: string | undefined;
  readonly advice?: string;
}

type MistakeFinder = (
  details: ErrorDetails,
  request: FailedRequestForHint,
) => MistakeFinding | undefined;

/** Returns the finding for an error by its code; undefined if there is none. */
export const findRequestMistake: MistakeFinder = (details, request) =>
  findTreeMistake(details, request) ??
  findersByCode[details.code]?.(details, request) ??
  findResourceMistake(details, request);

/** Returns the place of a text in the URL or the body. */
export const findRequestPlaceOfText = (
  text: string,
  { parameters, body }: FailedRequestForHint,
): Pick<MistakeFinding, "keys" | "part"> | undefined => {
  const parameter = parameters.find((each) => each.text === text);
  if (parameter !== undefined) return { part: parameter.part };
  const keys = findTextInRequestBody(body, text);
  return keys === undefined ? undefined : { keys };
};

/**
 * Returns the finding for a request of a transaction tree without parties; the error does not
 * mention the parameter.
 */
const findTreeMistake: MistakeFinder = ({ code }, { operationId, parameters }) =>
  code === "INVALID_ARGUMENT" &&
  operationId.startsWith("getTransactionTreeBy") &&
  !parameters.some(({ name, text }) => name === "parties" && text !== "")
    ? {
        part: "query parameter parties",
        expected: "the parties that read the tree",
        advice: "Give full party ids, one parameter each: ?parties=alice::1220….",
      }
    : undefined;

const findResourceMistake: MistakeFinder = ({ resources }, request) => {
  for (const [, name] of resources) {
    const place = name === "" ? undefined : findRequestPlaceOfText(name, request);
    if (place !== undefined) return place;
  }
  return undefined;
};

/** Maximum number of parties compared with all parties of the ledger. */
const maxCompared = 20;

/** Returns the finding on the first unknown party, preferring one whose name is near to that of a known party. */
export const findUnknownPartyMistake: MistakeFinder = (_, request) => {
  const { body, ledger, caller } = request;
  const { state } = ledger;
  const named = [
    ...request.parameters
      .filter(({ name }) => name === "party" || name === "parties")
      .map(({ part, text }) => ({ part, party: text })),
    ...findPartiesInRequestBody(body, state),
  ].filter(({ party }) => !state.parties.has(party) && party !== state.participantId);
  const unknown = listFirstPlaces(named);
  const left = createTextComparisonBudget();
  const suggestion = unknown
    .slice(0, maxCompared)
    .map(({ party }) => suggestParty(party, caller, state, left));
  const index = Math.max(
    0,
    suggestion.findIndex((party) => party !== undefined),
  );
  const place = unknown[index];
  return place && createUnknownPartyFinding(place, suggestion[index], caller);
};

/** Returns the first place of each party. */
const listFirstPlaces = <Place extends { readonly party: string }>(
  places: readonly Place[],
): readonly Place[] =>
  [...new Map(places.toReversed().map((place) => [place.party, place])).values()].reverse();

/** Returns the finding on an unknown party and the nearest known one. */
export const createUnknownPartyFinding = (
  { party, ...place }: { readonly party: string } & Pick<MistakeFinding, "keys" | "part">,
  suggestion: string | undefined,
  caller: FailedRequestForHint["caller"],
): MistakeFinding => ({
  ...place,
  expected: "the full id of a party of this ledger, <hint>::<fingerprint>",
  nearest: suggestion,
  advice:
    suggestion === undefined
      ? `${createUserIdAsPartyAdvice(party, caller)}Allocate the party (POST /v2/parties), and use the id in the response.`
      : party.includes("::")
        ? `Write ${suggestion}; ids of another or an earlier ledger are unknown here.`
        : `Write the full party id: ${suggestion}.`,
});

/**
 * Returns a sentence that tells the caller that the text is its own user id, not a party; empty if it is not.
 */
export const createUserIdAsPartyAdvice = (
  party: string,
  caller: FailedRequestForHint["caller"],
): string =>
  caller?.kind === "user" && caller.userId === party
    ? `${party} is a user id, not a party id. `
    : "";

const findAuthorizationMistake: MistakeFinder = (details, request) => {
  const unknown = findUnknownPartyMistake(details, request);
  if (unknown?.nearest !== undefined) return unknown;
  const keys = findKeyInRequestBody(request.body, ["actAs"]);
  const { authority } = details;
  const wanted = authority === undefined || authority.step === "fetch" ? [] : authority.needed;
  const needed = "all parties whose authorization the commands require";
  return (
    keys && {
      keys,
      expected: wanted.length === 0 ? needed : `${needed}: ${wanted.join(", ")}`,
    }
  );
};

/** Returns the finding on an unknown template or interface. */
const findTypeMistake: MistakeFinder = (details, { body, ledger, caller, parameters }) => {
  if (details.cause.endsWith("have no key.")) return findTemplateWithoutKey(body);
  const { state } = ledger;
  for (const { keys, text } of listTextsInBody(body)) {
    const key = keys.at(-1);
    if ((key !== "templateId" && key !== "interfaceId") || text === key) continue;
    const signature = findTemplateOrInterfaceSignature(text, state);
    const isRightKind = key === "templateId" ? signature !== undefined : isInterface(signature);
    if (isRightKind && !(keys.includes("TemplateFilter") && isInterface(signature))) continue;
    return {
      keys,
      expected: `the name of ${describeExpectedTemplateOrInterface(keys)}`,
      ...(signature === undefined
        ? suggestIntendedType(text, { ledger, caller })
        : { advice: suggestOtherFilter(text, isInterface(signature)) }),
    };
  }
  return findPackageMistake({ body, ledger, caller, parameters });
};

/**
 * Returns the nearest type, for callers that may list packages, and why the text is invalid, if
 * that is apparent.
 */
export const suggestIntendedType = (
  text: string,
  { ledger, caller }: Pick<FailedRequestForHint, "ledger" | "caller">,
): Pick<MistakeFinding, "nearest" | "advice"> => {
  if (findTemplateOrInterfaceSignature(text, ledger.state) !== undefined) return {};
  const suggestion = canSeePackages(caller) ? suggestTemplateOrInterface(text, ledger) : undefined;
  const note = getTypeNameAdvice(text);
  if (note === undefined) return { nearest: suggestion };
  return {
    nearest: suggestion,
    advice: suggestion === undefined ? note : `Write ${suggestion}. ${note}`,
  };
};

/** Returns the kind of type that a field names. */
export const describeExpectedTemplateOrInterface = (keys: BodyKeyPath): string =>
  keys.includes("InterfaceFilter")
    ? "an interface"
    : keys.at(-1) === "templateId"
      ? "a template"
      : "a template or interface";

/**
 * Returns advice for a filter of the wrong kind: templates and interfaces have different filters.
 */
const suggestOtherFilter = (text: string, isOfInterface: boolean): string =>
  isOfInterface
    ? `${text} is an interface: filter by {"InterfaceFilter": {"value": {"interfaceId": "${text}"}}}.`
    : `${text} is a template: filter by {"TemplateFilter": {"value": {"templateId": "${text}"}}}.`;

/** Returns the finding for a key of a template without keys. */
const findTemplateWithoutKey = (body: unknown): MistakeFinding => {
  const keys = findKeyInRequestBody(body, ["contractKey"]);
  return {
    ...(keys === undefined ? {} : { keys: [...keys.slice(0, -1), "templateId"] }),
    expected: "the name of a template whose contracts have a key",
    advice: "Exercise the choice by contract id: ExerciseCommand with contractId.",
  };
};

const isInterface = (signature: ReturnType<typeof findTemplateOrInterfaceSignature>): boolean =>
  signature !== undefined && !("payload" in signature);

/** Returns the finding on an unknown package. */
const findPackageMistake = ({
  body,
  ledger,
  caller,
  parameters,
}: Pick<FailedRequestForHint, "body" | "ledger" | "caller" | "parameters">):
  MistakeFinding | undefined => {
  const { packages } = ledger.state;
  const names = new Set(Array.from(packages.packages(), ({ name }) => name));
  const suggest = (text: string): Pick<MistakeFinding, "nearest" | "expected"> =>
    canSeePackages(caller)
      ? { nearest: findMostSimilarText(text, names), expected: "a package" }
      : {};
  for (const { part, name, text } of parameters) {
    if (name === "package-name" && !names.has(text)) return { part, ...suggest(text) };
    if (name === "package-id" && packages.get(text) === undefined) {
      return { part, ...createUnknownPackageIdFinding(text, { ledger, caller }) };
    }
  }
  for (const { keys, text } of listTextsInBody(body)) {
    const key = keys.at(-1);
    if (key === text) continue;
    if (key === "packageName" && text !== "" && !names.has(text)) {
      const { nearest: suggestion = packages.get(text)?.name, ...suggested } = suggest(text);
      return { keys, ...suggested, nearest: canSeePackages(caller) ? suggestion : undefined };
    }
    if (key === "packageId" && text !== "" && packages.get(text) === undefined) {
      return { keys, ...createUnknownPackageIdFinding(text, { ledger, caller }) };
    }
  }
  return undefined;
};

/** Returns the finding on an unknown package id. */
export const createUnknownPackageIdFinding = (
  text: string,
  { ledger, caller }: Pick<FailedRequestForHint, "ledger" | "caller">,
): MistakeFinding => {
  const suggestion = canSeePackages(caller) ? suggestPackageId(text, ledger) : undefined;
  return {
    expected: "a package id; GET /v2/packages lists them",
    ...(suggestion === undefined ? {} : { nearest: suggestion }),
  };
};

const findUserMistake: MistakeFinder = ({ resources }, request) => {
  const [, userId] = resources.find(([type]) => type === "USER") ?? [];
  if (userId === undefined) return undefined;
  const { caller, ledger } = request;
  return {
    ...findRequestPlaceOfText(userId, request),
    expected: "the id of a user",
    nearest: suggestUser(userId, caller, ledger.state),
  };
};

const findProviderMistake: MistakeFinder = ({ resources }, request) => {
  const { identityProviders } = request.ledger.state;
  const [, id] = resources[0] ?? [];
  if (id === undefined) return undefined;
  return {
    ...findRequestPlaceOfText(id, request),
    expected: "the id of an identity provider",
    nearest: findMostSimilarText(id, identityProviders.keys()),
  };
};

const findOffsetMistake: MistakeFinder = ({ path }, { body, ledger }) => {
  const keys =
    path === undefined
      ? findKeyInRequestBody(body, ["activeAtOffset", "beginExclusive", "endInclusive", "offset"])
      : undefined;
  const { ledgerEnd, prunedUpTo } = ledger.state;
  return {
    ...(keys === undefined ? {} : { keys }),
    expected: `an offset from ${prunedUpTo} to ${ledgerEnd}, the ledger end`,
  };
};

const createKeyFinder =
  (...names: readonly string[]): MistakeFinder =>
  (_, { body }) => {
    const keys = findKeyInRequestBody(body, names);
    return keys && { keys };
  };

/** Returns the finding for a token, or a request, that names no user. */
const findTokenMistake: MistakeFinder = ({ context }) =>
  context["ledger_api_error"] === undefined
    ? undefined
    : {
        part: "header Authorization",
        expected: "a token whose sub is the id of a user",
        advice: "Issue the token with a user id in sub: 1 to 128 characters, no spaces.",
      };

const findPartyOrResourceMistake: MistakeFinder = (details, request) =>
  findUnknownPartyMistake(details, request) ?? findResourceMistake(details, request);

const findersByCode: Partial<Record<ErrorDetails["code"], MistakeFinder>> = {
  UNKNOWN_SUBMITTERS: findPartyOrResourceMistake,
  UNKNOWN_INFORMEES: findPartyOrResourceMistake,
  SUBMITTERS_NOT_ACTIVE: findPartyOrResourceMistake,
  INFORMEES_NOT_ACTIVE: findPartyOrResourceMistake,
  NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT: findPartyOrResourceMistake,
  PARTY_NOT_FOUND: findPartyOrResourceMistake,
  DAML_AUTHORIZATION_ERROR: findAuthorizationMistake,
  TEMPLATES_OR_INTERFACES_NOT_FOUND: findTypeMistake,
  PACKAGE_NAMES_NOT_FOUND: findTypeMistake,
  PACKAGE_NOT_FOUND: findTypeMistake,
  UNRESOLVED_PACKAGE_NAME: findTypeMistake,
  UNRESOLVED_VETTING_REFERENCE: findTypeMistake,
  NO_PREFERRED_PACKAGES_FOUND: findTypeMistake,
  JSON_API_PACKAGE_SELECTION_FAILED: findTypeMistake,
  NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME: findTypeMistake,
  NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME: findTypeMistake,
  USER_NOT_FOUND: findUserMistake,
  USER_ALREADY_EXISTS: findUserMistake,
  IDP_CONFIG_NOT_FOUND: findProviderMistake,
  OFFSET_AFTER_LEDGER_END: findOffsetMistake,
  PARTICIPANT_PRUNED_DATA_ACCESSED: findOffsetMistake,
  INVALID_TOKEN: findTokenMistake,
  CONCURRENT_USER_UPDATE_DETECTED: createKeyFinder("resourceVersion"),
  CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED: createKeyFinder("resourceVersion"),
  DUPLICATE_COMMAND: createKeyFinder("commandId"),
  SUBMISSION_ALREADY_IN_FLIGHT: createKeyFinder("commandId"),
  INVALID_DEDUPLICATION_PERIOD: createKeyFinder("deduplicationPeriod"),
  CONTRACT_NOT_ACTIVE: createKeyOrResourceFinder("contractId"),
  LOCAL_VERDICT_INACTIVE_CONTRACTS: createKeyOrResourceFinder("contractId"),
  CONTRACT_NOT_FOUND: createKeyOrResourceFinder("contractId"),
  CONTRACT_KEY_NOT_FOUND: createPartyFirstFinder(createKeyOrResourceFinder("contractKey")),
  COMMAND_PREPROCESSING_FAILED: findContractIdMistake,
  WRONGLY_TYPED_CONTRACT: createKeyOrResourceFinder("contractId"),
  CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE: createKeyOrResourceFinder("templateId"),
  CONTRACT_EVENTS_NOT_FOUND: createPartyFirstFinder(createKeyOrResourceFinder("contractId")),
  CONTRACT_PAYLOAD_NOT_FOUND: createPartyFirstFinder(createKeyOrResourceFinder("contractId")),
  UPDATE_NOT_FOUND: createPartyFirstFinder(findUpdateMistake),
  COMPLETION_NOT_FOUND: createKeyOrResourceFinder("transactionHash"),
  TEMPLATE_PRECONDITION_VIOLATED: createKeyFinder("createArguments"),
  DAML_FAILURE: findFailureMistake,
  INTERPRETATION_USER_ERROR: findFailureMistake,
  NO_SYNCHRONIZER_FOR_SUBMISSION: createKeyOrResourceFinder("synchronizerId"),
  INVALID_DAR: findDarMistake,
  DAR_PARSE_ERROR: () => ({ part: "body" }),
  INVALID_ZIP_ENTRY: () => ({ part: "body" }),
  PACKAGE_VALIDATION_FAILED: () => ({ part: "body" }),
};

/** Returns the finding for an upload that is not a DAR. */
function findDarMistake({ cause }: ErrorDetails): MistakeFinding {
  if (!/ZIP|MANIFEST/u.test(cause)) return { part: "body" };
  return {
    part: "body",
    expected: "the bytes of a DAR",
    advice:
      "As the body, send the unchanged bytes of the DAR that the Daml compiler built, not JSON, Base64 or a form (curl --data-binary @file.dar, with Content-Type: application/octet-stream).",
  };
}

/**
 * Returns a finder that looks first for an unknown party whose name is near to that of a known
 * party, because a query for an unknown party has no results.
 */
function createPartyFirstFinder(otherwise: MistakeFinder): MistakeFinder {
  return (details, request) => {
    const unknown = findUnknownPartyMistake(details, request);
    return unknown?.nearest === undefined ? otherwise(details, request) : unknown;
  };
}

/** Returns the finding for an unknown update, or for a format without any kind of update. */
function findUpdateMistake(
  details: ErrorDetails,
  request: FailedRequestForHint,
): MistakeFinding | undefined {
  if (!hasEmptyUpdateFormat(request.body)) {
    return createKeyOrResourceFinder("updateId", "offset", "transactionHash")(details, request);
  }
  const advice = getFieldAdvice("updateFormat");
  return { keys: ["updateFormat"], ...(advice === undefined ? {} : { advice }) };
}

/** Returns the finding on an invalid contract id, which the cause quotes. */
function findContractIdMistake(
  { cause }: ErrorDetails,
  request: FailedRequestForHint,
): MistakeFinding | undefined {
  const [, text] = /^Illegal Contract ID "([^"]*)"/.exec(cause) ?? [];
  return text === undefined
    ? undefined
    : { ...findRequestPlaceOfText(text, request), expected: "the contract id of an event" };
}

/** Returns the finding on an error in Daml code: its command, if there is only one. */
function findFailureMistake(
  { cause }: ErrorDetails,
  { body }: FailedRequestForHint,
): MistakeFinding | undefined {
  if (!cause.includes("PreconditionFailed")) {
    const [only, ...others] = findCommandsInRequestBody(body);
    return only === undefined || others.length > 0 ? undefined : { keys: only.keys };
  }
  const keys = findKeyInRequestBody(body, ["createArguments"]);
  return {
    ...(keys === undefined ? {} : { keys }),
    expected: "arguments that satisfy the precondition (ensure) of the template",
  };
}

/** Returns a finder that looks for an unknown resource first, then for keys of the body. */
function createKeyOrResourceFinder(...names: readonly string[]): MistakeFinder {
  return (details, request) =>
    findResourceMistake(details, request) ?? createKeyFinder(...names)(details, request);
}
