import type { FetchKeySet } from "./fetch-key-set.ts";
import { ProviderKeySet } from "./provider-key-set.ts";
import { tokenCrypto } from "./token-crypto.ts";
import type { KeySetEntry, ProviderKey, VerificationKey } from "./token-crypto-types.ts";

export { keyLifetimeMillis } from "./provider-key-set.ts";

/** Timeout of a fetch in milliseconds, well below the request timeout. */
const defaultFetchTimeoutMillis = 5_000;

/** Maximum number of cached key sets. One ledger has fewer identity providers. */
const maxKeySets = 64;

/** The public keys of identity providers. */
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
    return this.#keySet(url).find(keyId);
  }

  /**
   * Returns the key with this id if it was fetched already. For explanations, which must not cause
   * a fetch.
   */
  findCached(url: string, keyId: string | undefined): VerificationKey | undefined {
    return this.#keySets.get(url)?.findCached(keyId);
  }

  #keySet(url: string): ProviderKeySet {
    const known = this.#keySets.get(url);
    if (known !== undefined) return known;
    const [oldest] = this.#keySets.keys();
    if (this.#keySets.size >= maxKeySets && oldest !== undefined) this.#keySets.delete(oldest);
    const keySet = new ProviderKeySet(() => this.#fetchKeys(url), this.#now);
    this.#keySets.set(url, keySet);
    return keySet;
  }

  async #fetchKeys(url: string): Promise<readonly ProviderKey[]> {
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
const readKeyEntries = (json: unknown): readonly KeySetEntry[] => {
  if (typeof json !== "object" || json === null || !("keys" in json)) return [];
  const { keys } = json;
  return Array.isArray(keys) && keys.every(isEntry) ? keys.map(removeKeyRestrictions) : [];
};

const removeKeyRestrictions = (entry: KeySetEntry): KeySetEntry => ({
  ...entry,
  use: undefined,
  key_ops: undefined,
  alg: undefined,
});

const isEntry = (entry: unknown): entry is KeySetEntry =>
  typeof entry === "object" &&
  entry !== null &&
  "kty" in entry &&
  typeof entry.kty === "string" &&
  (!("kid" in entry) || typeof entry.kid === "string");
