import type { VerifiedToken } from "./token-verifier.ts";

/** Times until which a verification is valid. */
type VerificationLifetime = Pick<VerifiedToken, "expiresAtMillis" | "verifyAgainAtMillis">;

/**
 * Cache of verified tokens, until they expire or must be verified again. Holds at most `capacity`
 * tokens and evicts the least recently used one.
 */
export class VerifiedTokenCache<Verified extends VerificationLifetime = VerifiedToken> {
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
