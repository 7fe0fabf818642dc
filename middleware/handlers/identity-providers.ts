import {
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  listIdentityProviders,
  updateIdentityProvider,
} from "../../lib/api.ts";
import { handleBody, handleParameters, requireSameId } from "../api/handler.ts";
import type { ParameterValues } from "../decoding/parameters.ts";

const requireSameProvider = requireSameId({
  parameter: "idp-id",
  holder: "identityProviderConfig",
  field: "identityProviderId",
});

const providerInPath = ({ "idp-id": identityProviderId }: ParameterValues) => ({
  identityProviderId,
});

export const identityProviderHandlers = {
  listIdentityProviders: handleParameters(listIdentityProviders, () => ({})),
  createIdentityProvider: handleBody(createIdentityProvider),
  getIdentityProvider: handleParameters(getIdentityProvider, providerInPath),
  updateIdentityProvider: requireSameProvider(handleBody(updateIdentityProvider)),
  deleteIdentityProvider: handleParameters(deleteIdentityProvider, providerInPath),
};
