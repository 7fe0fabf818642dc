import {
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  listIdentityProviders,
  updateIdentityProvider,
} from "../../lib/api.ts";
import { askedByBody, askedByParameters, repeatingId } from "../api/handler.ts";
import type { ParameterValues } from "../decoding/parameters.ts";

const changingProviderInPath = repeatingId({
  parameter: "idp-id",
  holder: "identityProviderConfig",
  field: "identityProviderId",
});

const providerInPath = ({ "idp-id": identityProviderId }: ParameterValues) => ({
  identityProviderId,
});

export const identityProviderHandlers = {
  listIdentityProviders: askedByParameters(listIdentityProviders, () => ({})),
  createIdentityProvider: askedByBody(createIdentityProvider),
  getIdentityProvider: askedByParameters(getIdentityProvider, providerInPath),
  updateIdentityProvider: changingProviderInPath(askedByBody(updateIdentityProvider)),
  deleteIdentityProvider: askedByParameters(deleteIdentityProvider, providerInPath),
};
