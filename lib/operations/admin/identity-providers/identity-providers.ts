import { missingFieldError } from "../../../base/errors/argument-error.ts";
import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { ledgerStringGrammar } from "../../../base/identifiers/identifier-syntax.ts";
import type { IdentityProviderId } from "../../../base/identifiers/identifiers.ts";
import type { IdentityProviderConfig } from "../../../base/model/administration.ts";
import type { Ledger } from "../../../ledger/port/ledger.ts";
import type { LedgerState } from "../../../ledger/state/ledger-state.ts";
import { requireIdentifier } from "../../../views/envelope/identifier-readers.ts";
import {
  readJsonObject,
  readOptionalJsonField,
  readOptionalText,
  readWithErrorPath,
} from "../../../views/envelope/readers.ts";
import { type Caller, trustedCaller } from "../../authorization/caller.ts";
import { requireParticipantAdmin } from "../../authorization/claims.ts";
import type {
  CreateIdentityProviderRequest,
  IdentityProviderByIdRequest,
} from "../../requests/administration.ts";
import type { EmptyObject } from "../../requests/formats.ts";
import {
  checkNewIdentityProvider,
  createIdentityProviderJson,
  getIdentityProviderConfig,
  type IdentityProviderConfigJson,
  readIdentityProviderConfig,
  requireUniqueIssuer,
} from "./identity-provider-json.ts";

/**
 * Stores a new identity provider. Its tokens are accepted from then on, unless it is deactivated.
 * `request` is `{identityProviderConfig}`. Requires a participant administrator (ledger-api.md
 * 3.17.6).
 *
 * Raises MISSING_FIELD, INVALID_FIELD, IDP_CONFIG_ALREADY_EXISTS, IDP_CONFIG_ISSUER_ALREADY_EXISTS,
 * TOO_MANY_IDENTITY_PROVIDER_CONFIGS, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const createIdentityProvider = async (
  ledger: Ledger,
  request: CreateIdentityProviderRequest,
  caller: Caller = trustedCaller,
): Promise<{ readonly identityProviderConfig: IdentityProviderConfigJson }> => {
  const config = readOptionalJsonField(
    readJsonObject(request),
    "identityProviderConfig",
    readIdentityProviderConfig,
  );
  requireParticipantAdmin(caller);
  if (config === undefined) throw missingFieldError("identityProviderConfig");
  readWithErrorPath("identityProviderConfig", config, () => checkNewIdentityProvider(config));
  return ledger.commit((state) => {
    checkUnused(state, config);
    requireUniqueIssuer(state, config);
    checkCount(state, ledger.config.maxIdentityProviderConfigs);
    return {
      events: [{ kind: "identityProviderChanged", config }],
      outcome: { identityProviderConfig: createIdentityProviderJson(config) },
    };
  }, caller);
};

/**
 * Returns all identity providers except the default one, by id, including deactivated ones:
 * `{identityProviderConfigs}`. Not paged, because there are at most `maxIdentityProviderConfigs`.
 * Requires an administrator. Raises UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const listIdentityProviders = (
  ledger: Ledger,
  _request?: EmptyObject,
  caller: Caller = trustedCaller,
): { readonly identityProviderConfigs: readonly IdentityProviderConfigJson[] } => {
  requireParticipantAdmin(caller);
  const configs = ledger.state.identityProviders.values();
  return { identityProviderConfigs: Array.from(configs, createIdentityProviderJson) };
};

/**
 * Returns one identity provider. `request` is `{identityProviderId}`. Raises INVALID_FIELD,
 * IDP_CONFIG_NOT_FOUND, UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const getIdentityProvider = (
  ledger: Ledger,
  request: IdentityProviderByIdRequest,
  caller: Caller = trustedCaller,
): { readonly identityProviderConfig: IdentityProviderConfigJson } => {
  const id = readProviderId(request, caller);
  return {
    identityProviderConfig: createIdentityProviderJson(getIdentityProviderConfig(ledger.state, id)),
  };
};

/**
 * Deletes an identity provider that has neither users nor parties. `request` is
 * `{identityProviderId}`. Raises INVALID_FIELD, IDP_CONFIG_NOT_FOUND, INVALID_ARGUMENT (if it has
 * users or parties), UNAUTHENTICATED, PERMISSION_DENIED.
 */
export const deleteIdentityProvider = async (
  ledger: Ledger,
  request: IdentityProviderByIdRequest,
  caller: Caller = trustedCaller,
): Promise<Readonly<Record<string, never>>> => {
  const identityProviderId = readProviderId(request, caller);
  return ledger.commit((state) => {
    getIdentityProviderConfig(state, identityProviderId);
    checkEmpty(state, identityProviderId);
    return { events: [{ kind: "identityProviderDeleted", identityProviderId }], outcome: {} };
  }, caller);
};

const readProviderId = (request: IdentityProviderByIdRequest, caller: Caller): string => {
  const id = readOptionalText(readJsonObject(request), "identityProviderId");
  requireParticipantAdmin(caller);
  return requireIdentifier(ledgerStringGrammar, id, "identityProviderId");
};

/**
 * Refuses an identity provider with users or parties: after its deletion no client could read, move
 * or delete them.
 */
const checkEmpty = ({ users, parties }: LedgerState, id: IdentityProviderId): void => {
  const isIn = (each: { readonly identityProviderId: IdentityProviderId }): boolean =>
    each.identityProviderId === id;
  const user = findItem(users.values(), isIn);
  const party = user === undefined ? findItem(parties.values(), isIn) : undefined;
  if (user === undefined && party === undefined) return;
  const what = user === undefined ? `the party ${party?.party ?? ""}` : `the user ${user.id}`;
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `The identity provider ${id} is not empty: ${what} belongs to it.`,
  });
};

const findItem = <T>(items: Iterable<T>, fits: (item: T) => boolean): T | undefined => {
  for (const item of items) if (fits(item)) return item;
  return undefined;
};

const checkUnused = (state: LedgerState, { identityProviderId }: IdentityProviderConfig): void => {
  if (!state.identityProviders.has(identityProviderId)) return;
  throw ledgerError("IDP_CONFIG_ALREADY_EXISTS", {
    cause: `An identity provider ${identityProviderId} exists already.`,
    resources: [["IDENTITY_PROVIDER_CONFIG", identityProviderId]],
  });
};

const checkCount = ({ identityProviders }: LedgerState, max: number): void => {
  if (identityProviders.size < max) return;
  throw ledgerError("TOO_MANY_IDENTITY_PROVIDER_CONFIGS", {
    cause: `There are ${identityProviders.size} identity providers, at most ${max} are allowed.`,
  });
};
