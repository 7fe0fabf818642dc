import type { JsonWebKeySetKey, TokenVerificationKey } from "./token-crypto-types.ts";

/** Age at which keys must be fetched again (ledger-api.md 5.1), in milliseconds. */
export const providerKeyMaxAgeMillis = 5 * 60_000;

/**
 * Age from which a used key is fetched again in the background, so that no request waits for it, in
 * milliseconds.
 */
const renewalMillis = providerKeyMaxAgeMillis / 2;

/** Age up to which keys are used while fetching fails, in milliseconds. */
const staleMillis = 60 * 60_000;

/** Number of fetches that may follow each other immediately. After that, each interval allows one more. */
const maxFetches = 10;
const fetchIntervalMillis = 6_000;

/** Number of unknown key ids that are cached, and for how long. */
const maxUnknown = 1_000;
const unknownMillis = 60_000;

/**
 * The keys of one identity provider, always replaced as a whole. They are fetched again when a key
 * is used after two and a half minutes, and for an unknown key id. At most ten fetches follow each
 * other immediately; after that, one every six seconds. Unauthenticated clients can use up this
 * limit. A request with a known key waits for a fetch only if the keys are older than five minutes.
 * While fetching fails, the present keys remain valid for an hour.
 */
export class IdentityProviderKeySet {
  readonly #fetch: () => Promise<readonly JsonWebKeySetKey[]>;
  readonly #now: () => number;
  #keys: readonly JsonWebKeySetKey[] = [];
  #fetchedAt = -Infinity;
  #hasFailed = false;
  #underWay: Promise<boolean> | undefined;
  /** Token bucket of fetches: the number left, and the time when it was computed. */
  #fetches = { left: maxFetches, at: -Infinity };
  /** Expiry of each cached unknown id. */
  readonly #unknown = new Map<string | undefined, number>();

  constructor(fetch: () => Promise<readonly JsonWebKeySetKey[]>, now: () => number) {
    this.#fetch = fetch;
    this.#now = now;
  }

  /** Resolves to the key of this name, or to the only key if there is no name. Never rejects. */
  async find(name: string | undefined): Promise<TokenVerificationKey | undefined> {
    const known = this.findCached(name);
    if (known === undefined) {
      if (this.#isUnknown(name) || !(await this.#refetchKeys())) return undefined;
      const found = this.findCached(name);
      if (found === undefined) this.#rememberUnknownKey(name);
      return found;
    }
    const age = this.#now() - this.#fetchedAt;
    if (age < renewalMillis) return known;
    const renewed = this.#refetchKeys();
    if (age < providerKeyMaxAgeMillis || this.#hasFailed) return known;
    await renewed;
    return this.findCached(name);
  }

  /** Returns the cached key of this name, or the only one if there is no name. Fetches nothing. */
  findCached(name: string | undefined): TokenVerificationKey | undefined {
    if (this.#now() - this.#fetchedAt >= staleMillis) return undefined;
    if (name !== undefined) return this.#keys.find((each) => each.name === name)?.key;
    const [only, ...others] = this.#keys;
    return others.length > 0 ? undefined : only?.key;
  }

  #isUnknown(name: string | undefined): boolean {
    return (this.#unknown.get(name) ?? -Infinity) > this.#now();
  }

  #rememberUnknownKey(name: string | undefined): void {
    this.#unknown.delete(name);
    this.#unknown.set(name, this.#now() + unknownMillis);
    const [oldest] = this.#unknown.keys();
    if (this.#unknown.size > maxUnknown) this.#unknown.delete(oldest);
  }

  /**
   * Fetches the keys if the limit allows it; concurrent callers share one fetch. Resolves to true
   * if they were fetched.
   */
  #refetchKeys(): Promise<boolean> {
    if (this.#underWay !== undefined) return this.#underWay;
    if (!this.#takeFetch()) return Promise.resolve(false);
    const fetched = this.#fetch().then(
      (keys) => {
        this.#keys = keys;
        this.#fetchedAt = this.#now();
        this.#unknown.clear();
        return true;
      },
      () => false,
    );
    this.#underWay = fetched.then((isFetched) => {
      this.#underWay = undefined;
      this.#hasFailed = !isFetched;
      return isFetched;
    });
    return this.#underWay;
  }

  #takeFetch(): boolean {
    const now = this.#now();
    const { left, at } = this.#fetches;
    const addedFetches = Math.floor((now - at) / fetchIntervalMillis);
    const total = Math.min(maxFetches, left + addedFetches);
    if (total < 1) return false;
    const since = total === maxFetches ? now : at + addedFetches * fetchIntervalMillis;
    this.#fetches = { left: total - 1, at: since };
    return true;
  }
}
