/**
 * A ledger that trusts an identity provider: a token endpoint and a key set on this machine. Run it with
 * `node --import tsx examples/identity-provider.ts`.
 */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import jsonwebtoken from "jsonwebtoken";
import { createLedger } from "ledger-in-a-box";
import { createIdentityProvider, createUser } from "ledger-in-a-box/api";
import { createFetch } from "ledger-in-a-box/middleware";

// The provider: it signs tokens with its private keys, and publishes the public keys.
const makeKey = () => ({
  ...generateKeyPairSync("ec", { namedCurve: "P-256" }),
  keyid: randomUUID(),
});
let key = makeKey();

const provider = createServer((_, response) => {
  const jwk = { ...key.publicKey.export({ format: "jwk" }), kid: key.keyid, use: "sig" };
  response.setHeader("Content-Type", "application/json").end(JSON.stringify({ keys: [jwk] }));
}).listen(0, "127.0.0.1");
await once(provider, "listening");
const { port } = provider.address() as AddressInfo;
const issuer = `http://127.0.0.1:${port}`;
const audience = "https://ledger.example.com";

const tokenOf = (userId: string, expiresIn = 60): string =>
  jsonwebtoken.sign({ sub: userId }, key.privateKey, {
    algorithm: "ES256",
    issuer,
    audience,
    expiresIn,
    keyid: key.keyid,
  });

// The ledger: it stores the provider and its users. The key in `auth` would be for tokens of the host
// program, which this example does not use.
const ledger = await createLedger();
await createIdentityProvider(ledger, {
  identityProviderConfig: {
    identityProviderId: "company",
    issuer,
    jwksUrl: `${issuer}/.well-known/jwks.json`,
    audience,
  },
});
await createUser(ledger, { user: { id: "ann", identityProviderId: "company" } });
const fetchLedger = createFetch(ledger, { auth: { hs256Secret: randomUUID() } });

const ask = async (who: string, token: string): Promise<void> => {
  const { status } = await fetchLedger("/v2/authenticated-user", {
    headers: { Authorization: `Bearer ${token}` },
  });
  console.log(`${who}: ${status}`);
};

await ask("ann", tokenOf("ann"));
await ask("somebody the ledger does not know", tokenOf("ben"));
await ask("ann, too late", tokenOf("ann", -1));
key = makeKey();
await ask("ann, with a key of today", tokenOf("ann"));

provider.closeAllConnections();
provider.close();
