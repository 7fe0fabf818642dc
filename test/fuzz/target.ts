import type { Random } from "../simulation/random.ts";

/** A function that reads untrusted bytes. */
export interface Target {
  readonly name: string;
  /** Valid inputs, which the fuzzer changes. */
  readonly seeds: readonly Uint8Array[];
  /**
   * Changes a valid input but keeps its syntax, to reach code after the parser, which randomly changed bytes
   * rarely reach. Returns undefined for inputs without such a syntax. The fuzzer makes half of its changes
   * with this function.
   */
  readonly change?: (
    input: Uint8Array,
    others: readonly Uint8Array[],
    random: Random,
  ) => Uint8Array | undefined;
  /**
   * Passes the bytes to the target. Resolves to the outcome in one word. Rejects with a {@link Fault} if no
   * input may cause this outcome. The target is unchanged afterwards.
   */
  readonly attempt: (input: Uint8Array) => Promise<string>;
}

/** An outcome that no input may cause. */
export class Fault extends Error {}
