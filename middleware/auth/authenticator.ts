import {
  anonymousCaller,
  type Caller,
  type Claims,
  type ErrorResource,
  trustedCaller,
  type UserCaller,
  type UserId,
} from "../../lib/api.ts";
import { type Ledger, type LedgerError, ledgerError } from "../../lib/index.ts";
import { deriveClaims, matchesGrammar, userIdGrammar } from "../../lib/internal.ts";
import type { IdentityProviderConfig, LedgerState, User } from "../../lib/store.ts";
import { explainMissingBearerToken } from "./explain-missing-bearer-token.ts";
import {
  explainMissingHandshakeToken,
  type WebSocketHandshake,
  webSocketTokenPlace,
} from "./explain-missing-handshake-token.ts";
import { type FetchKeySet, fetchKeySet } from "./fetch-key-set.ts";
import { IdentityProviderKeys } from "./provider-keys.ts";
import { createIdentityProviderVerifier } from "./provider-verifier.ts";
import { type TokenFault, tokenVerificationSteps } from "./token-fault.ts";
import { defaultMaxTokenLifetimeSeconds } from "./token-time-limits.ts";
import {
  createSingleKeyVerifier,
  type KeyVerifierOption,
  type TokenPrivilege,
  type TokenVerifier,
  type VerifiedToken,
} from "./token-verifier.ts";
import { VerifiedTokenCache } from "./verified-tokens.ts";

/**
 * Accepted callers: everyone, or the users that tokens name. Keys and verifiers are tried in order,
 * then the identity providers stored in the ledger; the first one that accepts a token decides.
 */
export type AuthOption = "disabled" | AcceptedTokens | readonly AcceptedTokens[];

/** Accepted tokens: those signed with a key, or those that a verifier accepts. */
export type AcceptedTokens = KeyVerifierOption | TokenVerifier;

/**
 * Returns the caller of a request from its bearer token. A missing or invalid token makes the
 * caller anonymous, which is not an error yet (ledger-api.md 3.0.1). Raises PERMISSION_DENIED for a
 * genuine token of a user that is unknown, deactivated or stored under another identity provider,
 * and for a token of another participant. Raises INVALID_TOKEN for a token without a usable user id.
 */
export type Authenticator = (token: string | undefined) => Caller | Promise<Caller>;

/** The parts of a request that authentication reads. */
export interface AuthenticationInput {
  readonly token: string | undefined;
  /** Authorization header, with or without a token. */
  readonly authorization: string | undefined;
  /** WebSocket handshake; absent for other requests. */
  readonly handshake?: WebSocketHandshake | undefined;
}

export interface AuthenticationService {
  readonly authenticate: Authenticator;
  /**
   * Resolves to the reason why the caller of these credentials is anonymous, for developers;
   * undefined if the caller is known. Verifies the token again.
   */
  readonly explain: (credentials: AuthenticationInput) => Promise<TokenFault | undefined>;
}

export interface AuthenticatorOptions {
  /** Fetches the keys of identity providers; default: over HTTP. */
  readonly fetchKeys?: FetchKeySet | undefined;
  /** See `LedgerApiOptions`. */
  readonly maxTokenLifetimeSeconds?: number | undefined;
}

/**
 * Creates an authenticator. Throws a TypeError if the option `auth` is missing or a key is
 * unusable.
 */
export const createAuthenticator = (
  ...given: Parameters<typeof createAuthenticationService>
): Authenticator => createAuthenticationService(...given).authenticate;

/** Creates an authenticator that can also explain why it rejects a token. */
export const createAuthenticationService = (
  ledger: Ledger,
  auth: AuthOption,
  { fetchKeys = fetchKeySet, maxTokenLifetimeSeconds }: AuthenticatorOptions = {},
): AuthenticationService => {
  if (auth === "disabled") {
    return { authenticate: () => trustedCaller, explain: () => Promise.resolve(undefined) };
  }
  const tokens: TokenCheckContext = {
    ledger,
    verifiers: [
      ...createVerifiers(auth, maxTokenLifetimeSeconds),
      createIdentityProviderVerifier(new IdentityProviderKeys(fetchKeys), maxTokenLifetimeSeconds),
    ],
    verified: new VerifiedTokenCache(maxCachedTokens),
    flagsLongLived: maxTokenLifetimeSeconds === undefined,
  };
  return {
    authenticate: (token) => {
      if (token === undefined || token.length > maxTokenLength) return anonymousCaller;
      const known = tokens.verified.get(token, Date.now());
      return known !== undefined && known.provider === findIdentityProvider(ledger, known)
        ? readCaller(ledger, known)
        : verifyCaller(tokens, token);
    },
    explain: (credentials) => explainTokenFault(tokens, credentials),
  };
};

