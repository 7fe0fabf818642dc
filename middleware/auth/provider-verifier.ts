import type { Ledger } from "../../lib/index.ts";
import type { IdentityProviderConfig } from "../../lib/store.ts";
import { explainTokenRefusal, splitTokenIntoParts } from "./explain-token-refusal.ts";
import { type IdentityProviderKeys, providerKeyMaxAgeMillis } from "./provider-keys.ts";
import { quoteValue, type TokenFault, tokenVerificationSteps } from "./token-fault.ts";
import { readTokenUser } from "./token-kind.ts";
import type { TokenTimeLimits } from "./token-time-limits.ts";
import { readTokenExpiryMillis, type TokenVerifier, verifyToken } from "./token-verifier.ts";

/**
 * Creates a verifier for tokens of the identity providers that the ledger has stored and that are
 * active. The `iss` of a token selects the provider, its `kid` the key. If the provider has an
 * audience, the token must be issued for it (ledger-api.md 5.1, 5.3).
 */
export const createIdentityProviderVerifier = (
  keys: IdentityProviderKeys,
  maxLifetimeSeconds = Infinity,
): Required<TokenVerifier> => ({
  verify: async (token, { state }) => {
    const { issuer, keyId } = readUnverifiedIds(token);
    const provider = issuer === undefined ? undefined : findActiveProvider(state, issuer);
    if (issuer === undefined || provider === undefined) return undefined;
    const found = await keys.find(provider.jwksUrl, keyId);
    if (found === undefined) return undefined;
    const times: TokenTimeLimits = { leewaySeconds: 0, maxLifetimeSeconds };
    const claims = await verifyToken(token, found, times);
    const { audience, identityProviderId } = provider;
    const user = claims && readTokenUser(claims, audience === "" ? {} : { audience });
    if (claims === undefined || user === undefined) return undefined;
    return {
      ...user,
      identityProviderId,
      expiresAtMillis: readTokenExpiryMillis(claims, times),
      verifyAgainAtMillis: Date.now() + providerKeyMaxAgeMillis,
    };
  },
  explain: (token, { state }) => {
    const { issuer, keyId } = readUnverifiedIds(token);
    if (issuer === undefined) return undefined;
    const provider = findActiveProvider(state, issuer);
    if (provider === undefined) return unknownIssuerFault(issuer);
    const key = keys.findCached(provider.jwksUrl, keyId);
    if (key === undefined) return unknownKeyFault(issuer, keyId);
    const times: TokenTimeLimits = { leewaySeconds: 0, maxLifetimeSeconds };
    const target = provider.audience === "" ? {} : { audience: provider.audience };
    return explainTokenRefusal(token, { key, times, target });
  },
});

/**
 * Returns the fault of an unknown issuer. Does not list the known issuers, because the caller is
 * not authenticated.
 */
const unknownIssuerFault = (issuer: string): TokenFault => ({
  step: tokenVerificationSteps.issuer,
  cause: `The ledger has no active identity provider whose issuer is ${quoteValue(issuer)}, the iss of the token.`,
  expected: "a token of an identity provider of the ledger, whose issuer equals its iss",
  advice:
    "Add the identity provider (POST /v2/idps), or correct its issuer; a trailing slash matters.",
});

const unknownKeyFault = (issuer: string, keyId: string | undefined): TokenFault => ({
  step: tokenVerificationSteps.issuer,
  cause: `The key set of the issuer ${quoteValue(issuer)} has no key for the token (kid: ${quoteValue(keyId)}), or could not be fetched.`,
  expected: "a token signed with a key of the issuer's key set",
  advice: "Request a new token, and check that the ledger can reach jwksUrl.",
});

/** Returns issuer and key id of a token without verifying them. */
const readUnverifiedIds = (
  token: string,
): { readonly issuer: string | undefined; readonly keyId: string | undefined } => {
  const parts = splitTokenIntoParts(token);
  if ("cause" in parts) return { issuer: undefined, keyId: undefined };
  const { iss } = parts.claims;
  const { kid } = parts.header;
  return {
    issuer: typeof iss === "string" ? iss : undefined,
    keyId: typeof kid === "string" ? kid : undefined,
  };
};

const findActiveProvider = (
  { identityProviders }: Ledger["state"],
  issuer: string,
): IdentityProviderConfig | undefined => {
  for (const provider of identityProviders.values()) {
    if (provider.issuer === issuer) return provider.isDeactivated ? undefined : provider;
  }
  return undefined;
};
