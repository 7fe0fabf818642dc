/** What a token must be made for; see {@link tokenUser}. */
export interface TokenTarget {
  /** Accept tokens with this entry in `aud`, and no others. */
  readonly audience?: string;
  /** Accept tokens with this word in `scope`, and no others. */
  readonly scope?: string;
}

/** Whom a token names. */
export interface TokenUser {
  /** Its `sub`; not checked. Undefined when there is none. */
  readonly userId: string | undefined;
  /** The participant it is for; undefined when it is for any. */
  readonly participantId: string | undefined;
}

/** The verified content of a token. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/**
 * Recognises the kinds of user token (ledger-api.md 5.2). With a target, only tokens made for it;
 * without, audience-based and scope-based ones. Undefined for everything else.
 */
export const tokenUser = (claims: TokenClaims, target: TokenTarget): TokenUser | undefined => {
  const { sub } = claims;
  const userId = typeof sub === "string" ? sub : undefined;
  if (target.audience !== undefined || target.scope !== undefined) {
    return hasTarget(claims, target) ? { userId, participantId: undefined } : undefined;
  }
  const audiences = audiencesOf(claims);
  const participants = audiences.filter((audience) => audience.startsWith(audiencePrefix));
  if (participants.length > 0) return audienceBased(userId, participants);
  return scopesOf(claims).includes(defaultScope) ? scopeBased(userId, audiences) : undefined;
};

const audiencePrefix = "https://daml.com/jwt/aud/participant/";
const defaultScope = "daml_ledger_api";

const hasTarget = (claims: TokenClaims, { audience, scope }: TokenTarget): boolean =>
  (audience === undefined || audiencesOf(claims).includes(audience)) &&
  (scope === undefined || wordsOf(claims["scope"]).includes(scope));

const audienceBased = (
  userId: string | undefined,
  participants: readonly string[],
): TokenUser | undefined => {
  const participantId = participants[0]?.slice(audiencePrefix.length);
  const isClear = participants.length === 1 && participantId !== "";
  return isClear ? { userId, participantId } : undefined;
};

const scopeBased = (
  userId: string | undefined,
  audiences: readonly string[],
): TokenUser | undefined =>
  audiences.length > 1 ? undefined : { userId, participantId: audiences[0] };

const audiencesOf = ({ aud }: TokenClaims): readonly string[] => texts(aud);

const scopesOf = ({ scope, scp }: TokenClaims): readonly string[] => [
  ...wordsOf(scope),
  ...texts(scp).flatMap(wordsOf),
];

const wordsOf = (claim: unknown): readonly string[] =>
  typeof claim === "string" ? claim.split(" ") : [];

const texts = (claim: unknown): readonly string[] => {
  const all: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return all.filter((entry) => typeof entry === "string");
};
