import type { Ledger } from "../../lib/index.ts";

/** Creates an identity provider with this id on the ledger. */
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
