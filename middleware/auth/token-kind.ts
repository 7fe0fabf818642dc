/** Audience and scope that a token must be issued for. */
export interface TokenAudienceAndScope {
  /** Accept only tokens with this entry in `aud`. */
  readonly audience?: string;
  /** Accept only tokens with this word in `scope`, or else in `scp`. */
  readonly scope?: string;
}

/** The user that a token names. */
export interface TokenUser {
  /** Claim `sub`, unchecked; undefined if the token has none. */
  readonly userId: string | undefined;
  /** Participant that the token is for; undefined if it is for any. */
  readonly participantId: string | undefined;
}

/** The verified claims of a token. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/**
 * Returns the user of a token of a known kind (ledger-api.md 5.2). With a target, only tokens for
 * that target are accepted; without a target, audience-based and scope-based tokens are. Undefined for all
 * other tokens: also for those without `sub`, and for those with an `iss`, `aud` or `scp` of a
 * wrong type.
 */
export const readTokenUser = (
  claims: TokenClaims,
  target: TokenAudienceAndScope,
): TokenUser | undefined => {
  const { sub: userId, iss, aud } = claims;
  const audiences = toTextList(aud);
  const scopes = readScopes(claims);
  const hasIssuer = iss === undefined || iss === null || typeof iss === "string";
  if (typeof userId !== "string" || !hasIssuer || audiences === undefined || scopes === undefined) {
    return undefined;
  }
  if (target.audience !== undefined || target.scope !== undefined) {
    return hasTarget({ audiences, scopes }, target)
      ? { userId, participantId: undefined }
      : undefined;
  }
  const participants = audiences.filter((audience) => audience.startsWith(tokenAudiencePrefix));
  if (participants.length > 0) return readAudienceBasedUser(userId, participants);
  return scopes.includes(defaultTokenScope) ? readScopeBasedUser(userId, audiences) : undefined;
};

export const tokenAudiencePrefix = "https://daml.com/jwt/aud/participant/";
export const defaultTokenScope = "daml_ledger_api";

interface AudiencesAndScopes {
  readonly audiences: readonly string[];
  readonly scopes: readonly string[];
}

/** Returns true if the token is for the target. Only this check splits entries of `scp` into words. */
const hasTarget = (
  { audiences, scopes }: AudiencesAndScopes,
  { audience, scope }: TokenAudienceAndScope,
): boolean =>
  (audience === undefined || audiences.includes(audience)) &&
  (scope === undefined || scopes.flatMap(splitWords).includes(scope));

const readAudienceBasedUser = (
  userId: string,
  audiences: readonly string[],
): TokenUser | undefined => {
  const names = audiences.map((each) => each.slice(tokenAudiencePrefix.length)).filter(Boolean);
  const [participantId, ...others] = names;
  return participantId === undefined || others.length > 0 ? undefined : { userId, participantId };
};

const readScopeBasedUser = (userId: string, audiences: readonly string[]): TokenUser | undefined =>
  audiences.length > 1 ? undefined : { userId, participantId: audiences[0] };

/**
 * Returns the words of `scope`; if there are none, the entries of `scp`. Undefined for a `scp` of
 * another type.
 */
const readScopes = ({ scope, scp }: TokenClaims): readonly string[] | undefined => {
  const words = typeof scope === "string" ? splitWords(scope) : [];
  return words.length > 0 ? words : toTextList(scp);
};

/** Splits at spaces. An empty string is one word; a string of spaces has none. */
const splitWords = (text: string): readonly string[] =>
  text === "" ? [text] : text.split(" ").filter((word) => word !== "");

/** Returns a string or a list of strings as a list; undefined for anything else. */
const toTextList = (claim: unknown): readonly string[] | undefined => {
  if (claim === undefined || claim === null) return [];
  const all: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return all.every((entry) => typeof entry === "string") ? all : undefined;
};
