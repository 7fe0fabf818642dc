import type { Random } from "../simulation/random.ts";

/** A function that reads untrusted bytes. */
export interface Target {
  readonly name: string;
  /** Valid inputs, from which invalid ones are made. */
  readonly seeds: readonly Uint8Array[];
  /**
   * Changes a valid input but keeps its form, to reach the code behind the parser; changed bytes rarely do.
   * Returns undefined for inputs without such a form. Half of the changes are made by this function.
   */
  readonly change?: (
    input: Uint8Array,
    others: readonly Uint8Array[],
    random: Random,
  ) => Uint8Array | undefined;
  /**
   * Passes the bytes to the target and resolves to the outcome in a word. Rejects with a {@link Fault} if the
   * outcome is one that no input may cause. Leaves the target unchanged.
   */
  readonly attempt: (input: Uint8Array) => Promise<string>;
}

/** An outcome that no input may cause. */
export class Fault extends Error {}
