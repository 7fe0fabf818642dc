import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/**
 * Randomness for decisions: HMAC-SHA256 under the ledger's seed over the position, as 8 bytes big
 * endian. Nothing can be told about one position from the others without the seed.
 */
export class DecisionSeeds {
  readonly #keyed;

  /** `seed`: any number of bytes. */
  constructor(seed: Uint8Array) {
    this.#keyed = hmac.create(sha256, seed);
  }

  /** 32 bytes. About 10 microseconds. */
  at(position: number): Uint8Array {
    const message = new Uint8Array(8);
    new DataView(message.buffer).setBigUint64(0, BigInt(position));
    return this.#keyed.clone().update(message).digest();
  }
}
