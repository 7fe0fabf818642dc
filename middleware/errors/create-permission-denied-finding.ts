import type { UserCaller } from "../../lib/api.ts";
import type { ErrorDetails } from "../../lib/index.ts";
import { getFieldAdvice } from "./advice.ts";
import { findKeyInRequestBody } from "./body-places.ts";
import type { FailedRequestForHint } from "./failed-request-for-hint.ts";
import {
  createUnknownPartyFinding,
  createUserIdAsPartyAdvice,
  findRequestPlaceOfText,
  type MistakeFinding,
} from "./findings.ts";
import { findMisspeltField } from "./ignored-fields.ts";
import { suggestParty, suggestUserOfIdentityProvider } from "./suggest-names.ts";
import { listPartiesInRequestFields, type PartyInBody } from "./typed-values.ts";

type MissingRight = NonNullable<ErrorDetails["lacking"]>;

const authorizationHeaderHint = { part: "header Authorization" } as const;

/**
 * Returns what an authenticated caller lacks (PERMISSION_DENIED): a user, a right or a known party.
 * Reveals nothing about parties that the caller has no rights for.
 */
export const createPermissionDeniedFinding = (
  details: ErrorDetails,
  request: FailedRequestForHint,
): MistakeFinding => {
  const { lacking, resources } = details;
  if (lacking !== undefined) return createMissingRightFinding(lacking, request);
  const [, userId] = resources.find(([type]) => type === "USER") ?? [];
  if (userId !== undefined) {
    const [, provider = ""] = resources.find(([type]) => type === "IDENTITY_PROVIDER") ?? [];
    return createUnknownUserFinding(
      userId,
      suggestUserOfIdentityProvider(userId, provider, request.ledger.state),
    );
  }
  if (details.path === "userId") return createOtherUserFinding(request);
  if (details.cause.includes("the option cors")) return createForeignPageFinding(details);
  return {
    ...(details.path === undefined ? authorizationHeaderHint : {}),
    advice: createAdvice(details),
  };
};

/** Returns the finding for a refused Host or Origin header; see `WebPageAccessPolicy`. */
const createForeignPageFinding = ({ cause }: ErrorDetails): MistakeFinding => ({
  part: cause.includes("host") ? "header Host" : "header Origin",
  advice:
    "Add the origin of the page to the option cors (--cors https://wallet.example.com), or call the ledger by an address such as 127.0.0.1.",
});

const createAdvice = ({ cause }: ErrorDetails): string => {
  if (cause.includes("deactivated")) {
    return "Activate the user (PATCH /v2/users/{user-id}, user.isDeactivated false, update mask is_deactivated), or use another one.";
  }
  if (cause.includes("identity provider")) {
    return "Use a token of the identity provider that administers the user, or name only users and parties of the token's provider.";
  }
  if (cause.includes("another participant")) {
    return "Issue the token for this participant (aud), or without a participant.";
  }
  return "Use a token of a user with the required rights.";
};

const createUnknownUserFinding = (
  userId: string,
  suggestion: string | undefined,
): MistakeFinding => ({
  ...authorizationHeaderHint,
  expected: "a token whose sub is the id of a user of the ledger",
  nearest: suggestion,
  advice:
    suggestion === undefined
      ? `Create the user: POST /v2/users, {"user": {"id": ${JSON.stringify(userId)}}}. Tokens name users, not parties.`
      : `Issue the token for ${suggestion}, or create the user ${userId} (POST /v2/users).`,
});

const createOtherUserFinding = ({ caller, body }: FailedRequestForHint): MistakeFinding => {
  const userId = caller?.kind === "user" ? caller.userId : "";
  const keys = findKeyInRequestBody(body, ["userId"]);
  return {
    ...(keys === undefined ? {} : { keys }),
    expected: `${userId}, the user of the token, or none`,
    nearest: userId,
    advice: `Omit userId, or use a token of that user.`,
  };
};

const createMissingRightFinding = (
  lacking: MissingRight,
  request: FailedRequestForHint,
): MistakeFinding => {
  const { party, anyOf } = lacking;
  const { caller, ledger, body } = request;
  if (party === "") return noSubmitterNamed(request);
  const expected = `the right ${anyOf.join(" or ")}${party === undefined ? "" : ` over ${party}`}`;
  const advice = createGrantAdvice(lacking, caller?.kind === "user" ? caller : undefined);
  if (party === undefined) {
    const coversAllParties = anyOf.includes("CanReadAsAnyParty");
    const keys = coversAllParties ? findKeyInRequestBody(body, anyPartyFields) : undefined;
    return { ...(keys === undefined ? authorizationHeaderHint : { keys }), expected, advice };
  }
  const place = findPlaceOfParty(lacking, party, request) ?? authorizationHeaderHint;
  const suggestion = suggestParty(party, caller, ledger.state);
  if (suggestion !== undefined) {
    return createUnknownPartyFinding({ party, ...place }, suggestion, caller);
  }
  if (party.includes("::")) return { ...place, expected, advice };
  const form = "Write the full party id, <hint>::<fingerprint>. ";
  return {
    ...place,
    expected,
    advice: (createUserIdAsPartyAdvice(party, caller) || form) + advice,
  };
};

/** Returns the finding for a request that names no submitter. Looks for a misspelt field first. */
const noSubmitterNamed = (request: FailedRequestForHint): MistakeFinding => {
  const holder = ["reassignmentCommands"];
  const found = findMisspeltField(holder, request);
  const advice = found?.nearest === "submitter" ? found.advice : getFieldAdvice("submitter");
  return {
    keys: [...holder, "submitter"],
    expected: "the submitting party",
    ...(found?.nearest === "submitter" ? { nearest: "submitter" } : {}),
    ...(advice === undefined ? {} : { advice }),
  };
};

const anyPartyFields = ["filtersForAnyParty", "includeTopologyEvents"];

const findPlaceOfParty = (
  { anyOf }: MissingRight,
  party: string,
  request: FailedRequestForHint,
): Pick<MistakeFinding, "keys" | "part"> | undefined => {
  const named = listPartiesInRequestFields(request.body).filter((each) => each.party === party);
  const isActing = ({ keys }: PartyInBody): boolean =>
    keys.includes("actAs") || keys.includes("submitter");
  const wantsActing = anyOf[0] === "CanActAs";
  const [first] = named;
  const found = named.find((each) => isActing(each) === wantsActing) ?? first;
  return found === undefined ? findRequestPlaceOfText(party, request) : { keys: found.keys };
};

const createGrantAdvice = (
  { anyOf, party }: MissingRight,
  caller: UserCaller | undefined,
): string => {
  const [kind = ""] = anyOf;
  const value = party === undefined ? {} : { party };
  const userId = caller?.userId ?? "<user id>";
  const body = { userId, rights: [{ kind: { [kind]: { value } } }] };
  const others = anyOf.slice(1);
  const isAdmin = caller?.claims.admin === true;
  return [
    `Grant the user ${userId} the right ${kind}: POST /v2/users/${encodeURIComponent(userId)}/rights, ${JSON.stringify(body)}`,
    others.length === 0 ? "" : `; ${others.join(" or ")} is also sufficient`,
    isAdmin
      ? ". ParticipantAdmin includes no rights for parties, but can grant them to itself."
      : ", as a user with the right ParticipantAdmin.",
  ].join("");
};
