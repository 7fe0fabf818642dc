import { keyedDigestOf } from "../values/digest.ts";

/**
 * Randomness for decisions: HMAC-SHA256 under the ledger's seed over the position, as 8 bytes big
 * endian. Nothing can be told about one position from the others without the seed.
 */
export class DecisionSeeds {
  readonly #seed: Uint8Array;
  readonly #message = new DataView(new ArrayBuffer(8));

  /** `seed`: any number of bytes. */
  constructor(seed: Uint8Array) {
    this.#seed = seed;
  }

  /** 32 bytes. */
  at(position: number): Uint8Array {
    this.#message.setUint32(0, Math.floor(position / 2 ** 32));
    this.#message.setUint32(4, position % 2 ** 32);
    return keyedDigestOf(this.#seed, new Uint8Array(this.#message.buffer));
  }
}
