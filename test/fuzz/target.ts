/** Something that takes bytes from strangers. */
export interface Target {
  readonly name: string;
  /** Good input, of which bad is made. */
  readonly seeds: readonly Uint8Array[];
  /**
   * Hands the bytes over, and resolves to what came of it, in a word. Rejects with a {@link Fault} for what must not come of any
   * bytes, and leaves what it hands them to as it was.
   */
  readonly attempt: (input: Uint8Array) => Promise<string>;
}

/** What no input may lead to. */
export class Fault extends Error {}
