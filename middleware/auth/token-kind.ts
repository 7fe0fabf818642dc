/** What a token must be made for. */
export interface TokenTarget {
  /** Accept tokens with this entry in `aud`, and no others. */
  readonly audience?: string;
  /** Accept tokens with this word in `scope`, or else in `scp`, and no others. */
  readonly scope?: string;
}

/** Whom a token names. */
export interface TokenUser {
  /** Its `sub`; not checked. A token without one names nobody. */
  readonly userId: string | undefined;
  /** The participant it is for; undefined when it is for any. */
  readonly participantId: string | undefined;
}

/** The verified content of a token. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/**
 * Recognises the kinds of user token (ledger-api.md 5.2). With a target, only tokens made for it;
 * without, audience-based and scope-based ones. Undefined for everything else: also for tokens without
 * `sub`, and for those with an `iss`, `aud` or `scp` of a type that is none of theirs.
 */
export const tokenUser = (claims: TokenClaims, target: TokenTarget): TokenUser | undefined => {
  const { sub: userId, iss, aud } = claims;
  const audiences = texts(aud);
  const scopes = scopesOf(claims);
  const hasIssuer = iss === undefined || iss === null || typeof iss === "string";
  if (typeof userId !== "string" || !hasIssuer || audiences === undefined || scopes === undefined) {
    return undefined;
  }
  if (target.audience !== undefined || target.scope !== undefined) {
    return hasTarget({ audiences, scopes }, target)
      ? { userId, participantId: undefined }
      : undefined;
  }
  const participants = audiences.filter((audience) => audience.startsWith(audiencePrefix));
  if (participants.length > 0) return audienceBased(userId, participants);
  return scopes.includes(defaultScope) ? scopeBased(userId, audiences) : undefined;
};

export const audiencePrefix = "https://daml.com/jwt/aud/participant/";
export const defaultScope = "daml_ledger_api";

interface MadeFor {
  readonly audiences: readonly string[];
  readonly scopes: readonly string[];
}

/** Only here are entries of `scp` taken apart. */
const hasTarget = ({ audiences, scopes }: MadeFor, { audience, scope }: TokenTarget): boolean =>
  (audience === undefined || audiences.includes(audience)) &&
  (scope === undefined || scopes.flatMap(wordsOf).includes(scope));

const audienceBased = (userId: string, audiences: readonly string[]): TokenUser | undefined => {
  const names = audiences.map((each) => each.slice(audiencePrefix.length)).filter(Boolean);
  const [participantId, ...others] = names;
  return participantId === undefined || others.length > 0 ? undefined : { userId, participantId };
};

const scopeBased = (userId: string, audiences: readonly string[]): TokenUser | undefined =>
  audiences.length > 1 ? undefined : { userId, participantId: audiences[0] };

/** The words of `scope`; without any, the entries of `scp` as they are. Undefined for a `scp` of another type. */
const scopesOf = ({ scope, scp }: TokenClaims): readonly string[] | undefined => {
  const words = typeof scope === "string" ? wordsOf(scope) : [];
  return words.length > 0 ? words : texts(scp);
};

/** An empty text is one word; a text of nothing but spaces has none. */
const wordsOf = (text: string): readonly string[] =>
  text === "" ? [text] : text.split(" ").filter((word) => word !== "");

/** A text or several; undefined for anything else. */
const texts = (claim: unknown): readonly string[] | undefined => {
  if (claim === undefined || claim === null) return [];
  const all: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return all.every((entry) => typeof entry === "string") ? all : undefined;
};
