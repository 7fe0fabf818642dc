import { createChangedCopy } from "../../../base/collections/immer.ts";
import { missingFieldError } from "../../../base/errors/argument-error.ts";
import type { IdentityProviderConfig } from "../../../base/model/administration.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import {
  readJsonObject,
  readOptionalJsonField,
  readWithErrorPath,
} from "../../../views/envelope/readers.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireParticipantAdmin } from "../../authorization/claims.ts";
import type { UpdateIdentityProviderRequest } from "../../requests/administration.ts";
import {
  createFieldMask,
  type FieldMask,
  missingUpdateMaskError,
  readUpdateMaskPaths,
} from "../resource-meta/field-mask.ts";
import {
  checkIdentityProviderId,
  checkJwksUrl,
  createIdentityProviderJson,
  getIdentityProviderConfig,
  type IdentityProviderConfigJson,
  readIdentityProviderConfig,
  requireUniqueIssuer,
} from "./identity-provider-json.ts";

const maskableProvider = {
  leaves: ["identity_provider_id", "is_deactivated", "jwks_url", "issuer", "audience"],
  invalid: "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST",
  resourceType: "IDENTITY_PROVIDER_CONFIG",
} as const;

/**
 * Changes the fields of an identity provider that the mask names. Refuses an empty issuer or URL,
 * which a participant would accept and ignore. `request` is `{identityProviderConfig, updateMask}`.
 * Requires a participant administrator (rules.yaml S16, ledger-api.md 3.11).
 *
 * Raises MISSING_FIELD, INVALID_FIELD, INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST,
 * IDP_CONFIG_NOT_FOUND, IDP_CONFIG_ISSUER_ALREADY_EXISTS, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const updateIdentityProvider = async (
  ledger: Ledger,
  request: UpdateIdentityProviderRequest,
  caller: Caller = trustedCaller,
): Promise<{ readonly identityProviderConfig: IdentityProviderConfigJson }> => {
  const body = readJsonObject(request);
  const requested = readOptionalJsonField(
    body,
    "identityProviderConfig",
    readIdentityProviderConfig,
  );
  const paths = readUpdateMaskPaths(body);
  requireParticipantAdmin(caller);
  if (requested === undefined) throw missingFieldError("identityProviderConfig");
  readWithErrorPath("identityProviderConfig", requested, () => {
    checkIdentityProviderId(requested);
    if (requested.jwksUrl !== "") checkJwksUrl(requested);
  });
  if (paths === undefined) throw missingUpdateMaskError();
  const mask = createFieldMask(paths, maskableProvider, requested.identityProviderId);
  if (ledger.config.precedence === "specification") requireIssuerAndUrl(requested, mask);
  return ledger.commit((state) => {
    const stored = getIdentityProviderConfig(state, requested.identityProviderId);
    const config = changedProvider(stored, requested, mask);
    requireUniqueIssuer(state, config);
    return {
      events: [{ kind: "identityProviderChanged", config }],
      outcome: { identityProviderConfig: createIdentityProviderJson(config) },
    };
  }, caller);
};

/** Refuses a mask that would clear a required field. */
const requireIssuerAndUrl = (requested: IdentityProviderConfig, mask: ProviderMask): void => {
  if (mask.chooseFieldValue("issuer", requested.issuer, "-") === "") {
    throw missingFieldError("issuer");
  }
  if (mask.chooseFieldValue("jwks_url", requested.jwksUrl, "-") === "") {
    throw missingFieldError("jwksUrl");
  }
};

type ProviderMask = FieldMask<(typeof maskableProvider.leaves)[number]>;

const changedProvider = (
  stored: IdentityProviderConfig,
  requested: IdentityProviderConfig,
  mask: ProviderMask,
): IdentityProviderConfig =>
  createChangedCopy(stored, (config) => {
    config.isDeactivated = mask.chooseFieldValue(
      "is_deactivated",
      requested.isDeactivated,
      config.isDeactivated,
    );
    config.issuer =
      mask.chooseFieldValue("issuer", requested.issuer, config.issuer) || config.issuer;
    config.jwksUrl =
      mask.chooseFieldValue("jwks_url", requested.jwksUrl, config.jwksUrl) || config.jwksUrl;
    config.audience = mask.chooseFieldValue("audience", requested.audience, config.audience);
  });
