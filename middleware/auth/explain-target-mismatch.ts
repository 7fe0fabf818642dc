import { findMostSimilarText } from "../../lib/internal.ts";
import { quoteValue, type TokenFault, tokenVerificationSteps } from "./token-fault.ts";
import {
  defaultTokenScope,
  readTokenUser,
  type TokenAudienceAndScope,
  tokenAudiencePrefix,
  type TokenClaims,
} from "./token-kind.ts";

/**
 * Returns why a genuine token names no user of this ledger, or is for another target; undefined if
 * it is valid.
 */
export const explainTokenTargetMismatch = (
  claims: TokenClaims,
  target: TokenAudienceAndScope,
): TokenFault | undefined => {
  if (readTokenUser(claims, target) !== undefined) return undefined;
  return (
    explainSubject(claims) ??
    explainClaimForms(claims) ??
    explainAudience(claims, target) ??
    explainScope(claims, target.scope ?? defaultTokenScope)
  );
};

interface TargetMismatch {
  readonly cause: string;
  readonly expected: string;
  readonly advice: string;
  readonly nearest?: string | undefined;
}

const createTargetFault = ({ nearest: suggestion, ...mismatch }: TargetMismatch): TokenFault => ({
  step: tokenVerificationSteps.target,
  ...mismatch,
  ...(suggestion === undefined ? {} : { nearest: suggestion }),
});

const explainSubject = (claims: TokenClaims): TokenFault | undefined => {
  const { sub } = claims;
  if (typeof sub === "string") return undefined;
  const expected = "the claim sub with the id of a user";
  if (sub !== undefined && sub !== null) {
    const cause = `The sub of the token is ${quoteValue(sub)}, not a string.`;
    return createTargetFault({ cause, expected, advice: "Write the user id as a string." });
  }
  if ("https://daml.com/ledger-api" in claims) {
    return createTargetFault({
      cause:
        "The token has custom claims (actAs, readAs, admin), which are no longer supported, and no sub.",
      expected,
      advice: "Create a user with these rights, and issue the token with its id in sub.",
    });
  }
  const other = ["user", "userId", "user_id", "username", "name", "email", "client_id"].find(
    (name) => name in claims,
  );
  return createTargetFault({
    cause: "The token has no claim sub, so it names no user.",
    expected,
    advice:
      other === undefined
        ? "Issue the token with the user id in sub."
        : `Issue the token with the user id in sub, not in ${other}.`,
  });
};

/** Returns the fault of a claim with a type that no kind of token has. */
const explainClaimForms = ({ iss, aud, scope, scp }: TokenClaims): TokenFault | undefined => {
  const wrong = (name: string, value: unknown, expected: string): TokenFault =>
    createTargetFault({
      cause: `The claim ${name} of the token is ${quoteValue(value)}.`,
      expected,
      advice: `Write ${name} as ${expected}.`,
    });
  if (!isAbsent(iss) && typeof iss !== "string") return wrong("iss", iss, "a string");
  if (!isAbsentOrTexts(aud)) return wrong("aud", aud, "a string or a list of strings");
  if (!isAbsent(scope) && typeof scope !== "string" && isAbsent(scp)) {
    return wrong(
      "scope",
      scope,
      "a string with scopes separated by spaces; a list belongs into scp",
    );
  }
  return isAbsentOrTexts(scp) ? undefined : wrong("scp", scp, "a list of strings");
};

const isAbsent = (claim: unknown): boolean => claim === undefined || claim === null;

const isAbsentOrTexts = (claim: unknown): boolean =>
  isAbsent(claim) || [claim].flat().every((entry) => typeof entry === "string");

const explainAudience = (
  { aud }: TokenClaims,
  { audience, scope }: TokenAudienceAndScope,
): TokenFault | undefined => {
  const audiences = toTexts(aud);
  if (audience !== undefined) {
    if (audiences.includes(audience)) return undefined;
    return createTargetFault({
      cause: `The token was issued for ${listNames(audiences, "no audience (aud)")}, not for ${audience}.`,
      expected: `aud ${quoteValue(audience)}`,
      nearest: audiences.flatMap((each) => findMostSimilarText(each, [audience]) ?? [])[0],
      advice: `Issue the token with the audience (aud) ${audience}.`,
    });
  }
  if (scope !== undefined) return undefined;
  const participants = audiences.filter((each) => each.startsWith(tokenAudiencePrefix));
  if (participants.length > 0) {
    return createTargetFault({
      cause: `The token names ${participants.length === 1 ? "no participant" : "several participants"} in its audience (aud): ${listNames(participants, "")}.`,
      expected: `one aud ${tokenAudiencePrefix}<participant id>`,
      advice: "Name the participant id of GET /v2/parties/participant-id, or none.",
    });
  }
  return audiences.length <= 1
    ? undefined
    : createTargetFault({
        cause: `The token was issued for several audiences (aud): ${listNames(audiences, "")}.`,
        expected: "no aud, or the participant's",
        advice: "Issue it for one audience, or set the option audience.",
      });
};

const explainScope = (claims: TokenClaims, wanted: string): TokenFault => {
  const { scope, scp } = claims;
  const words = toTexts(scope ?? scp).flatMap((text) => text.split(/[\s,]+/));
  const expected = `the word ${wanted} in scope`;
  if (words.includes(wanted)) {
    const isList = typeof scope !== "string";
    return createTargetFault({
      cause: isList
        ? `An entry of the scp of the token is ${quoteValue(toTexts(scp).find((text) => text !== wanted))}; entries are not split.`
        : `The words of the scope ${quoteValue(scope)} of the token are not separated by spaces.`,
      expected,
      advice: isList ? `Make ${wanted} a separate entry of scp.` : "Separate scopes by spaces.",
    });
  }
  if (words.length > 0) {
    return createTargetFault({
      cause: `The scope of the token is ${quoteValue(scope ?? scp)}, without ${wanted}.`,
      expected,
      nearest: words.flatMap((word) => findMostSimilarText(word, [wanted]) ?? [])[0],
      advice: `Issue the token with the scope ${wanted}.`,
    });
  }
  const other = Object.keys(claims).find((name) => /^(scopes?|permissions|roles)$/i.test(name));
  return createTargetFault({
    cause: `The token has no scope${other === undefined ? "" : `, but ${other}`}.`,
    expected,
    advice:
      other === undefined
        ? `Issue the token with the scope ${wanted}, as {"scope": "${wanted}"}.`
        : `Name the claim scope, not ${other}.`,
  });
};

const toTexts = (claim: unknown): readonly string[] =>
  [claim].flat().filter((entry) => typeof entry === "string");

const listNames = (texts: readonly string[], none: string): string =>
  texts.length === 0 ? none : texts.map(quoteValue).join(", ");
