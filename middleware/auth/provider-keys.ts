import { createPublicKey, type KeyObject } from "node:crypto";

import type { Algorithm } from "jsonwebtoken";
import type { JwksClient } from "jwks-rsa";

import type { FetchKeySet } from "./fetch-key-set.ts";
import type { VerificationKey } from "./verification-key.ts";

/** For how long a key is used before it is fetched again (ledger-api.md 5.1). */
export const keyLifetimeMillis = 5 * 60_000;

/** How long fetching may take, well below the time a request may take. */
const defaultFetchTimeoutMillis = 5_000;

/** Per key set, however many unknown keys are asked for. */
const fetchesPerMinute = 10;

/** More key sets than one ledger has identity providers. */
const maxKeySets = 64;

/** The public keys of identity providers, by jwks-rsa; the one place that names it. */
export class ProviderKeys {
  readonly #fetchKeySet: FetchKeySet;
  readonly #fetchTimeoutMillis: number;
  readonly #keySets = new Map<string, Promise<JwksClient>>();

  constructor(fetchKeySet: FetchKeySet, fetchTimeoutMillis = defaultFetchTimeoutMillis) {
    this.#fetchKeySet = fetchKeySet;
    this.#fetchTimeoutMillis = fetchTimeoutMillis;
  }

  /**
   * The key with this id; without one, the only key there is. Undefined when there is no such key, it
   * is of no kind that tokens are verified with, or it cannot be fetched now. A known key costs
   * nothing; an unknown one makes the set be fetched again, a few times per minute.
   */
  async find(url: string, keyId: string | undefined): Promise<VerificationKey | undefined> {
    try {
      const name = keyId === undefined ? undefined : nameOf(keyId);
      const found = await (await this.#keySet(url)).getSigningKey(name);
      const key = createPublicKey(found.getPublicKey());
      const algorithm = algorithmOf(key);
      return algorithm === undefined ? undefined : { algorithm, key };
    } catch {
      return undefined;
    }
  }

  #keySet(url: string): Promise<JwksClient> {
    const known = this.#keySets.get(url);
    if (known !== undefined) return known;
    const [oldest] = this.#keySets.keys();
    if (this.#keySets.size >= maxKeySets && oldest !== undefined) this.#keySets.delete(oldest);
    const client = this.#createClient(url);
    this.#keySets.set(url, client);
    return client;
  }

  /** The library is loaded with the first key: most ledgers have no identity provider. */
  async #createClient(jwksUri: string): Promise<JwksClient> {
    const { default: jwksRsa } = await import("jwks-rsa");
    return jwksRsa({
      jwksUri,
      cacheMaxEntries: 16,
      cacheMaxAge: keyLifetimeMillis,
      rateLimit: true,
      jwksRequestsPerMinute: fetchesPerMinute,
      fetcher: () => this.#fetch(jwksUri),
    });
  }

  /** In time, even if what fetches cares nothing for the signal. */
  async #fetch(url: string): Promise<{ keys: readonly unknown[] }> {
    const signal = AbortSignal.timeout(this.#fetchTimeoutMillis);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
    const json = await Promise.race([this.#fetchKeySet(url, signal), late]);
    return { keys: keysIn(json) };
  }
}

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
