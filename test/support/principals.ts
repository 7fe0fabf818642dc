import jsonwebtoken from "jsonwebtoken";

import { createIdentityProvider, createUser } from "../../lib/api.ts";
import type { LedgerApiOptions } from "../../middleware/index.ts";
import type { IouLedger } from "./iou-ledger.ts";
import { keyEntry, keySetsInMemory } from "./key-sets.ts";
import type { RequiredClaim } from "./operation-claims.ts";
import {
  confusedToken,
  otherRsaKeys,
  p256Keys,
  rsaKeys,
  scopeClaims,
  signedToken,
  unsignedToken,
} from "./tokens.ts";

/** A kind of caller. */
export interface Principal {
  readonly name: string;
  readonly token: string | undefined;
  /**
   * The expected result of its calls: 401; 403; or success for the operations that require one of these
   * rights, and 403 for the others.
   */
  readonly access: 401 | 403 | readonly RequiredClaim[];
}

const providerUrl = "https://idp.example.com";

/** Options that accept the tokens of {@link principals}. */
export const principalOptions = (): LedgerApiOptions => {
  const { served, fetchKeys } = keySetsInMemory();
  served.set(`${providerUrl}/keys`, { keys: [keyEntry(p256Keys, "p256")] });
  return { auth: { rs256PublicKey: rsaKeys.publicKey }, fetchKeys };
};

/** Creates the users and the identity provider of {@link principals}. */
export const addPrincipals = async ({ ledger, alice }: IouLedger): Promise<void> => {
  const config = {
    identityProviderId: "idp",
    issuer: providerUrl,
    jwksUrl: `${providerUrl}/keys`,
  };
  const right = (kind: string, value: object = {}) => ({ kind: { [kind]: { value } } });
  const user = (id: string, rights: readonly object[] = [], identityProviderId = "") =>
    createUser(ledger, { user: { id, identityProviderId }, rights });
  await createIdentityProvider(ledger, { identityProviderConfig: config });
  await user("plain");
  await user("reader", [right("CanReadAs", { party: alice })]);
  await user("actor", [right("CanActAs", { party: alice })]);
  await user("executor", [right("CanExecuteAs", { party: alice })]);
  await user("admin", [right("ParticipantAdmin")]);
  await user("idp-admin", [right("IdentityProviderAdmin")], "idp");
};

const ofHost = (userId: string, more: object = {}): string =>
  signedToken(scopeClaims(userId, more), rsaKeys.privateKey, "RS256");

const ofProvider = (userId: string, iss: string): string =>
  jsonwebtoken.sign(scopeClaims(userId, { iss }), p256Keys.privateKey, {
    algorithm: "ES256",
    keyid: "p256",
  });

/** All kinds of callers: unknown, unauthenticated, and with various rights. */
export const principals: readonly Principal[] = [
  { name: "nobody", token: undefined, access: 401 },
  { name: "an expired token", token: ofHost("admin", { exp: 1_000_000_000 }), access: 401 },
  {
    name: "a token signed by another key",
    token: signedToken(scopeClaims("admin"), otherRsaKeys.privateKey, "RS256"),
    access: 401,
  },
  { name: "a token without signature", token: unsignedToken(scopeClaims("admin")), access: 401 },
  {
    name: "a token signed with a public key as secret",
    token: confusedToken(scopeClaims("admin"), rsaKeys),
    access: 401,
  },
  {
    name: "a token of an unknown provider",
    token: ofProvider("idp-admin", "https://unknown.example.com"),
    access: 401,
  },
  {
    name: "a provider's token for a user of the participant",
    token: ofProvider("admin", providerUrl),
    access: 403,
  },
  {
    name: "the participant's token for a user of a provider",
    token: ofHost("idp-admin"),
    access: 403,
  },
  { name: "an unknown user", token: ofHost("unknown"), access: 403 },
  { name: "a user without rights", token: ofHost("plain"), access: ["public"] },
  { name: "a reader", token: ofHost("reader"), access: ["public", "readAs"] },
  {
    name: "an actor",
    token: ofHost("actor"),
    access: ["public", "readAs", "actAs", "executeAs"],
  },
  { name: "an executor", token: ofHost("executor"), access: ["public", "executeAs"] },
  {
    name: "an administrator of an identity provider",
    token: ofProvider("idp-admin", providerUrl),
    access: ["public", "anyAdmin"],
  },
  {
    name: "an administrator of the participant",
    token: ofHost("admin"),
    access: ["public", "anyAdmin", "admin"],
  },
];
