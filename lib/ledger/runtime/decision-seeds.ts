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

  /**
   * 32 bytes. Of decisions that are begun at one position each but the first has a number of its own. With a salt, of 32 bytes,
   * it is another than that of whoever has the seed and not the salt.
   */
  at(position: number, number = 0, salt?: Uint8Array): Uint8Array {
    this.#position.setUint32(0, Math.floor(position / 2 ** 32));
    this.#position.setUint32(4, position % 2 ** 32);
    const unsalted = digestOf(this.#message);
    const first = salt === undefined ? unsalted : salted(unsalted, salt);
    return number === 0 ? first : numbered(first, number);
  }
}

const salted = (seed: Uint8Array, salt: Uint8Array): Uint8Array => {
  const message = new Uint8Array(seed.length + salt.length);
  message.set(seed);
  message.set(salt, seed.length);
  return digestOf(message);
};

const numbered = (seed: Uint8Array, number: number): Uint8Array => {
  const message = new Uint8Array(hashSize + 4);
  message.set(seed);
  new DataView(message.buffer).setUint32(hashSize, number);
  return digestOf(message);
};