const explainTokenFault = async (
  { ledger, verifiers }: TokenCheckContext,
  { token, authorization, handshake }: AuthenticationInput,
): Promise<TokenFault | undefined> => {
  if (token === undefined) {
    return handshake === undefined
      ? explainMissingBearerToken(authorization)
      : explainMissingHandshakeToken(handshake, authorization);
  }
  if (token.length > maxTokenLength) return tokenTooLong;
  let latestFault: TokenFault | undefined;
  for (const verifier of verifiers) {
    const fault = await verifier.explain?.(token, ledger);
    if (fault !== undefined && fault.step >= (latestFault?.step ?? 0)) latestFault = fault;
  }
  const isOffered = handshake?.protocols !== undefined && authorization === undefined;
  return isOffered && latestFault !== undefined
    ? { ...latestFault, part: webSocketTokenPlace }
    : latestFault;
};

const tokenTooLong: TokenFault = {
  step: tokenVerificationSteps.form,
  cause: `The token has more than ${64 * 1024} characters.`,
  expected: "a JSON Web Token",
  advice: "Send the token as it was issued.",
};

interface TokenCheckContext {
  readonly ledger: Ledger;
  readonly verifiers: readonly TokenVerifier[];
  readonly verified: VerifiedTokenCache<KnownToken>;
  /**
   * True if callers are flagged whose tokens are valid for longer than a participant accepts. False
   * if the host has set a maximum.
   */
  readonly flagsLongLived: boolean;
}

/**
 * A verified token with its identity provider at the time of verification. It is valid only while
 * the ledger holds the same state of the provider.
 */
interface KnownToken extends VerifiedToken {
  readonly provider: IdentityProviderConfig | undefined;
}

const maxCachedTokens = 1_000;

/** Maximum length of a token, in characters. The headers of a request over a socket are shorter. */
const maxTokenLength = 64 * 1024;

const createVerifiers = (
  auth: AcceptedTokens | readonly AcceptedTokens[],
  maxLifetimeSeconds: number | undefined,
): readonly TokenVerifier[] => {
  const options: readonly unknown[] = Array.isArray(auth) ? auth : [auth];
  if (options.length === 0 || !options.every(isAcceptedTokens)) {
    throw new TypeError(
      (auth as unknown) === undefined
        ? 'The option auth is required: keys, or "disabled".'
        : 'auth: expected keys such as { hs256Secret: "…" }, or "disabled".',
    );
  }
  return options.map((option) =>
    "verify" in option ? option : createSingleKeyVerifier(option, maxLifetimeSeconds),
  );
};

/** In JavaScript the option may be missing, which must not mean "disabled". */
const isAcceptedTokens = (option: unknown): option is AcceptedTokens =>
  typeof option === "object" && option !== null;

const verifyCaller = async (tokens: TokenCheckContext, token: string): Promise<Caller> => {
  const { ledger, verifiers, verified } = tokens;
  const { identityProviders } = ledger.state;
  for (const verifier of verifiers) {
    const genuine = await verifier.verify(token, ledger);
    if (genuine === undefined || isExpired(genuine)) continue;
    verified.add(token, {
      ...genuine,
      provider: identityProviders.get(genuine.identityProviderId),
    });
    const caller = readCaller(ledger, genuine);
    const isMarked =
      tokens.flagsLongLived && caller.kind === "user" && exceedsParticipantLifetime(genuine);
    return isMarked ? { ...caller, isNewAndLongLived: true } : caller;
  }
  return anonymousCaller;
};

