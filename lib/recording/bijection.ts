/**
 * A one-to-one mapping between the ids of a recording and the ids of its replay. After two ids were
 * matched, neither can be matched with another id.
 */
export class OneToOneMapping<T> {
  readonly #there = new Map<T, T>();
  readonly #here = new Map<T, T>();
  /** The pairs, in the order in which they were matched. */
  readonly #learned: (readonly [recorded: T, replayed: T])[] = [];

  /** The number of matched pairs. */
  get size(): number {
    return this.#learned.length;
  }

  /**
   * Matches two ids and returns true, or returns false if one of them is already matched with another id.
   */
  matchPair(recorded: T, replayed: T): boolean {
    const known = this.#there.get(recorded);
    if (known !== undefined) return known === replayed;
    if (this.#here.has(replayed)) return false;
    this.#there.set(recorded, replayed);
    this.#here.set(replayed, recorded);
    this.#learned.push([recorded, replayed]);
    return true;
  }

  /** Returns the replayed id for a recorded one; undefined if the recorded id is not matched. */
  findReplayed(recorded: T): T | undefined {
    return this.#there.get(recorded);
  }

  findRecorded(replayed: T): T | undefined {
    return this.#here.get(replayed);
  }

  /** The number of pairs whose two ids differ. */
  get differing(): number {
    return this.#learned.filter(([recorded, replayed]) => recorded !== replayed).length;
  }

  /** Removes the pairs that were added since the mapping had this size, and returns them. */
  removeSince(size: number): readonly (readonly [recorded: T, replayed: T])[] {
    const forgotten = this.#learned.splice(size);
    for (const [recorded, replayed] of forgotten) {
      this.#there.delete(recorded);
      this.#here.delete(replayed);
    }
    return forgotten;
  }
}
