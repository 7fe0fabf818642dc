import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

/**
 * Randomness for decisions: HMAC-SHA256 under the ledger's seed over the position, as 8 bytes big
 * endian. Nothing can be told about one position from the others without the seed.
 */
export class DecisionSeeds {
  readonly #keyed;
  // Used again and again: making new hash objects takes longer than hashing.
  readonly #worker;
  readonly #message = new DataView(new ArrayBuffer(8));

  /** `seed`: any number of bytes. */
  constructor(seed: Uint8Array) {
    this.#keyed = hmac.create(sha256, seed);
    this.#worker = this.#keyed.clone();
  }

  /** 32 bytes. About 3 microseconds. */
  at(position: number): Uint8Array {
    const digest = new Uint8Array(32);
    this.#message.setUint32(0, Math.floor(position / 2 ** 32));
    this.#message.setUint32(4, position % 2 ** 32);
    this.#keyed._cloneInto(this.#worker);
    this.#worker.update(new Uint8Array(this.#message.buffer)).digestInto(digest);
    return digest;
  }
}
