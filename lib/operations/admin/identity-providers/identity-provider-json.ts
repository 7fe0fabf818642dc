import { invalidFieldError, missingFieldError } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { ledgerStringGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { IdentityProviderId } from "../../../base/identifiers/identifiers.ts";
import type { IdentityProviderConfig } from "../../../base/model/administration.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { requireIdentifier } from "../../../views/envelope/identifier-readers.ts";
import {
  type JsonReader,
  readBoolean,
  readJsonObject,
  readOptionalJsonField,
  readOptionalText,
} from "../../../views/envelope/readers.ts";

/** An identity provider, as JSON of the ledger API. */
export interface IdentityProviderConfigJson {
  readonly identityProviderId: string;
  readonly isDeactivated: boolean;
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly audience: string;
}

export const createIdentityProviderJson = (
  config: IdentityProviderConfig,
): IdentityProviderConfigJson => ({
  identityProviderId: config.identityProviderId,
  isDeactivated: config.isDeactivated,
  issuer: config.issuer,
  jwksUrl: config.jwksUrl,
  audience: config.audience,
});

/**
 * Reads the identity provider in a request. Unset fields get their defaults. Checks only the JSON
 * types.
 */
export const readIdentityProviderConfig: JsonReader<IdentityProviderConfig> = (json) => {
  const config = readJsonObject(json);
  return {
    identityProviderId: readOptionalText(config, "identityProviderId"),
    isDeactivated: readOptionalJsonField(config, "isDeactivated", readBoolean) ?? false,
    issuer: readOptionalText(config, "issuer"),
    jwksUrl: readOptionalText(config, "jwksUrl"),
    audience: readOptionalText(config, "audience"),
  };
};

/** Checks the id of an identity provider. Raises MISSING_FIELD, INVALID_FIELD. */
export const checkIdentityProviderId = ({ identityProviderId }: IdentityProviderConfig): void => {
  requireIdentifier(ledgerStringGrammar, identityProviderId, "identityProviderId");
};

/** The longest URL of a key set, in characters. */
const maxUrlLength = 8_192;

/**
 * Raises INVALID_FIELD unless the URL is absolute, has a protocol that a participant knows, and is
 * not longer than {@link maxUrlLength}.
 */
export const checkJwksUrl = ({ jwksUrl }: IdentityProviderConfig): void => {
  if (jwksUrl.length > maxUrlLength) {
    throw invalidFieldError({
      field: "jwksUrl",
      expected: `at most ${maxUrlLength} characters`,
      found: jwksUrl,
    });
  }
  const protocol = URL.canParse(jwksUrl) ? new URL(jwksUrl).protocol : "";
  if (knownProtocols.has(protocol)) return;
  throw invalidFieldError({
    field: "jwksUrl",
    expected: "an absolute URL like https://idp.example.com/keys",
    found: jwksUrl,
  });
};

/** Protocols that a participant accepts in a URL. Keys are fetched only through the first two. */
const knownProtocols: ReadonlySet<string> = new Set([
  "https:",
  "http:",
  "ftp:",
  "file:",
  "jar:",
  "mailto:",
]);

/**
 * Checks that a new identity provider has all required fields. Raises MISSING_FIELD, INVALID_FIELD.
 */
export const checkNewIdentityProvider = (config: IdentityProviderConfig): void => {
  checkIdentityProviderId(config);
  if (config.jwksUrl === "") throw missingFieldError("jwksUrl");
  checkJwksUrl(config);
  if (config.issuer === "") throw missingFieldError("issuer");
};

/** Returns the identity provider with this id. Raises IDP_CONFIG_NOT_FOUND. */
export const getIdentityProviderConfig = (
  state: LedgerState,
  id: IdentityProviderId,
): IdentityProviderConfig => {
  const config = state.identityProviders.get(id);
  if (config !== undefined) return config;
  throw ledgerError("IDP_CONFIG_NOT_FOUND", {
    cause: `There is no identity provider ${id}.`,
    resources: [["IDENTITY_PROVIDER_CONFIG", id]],
  });
};

/** Raises IDP_CONFIG_ISSUER_ALREADY_EXISTS if another identity provider has the same issuer. */
export const requireUniqueIssuer = (state: LedgerState, config: IdentityProviderConfig): void => {
  for (const other of state.identityProviders.values()) {
    if (other.issuer !== config.issuer) continue;
    if (other.identityProviderId === config.identityProviderId) continue;
    throw ledgerError("IDP_CONFIG_ISSUER_ALREADY_EXISTS", {
      cause: `The identity provider ${other.identityProviderId} has the issuer ${config.issuer} already.`,
      resources: [["IDENTITY_PROVIDER_CONFIG", config.issuer]],
    });
  }
};
