import type { VerificationKey } from "./verification-key.ts";

/** A key of a set. */
export interface ProviderKey {
  /** Undefined where the set gives it none. */
  readonly name: string | undefined;
  /** Undefined for a key of no kind that tokens are verified with. */
  readonly key: VerificationKey | undefined;
}

/** For how long keys are used before they are fetched again (ledger-api.md 5.1). */
export const keyLifetimeMillis = 5 * 60_000;

/** From this age on keys that are asked for are fetched beforehand, so that nobody has to wait. */
const renewalMillis = keyLifetimeMillis / 2;

/** For how long keys count at most where those that replace them cannot be fetched. */
const staleMillis = 60 * 60_000;

/** Fetches that may come at once; after that, one in each interval. */
const maxFetches = 10;
const fetchIntervalMillis = 6_000;

/** How many ids that nobody has are remembered, and for how long. */
const maxUnknown = 1_000;
const unknownMillis = 60_000;

/**
 * The keys of one identity provider, always held as a whole. They are fetched again before they are five
 * minutes old, and when somebody asks for one that is not there: then ten times a minute at most, which
 * strangers can use up, but a known key never waits for a fetch that is for another. Where fetching fails,
 * those that are there go on, for an hour.
 */
export class ProviderKeySet {
  readonly #fetch: () => Promise<readonly ProviderKey[]>;
  readonly #now: () => number;
  #keys: readonly ProviderKey[] = [];
  #fetchedAt = -Infinity;
  #hasFailed = false;
  #underWay: Promise<boolean> | undefined;
  /** Those left, as of a time. */
  #fetches = { left: maxFetches, at: -Infinity };
  /** Until when each is taken for unknown. */
  readonly #unknown = new Map<string | undefined, number>();

  constructor(fetch: () => Promise<readonly ProviderKey[]>, now: () => number) {
    this.#fetch = fetch;
    this.#now = now;
  }

  /** The key of this name; without one, the only key there is. Never rejects. */
  async find(name: string | undefined): Promise<VerificationKey | undefined> {
    const known = this.held(name);
    if (known === undefined) {
      if (this.#isUnknown(name) || !(await this.#refetch())) return undefined;
      const found = this.held(name);
      if (found === undefined) this.#remember(name);
      return found;
    }
    const age = this.#now() - this.#fetchedAt;
    if (age < renewalMillis) return known;
    const renewed = this.#refetch();
    if (age < keyLifetimeMillis || this.#hasFailed) return known;
    await renewed;
    return this.held(name);
  }

  /** The key of this name among those that are here; without a name, the only one. Asks nobody. */
  held(name: string | undefined): VerificationKey | undefined {
    if (this.#now() - this.#fetchedAt >= staleMillis) return undefined;
    if (name !== undefined) return this.#keys.find((each) => each.name === name)?.key;
    const [only, ...others] = this.#keys;
    return others.length > 0 ? undefined : only?.key;
  }

  #isUnknown(name: string | undefined): boolean {
    return (this.#unknown.get(name) ?? -Infinity) > this.#now();
  }

  #remember(name: string | undefined): void {
    this.#unknown.delete(name);
    this.#unknown.set(name, this.#now() + unknownMillis);
    const [oldest] = this.#unknown.keys();
    if (this.#unknown.size > maxUnknown) this.#unknown.delete(oldest);
  }

  /**
   * Fetches the keys if they may be fetched now; whoever asks meanwhile waits for the same fetch. Resolves to
   * whether they were fetched.
   */
  #refetch(): Promise<boolean> {
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
    const regained = Math.floor((now - at) / fetchIntervalMillis);
    const total = Math.min(maxFetches, left + regained);
    if (total < 1) return false;
    const since = total === maxFetches ? now : at + regained * fetchIntervalMillis;
    this.#fetches = { left: total - 1, at: since };
    return true;
  }
}
