import type { Random } from "../simulation/random.ts";

/** Something that takes bytes from strangers. */
export interface Target {
  readonly name: string;
  /** Good input, of which bad is made. */
  readonly seeds: readonly Uint8Array[];
  /**
   * Changes good input so that it keeps its form, as bytes that are changed seldom do: what is behind the reader is reached then. Undefined
   * for what has no such form. Half of the changes are made by it.
   */
  readonly change?: (
    input: Uint8Array,
    others: readonly Uint8Array[],
    random: Random,
  ) => Uint8Array | undefined;
  /**
   * Hands the bytes over, and resolves to what came of it, in a word. Rejects with a {@link Fault} for what must not come of any
   * bytes, and leaves what it hands them to as it was.
   */
  readonly attempt: (input: Uint8Array) => Promise<string>;
}

/** What no input may lead to. */
export class Fault extends Error {}
