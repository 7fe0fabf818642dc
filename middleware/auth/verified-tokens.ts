import type { VerifiedToken } from "./token-verifier.ts";

/** Until when a verification counts. */
type Lifetime = Pick<VerifiedToken, "expiresAtMillis" | "verifyAgainAtMillis">;

/**
 * Tokens that were verified, until they expire or have to be verified again. Holds at most `capacity` of them and forgets the
 * one that was not asked for the longest.
 */
export class VerifiedTokens<Verified extends Lifetime = VerifiedToken> {
  readonly #tokens = new Map<string, Verified>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(token: string, nowMillis: number): Verified | undefined {
    const verified = this.#tokens.get(token);
    if (verified === undefined) return undefined;
    this.#tokens.delete(token);
    const { expiresAtMillis = Infinity, verifyAgainAtMillis = Infinity } = verified;
    if (Math.min(expiresAtMillis, verifyAgainAtMillis) <= nowMillis) return undefined;
    this.#tokens.set(token, verified);
    return verified;
  }

  add(token: string, verified: Verified): void {
    this.#tokens.set(token, verified);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > this.#capacity && oldest !== undefined) this.#tokens.delete(oldest);
  }
}
