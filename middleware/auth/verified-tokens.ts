import type { VerifiedToken } from "./token-verifier.ts";

/**
 * Tokens that were verified, until they expire. Holds at most `capacity` of them and forgets the
 * one that was not asked for the longest.
 */
export class VerifiedTokens {
  readonly #tokens = new Map<string, VerifiedToken>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(token: string, nowMillis: number): VerifiedToken | undefined {
    const verified = this.#tokens.get(token);
    if (verified === undefined) return undefined;
    this.#tokens.delete(token);
    if ((verified.expiresAtMillis ?? Infinity) <= nowMillis) return undefined;
    this.#tokens.set(token, verified);
    return verified;
  }

  add(token: string, verified: VerifiedToken): void {
    this.#tokens.set(token, verified);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > this.#capacity && oldest !== undefined) this.#tokens.delete(oldest);
  }
}
