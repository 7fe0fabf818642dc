import { createPublicKey, type KeyObject } from "node:crypto";

import type { Algorithm } from "jsonwebtoken";

import type { FetchKeySet } from "./fetch-key-set.ts";
import { type ProviderKey, ProviderKeySet } from "./provider-key-set.ts";
import type { VerificationKey } from "./verification-key.ts";

export { keyLifetimeMillis } from "./provider-key-set.ts";

/** Timeout of a fetch, well below the request timeout. */
const defaultFetchTimeoutMillis = 5_000;

/** More key sets than one ledger has identity providers. */
const maxKeySets = 64;

/**
 * The public keys of identity providers. This is the only file that imports jwks-rsa, which parses
 * key sets.
 */
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
   * Resolves to the key with this id, or to the only key if there is no id. Undefined if there is
   * no such key, if tokens are not verified with keys of its kind, or if it cannot be fetched now.
   * A known key needs no fetch; see {@link ProviderKeySet}.
   */
  find(url: string, keyId: string | undefined): Promise<VerificationKey | undefined> {
    return this.#keySet(url).find(keyId === undefined ? undefined : nameOf(keyId));
  }

  /**
   * Returns the key with this id if it was fetched already. For explanations, which must not cause
   * a fetch.
   */
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

  /** Loads the library with the first key set: most ledgers have no identity provider. */
  async #fetch(jwksUri: string): Promise<readonly ProviderKey[]> {
    const { default: jwksRsa } = await import("jwks-rsa");
    const client = jwksRsa({ jwksUri, cache: false, fetcher: () => this.#fetchInTime(jwksUri) });
    const found = await client.getSigningKeys();
    return found.map((key) => ({ name: key.kid, key: usableKey(key.getPublicKey()) }));
  }

  /** Fetches with a timeout, even if `fetchKeySet` ignores the signal. */
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
 * Returns the keys of a set without their usage restrictions, which a participant ignores. One
 * malformed entry invalidates the whole set, as on a participant.
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

/** Prefixes the id, because the library treats an empty id as none. */
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

/**
 * Returns the algorithm of a key. Only the kind of key determines it, not the token or the key set.
 */
const algorithmOf = ({
  asymmetricKeyType,
  asymmetricKeyDetails,
}: KeyObject): Algorithm | undefined =>
  asymmetricKeyType === "rsa"
    ? "RS256"
    : curveAlgorithms.get(asymmetricKeyDetails?.namedCurve ?? "");

/** Algorithms by OpenSSL's names for P-256 and P-521; a participant does not use P-384 here. */
const curveAlgorithms: ReadonlyMap<string, Algorithm> = new Map([
  ["prime256v1", "ES256"],
  ["secp521r1", "ES512"],
]);
