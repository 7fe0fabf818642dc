import type { FetchKeySet } from "./fetch-key-set.ts";
import { IdentityProviderKeySet } from "./provider-key-set.ts";
import { tokenCrypto } from "./token-crypto.ts";
import type {
  JsonWebKeySetEntry,
  JsonWebKeySetKey,
  TokenVerificationKey,
} from "./token-crypto-types.ts";

export { providerKeyMaxAgeMillis } from "./provider-key-set.ts";

/** Timeout of a fetch in milliseconds, well below the request timeout. */
const defaultFetchTimeoutMillis = 5_000;

/** Maximum number of cached key sets. One ledger has fewer identity providers. */
const maxKeySets = 64;

/** The public keys of identity providers. */
export class IdentityProviderKeys {
  readonly #fetchKeySet: FetchKeySet;
  readonly #fetchTimeoutMillis: number;
  readonly #now: () => number;
  readonly #keySets = new Map<string, IdentityProviderKeySet>();

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
   * A known key needs no fetch; see {@link IdentityProviderKeySet}.
   */
  find(url: string, keyId: string | undefined): Promise<TokenVerificationKey | undefined> {
    return this.#keySet(url).find(keyId);
  }

  /**
   * Returns the key with this id if it was fetched already. For explanations, which must not cause
   * a fetch.
   */
  findCached(url: string, keyId: string | undefined): TokenVerificationKey | undefined {
    return this.#keySets.get(url)?.findCached(keyId);
  }

  #keySet(url: string): IdentityProviderKeySet {
    const known = this.#keySets.get(url);
    if (known !== undefined) return known;
    const [oldest] = this.#keySets.keys();
    if (this.#keySets.size >= maxKeySets && oldest !== undefined) this.#keySets.delete(oldest);
    const keySet = new IdentityProviderKeySet(() => this.#fetchKeys(url), this.#now);
    this.#keySets.set(url, keySet);
    return keySet;
  }

  async #fetchKeys(url: string): Promise<readonly JsonWebKeySetKey[]> {
    return tokenCrypto.readKeys(url, readKeyEntries(await this.#fetchInTime(url)));
  }

  /** Fetches with a timeout, even if `fetchKeySet` ignores the signal. */
  async #fetchInTime(url: string): Promise<unknown> {
    const signal = AbortSignal.timeout(this.#fetchTimeoutMillis);
    const timeout = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
    return Promise.race([this.#fetchKeySet(url, signal), timeout]);
  }
}

/**
 * Returns the keys of a set without their usage restrictions, which a participant ignores. One
 * malformed entry invalidates the whole set, as on a participant.
 */
const readKeyEntries = (json: unknown): readonly JsonWebKeySetEntry[] => {
  if (typeof json !== "object" || json === null || !("keys" in json)) return [];
  const { keys } = json;
  return Array.isArray(keys) && keys.every(isEntry) ? keys.map(removeKeyRestrictions) : [];
};

const removeKeyRestrictions = (entry: JsonWebKeySetEntry): JsonWebKeySetEntry => ({
  ...entry,
  use: undefined,
  key_ops: undefined,
  alg: undefined,
});

const isEntry = (entry: unknown): entry is JsonWebKeySetEntry =>
  typeof entry === "object" &&
  entry !== null &&
  "kty" in entry &&
  typeof entry.kty === "string" &&
  (!("kid" in entry) || typeof entry.kid === "string");
