import {
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  listIdentityProviders,
  updateIdentityProvider,
} from "../../lib/api.ts";
import {
  createBodyHandler,
  createParametersHandler,
  requireSameIdInPathAndBody,
} from "../api/handler.ts";
import type { RequestParameterValues } from "../decoding/parameters.ts";

const requireSameProvider = requireSameIdInPathAndBody({
  parameter: "idp-id",
  holder: "identityProviderConfig",
  field: "identityProviderId",
});

const providerInPath = ({ "idp-id": identityProviderId }: RequestParameterValues) => ({
  identityProviderId,
});

export const identityProviderHandlers = {
  listIdentityProviders: createParametersHandler(listIdentityProviders, () => ({})),
  createIdentityProvider: createBodyHandler(createIdentityProvider),
  getIdentityProvider: createParametersHandler(getIdentityProvider, providerInPath),
  updateIdentityProvider: requireSameProvider(createBodyHandler(updateIdentityProvider)),
  deleteIdentityProvider: createParametersHandler(deleteIdentityProvider, providerInPath),
};
