import { createPublicKey, type KeyObject } from "node:crypto";

import type { Algorithm } from "jsonwebtoken";

import type { FetchKeySet } from "./fetch-key-set.ts";
import { type ProviderKey, ProviderKeySet } from "./provider-key-set.ts";
import type { VerificationKey } from "./verification-key.ts";

export { keyLifetimeMillis } from "./provider-key-set.ts";

/** How long fetching may take, well below the time a request may take. */
const defaultFetchTimeoutMillis = 5_000;

/** More key sets than one ledger has identity providers. */
const maxKeySets = 64;

/** The public keys of identity providers; the one place that names jwks-rsa, which reads key sets. */
export class ProviderKeys {
  readonly #fetchKeySet: FetchKeySet;
  readonly #fetchTimeoutMillis: number;
  readonly #now: () => number;
  readonly #keySets = new Map<string, ProviderKeySet>();

  constructor(
    fetchKeySet: FetchKeySet,
    fetchTimeoutMillis = defaultFetchTimeoutMillis,
    now: () => number = () => Date.now(),
  ) {
    this.#fetchKeySet = fetchKeySet;
    this.#fetchTimeoutMillis = fetchTimeoutMillis;
    this.#now = now;
  }

  /**
   * The key with this id; without one, the only key there is. Undefined when there is no such key, it
   * is of no kind that tokens are verified with, or it cannot be fetched now. A known key costs
   * nothing, whatever others ask for; see {@link ProviderKeySet}.
   */
  find(url: string, keyId: string | undefined): Promise<VerificationKey | undefined> {
    return this.#keySet(url).find(keyId === undefined ? undefined : nameOf(keyId));
  }

  /** The key with this id as far as it has been fetched already; who only wants to explain asks nobody. */
  held(url: string, keyId: string | undefined): VerificationKey | undefined {
    return this.#keySets.get(url)?.held(keyId === undefined ? undefined : nameOf(keyId));
  }

  #keySet(url: string): ProviderKeySet {
    const known = this.#keySets.get(url);
    if (known !== undefined) return known;
    const [oldest] = this.#keySets.keys();
    if (this.#keySets.size >= maxKeySets && oldest !== undefined) this.#keySets.delete(oldest);
    const keySet = new ProviderKeySet(() => this.#fetch(url), this.#now);
    this.#keySets.set(url, keySet);
    return keySet;
  }

  /** The library is loaded with the first key set: most ledgers have no identity provider. */
  async #fetch(jwksUri: string): Promise<readonly ProviderKey[]> {
    const { default: jwksRsa } = await import("jwks-rsa");
    const client = jwksRsa({ jwksUri, cache: false, fetcher: () => this.#fetchInTime(jwksUri) });
    const found = await client.getSigningKeys();
    return found.map((key) => ({ name: key.kid, key: usableKey(key.getPublicKey()) }));
  }

  /** Even if what fetches cares nothing for the signal. */
  async #fetchInTime(url: string): Promise<{ keys: readonly unknown[] }> {
    const signal = AbortSignal.timeout(this.#fetchTimeoutMillis);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
    const json = await Promise.race([this.#fetchKeySet(url, signal), late]);
    return { keys: keysIn(json) };
  }
}

const usableKey = (pem: string): VerificationKey | undefined => {
  const key = createPublicKey(pem);
  const algorithm = algorithmOf(key);
  return algorithm === undefined ? undefined : { algorithm, key };
};

/**
 * The keys of a set without what says what they are for, which a participant does not ask. An entry that
 * is broken in itself makes it refuse the whole set.
 */
const keysIn = (json: unknown): readonly object[] => {
  if (typeof json !== "object" || json === null || !("keys" in json)) return [];
  const { keys } = json;
  return Array.isArray(keys) && keys.every(isEntry) ? keys.map(plainEntry) : [];
};

const plainEntry = (entry: KeyEntry): object => {
  const { kid } = entry;
  const key = { ...entry, use: undefined, key_ops: undefined, alg: undefined };
  return kid === undefined ? key : { ...key, kid: nameOf(kid) };
};

/** The library takes an empty id for none. */
const nameOf = (keyId: string): string => `id ${keyId}`;

interface KeyEntry {
  readonly kty: string;
  readonly kid?: string;
  readonly [member: string]: unknown;
}

const isEntry = (entry: unknown): entry is KeyEntry =>
  typeof entry === "object" &&
  entry !== null &&
  "kty" in entry &&
  typeof entry.kty === "string" &&
  (!("kid" in entry) || typeof entry.kid === "string");

/** The kind of a key pins the algorithm, whatever the token or the key set say. */
const algorithmOf = ({
  asymmetricKeyType,
  asymmetricKeyDetails,
}: KeyObject): Algorithm | undefined =>
  asymmetricKeyType === "rsa"
    ? "RS256"
    : curveAlgorithms.get(asymmetricKeyDetails?.namedCurve ?? "");

/** By the names that OpenSSL has for P-256 and P-521; a participant has no use for P-384 here. */
const curveAlgorithms: ReadonlyMap<string, Algorithm> = new Map([
  ["prime256v1", "ES256"],
  ["secp521r1", "ES512"],
]);