/** Returns true for tokens that a participant refuses because they are valid for too long. */
const exceedsParticipantLifetime = ({ expiresAtMillis = Infinity }: VerifiedToken): boolean =>
  expiresAtMillis - Date.now() > defaultMaxTokenLifetimeSeconds * 1000;

/**
 * Returns true if the token has expired, to the millisecond; verification itself counts in seconds.
 */
const isExpired = ({ expiresAtMillis = Infinity }: VerifiedToken): boolean =>
  expiresAtMillis <= Date.now();

const findIdentityProvider = (
  { state }: Ledger,
  { identityProviderId }: VerifiedToken,
): IdentityProviderConfig | undefined => state.identityProviders.get(identityProviderId);

/**
 * Returns the caller of a verified token. Reads user, rights and provider at each call, so a
 * revocation takes effect at once.
 */
const readCaller = (ledger: Ledger, token: VerifiedToken): Caller => {
  const { state } = ledger;
  const { userId, participantId, identityProviderId, expiresAtMillis } = token;
  const isForeign = identityProviderId !== "";
  if (isForeign && findIdentityProvider(ledger, token)?.isDeactivated !== false) {
    return anonymousCaller;
  }
  if (userId === undefined) return anonymousCaller;
  if (!matchesGrammar(userIdGrammar, userId)) {
    throw ledgerError("INVALID_TOKEN", {
      cause: "The subject of the token (its claim `sub`) is not a user id.",
      context: tokenProblemContext,
    });
  }
  const caller =
    createPrivilegedCaller(userId, token.privilege) ?? readStoredCaller(state, userId, token);
  // A participant checks this after the token, and answers PERMISSION_DENIED.
  if (participantId !== undefined && participantId !== state.participantId) {
    throw ledgerError("PERMISSION_DENIED", {
      cause: `The token is for another participant (aud ${participantId}).`,
      expected: `no aud, or ${state.participantId}`,
    });
  }
  return expiresAtMillis === undefined ? caller : { ...caller, expiresAtMillis };
};

/** Returns the caller of a privileged token, which needs no user. */
const createPrivilegedCaller = (
  userId: UserId,
  privilege: TokenPrivilege | undefined,
): UserCaller | undefined =>
  privilege === undefined
    ? undefined
    : { kind: "user", userId, identityProviderId: "", claims: claimsByPrivilege[privilege] };

const claimsByPrivilege: Readonly<Record<TokenPrivilege, Claims>> = {
  admin: deriveClaims([{ kind: "ParticipantAdmin" }]),
  wildcard: deriveClaims([{ kind: "ParticipantAdmin" }, { kind: "CanActAsAnyParty" }]),
};

const readStoredCaller = (
  { users }: LedgerState,
  userId: UserId,
  { identityProviderId }: VerifiedToken,
): UserCaller => {
  const user = users.get(userId);
  if (user === undefined) {
    throw permissionDenied(`There is no user ${userId}.`, [
      ["USER", userId],
      ["IDENTITY_PROVIDER", identityProviderId],
    ]);
  }
  if (user.isDeactivated) throw permissionDenied(`The user ${userId} is deactivated.`);
  if (user.identityProviderId !== identityProviderId) {
    throw permissionDenied(`The user ${userId} belongs to another identity provider.`);
  }
  return findOrCreateUserCaller(user);
};

const permissionDenied = (cause: string, resources: readonly ErrorResource[] = []): LedgerError =>
  ledgerError("PERMISSION_DENIED", { cause, resources, context: tokenProblemContext });

/** Names the step that failed, and nothing about the user (ledger-api.md 2.4). */
const tokenProblemContext = { ledger_api_error: "invalid token" };

/** Caches callers by user. A stored user object never changes, so its rights are computed once. */
const callersByUser = new WeakMap<User, UserCaller>();

const findOrCreateUserCaller = (user: User): UserCaller => {
  const known = callersByUser.get(user);
  if (known !== undefined) return known;
  const caller: UserCaller = {
    kind: "user",
    userId: user.id,
    identityProviderId: user.identityProviderId,
    claims: deriveClaims(user.rights.values()),
  };
  callersByUser.set(user, caller);
  return caller;
};
