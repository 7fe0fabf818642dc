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
      const found = await (await this.#keySet(url)).getSigningKey(keyId);
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

/** Entries that are no objects would make the library fail for all of them. */
const keysIn = (json: unknown): readonly unknown[] => {
  if (typeof json !== "object" || json === null || !("keys" in json)) return [];
  const { keys } = json;
  return Array.isArray(keys) ? keys.filter((key) => typeof key === "object" && key !== null) : [];
};

/** The kind of a key pins the algorithm, whatever the token or the key set say. */
const algorithmOf = ({
  asymmetricKeyType,
  asymmetricKeyDetails,
}: KeyObject): Algorithm | undefined =>
  asymmetricKeyType === "rsa"
    ? "RS256"
    : curveAlgorithms.get(asymmetricKeyDetails?.namedCurve ?? "");

/** By the names that OpenSSL has for P-256, P-384 and P-521. */
const curveAlgorithms: ReadonlyMap<string, Algorithm> = new Map([
  ["prime256v1", "ES256"],
  ["secp384r1", "ES384"],
  ["secp521r1", "ES512"],
]);
