import { digestOf } from "../../ground/values/digest.ts";

const hashSize = 32;

/**
 * Randomness for decisions: SHA-256 over the hash of the ledger's seed and the position, as 8 bytes big
 * endian. Nothing can be told about one position from the others without the seed: all messages are of
 * one length.
 */
export class DecisionSeeds {
  readonly #message = new Uint8Array(hashSize + 8);
  readonly #position = new DataView(this.#message.buffer, hashSize);

  /** `seed`: any number of bytes. */
  constructor(seed: Uint8Array) {
    this.#message.set(digestOf(seed));
  }

  /** 32 bytes. */
  at(position: number): Uint8Array {
    this.#position.setUint32(0, Math.floor(position / 2 ** 32));
    this.#position.setUint32(4, position % 2 ** 32);
    return digestOf(this.#message);
  }
}
