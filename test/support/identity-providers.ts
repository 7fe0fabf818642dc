import type { Ledger } from "../../lib/index.ts";

/** Makes the ledger know an identity provider of this id. */
export const addIdentityProvider = (ledger: Ledger, identityProviderId: string): Promise<void> => {
  const config = {
    identityProviderId,
    isDeactivated: false,
    issuer: `https://${identityProviderId}.example.com`,
    jwksUrl: `https://${identityProviderId}.example.com/keys`,
    audience: "",
  };
  return ledger.commit(() => ({
    events: [{ kind: "identityProviderChanged", config }],
    outcome: undefined,
  }));
};
