/**
 * Which ids of a recording and of its replay are one another's: two that stand in the same place are from then on, and neither
 * may stand in the place of a third.
 */
export class Bijection<T> {
  readonly #there = new Map<T, T>();
  readonly #here = new Map<T, T>();
  /** In the order in which they were learned. */
  readonly #learned: T[] = [];

  /** How many were learned. */
  get size(): number {
    return this.#learned.length;
  }

  /** Whether they may be one another's; learns that they are. */
  match(recorded: T, replayed: T): boolean {
    const known = this.#there.get(recorded);
    if (known !== undefined) return known === replayed;
    if (this.#here.has(replayed)) return false;
    this.#there.set(recorded, replayed);
    this.#here.set(replayed, recorded);
    this.#learned.push(recorded);
    return true;
  }

  /** Undefined for one that was not met yet. */
  replayed(recorded: T): T | undefined {
    return this.#there.get(recorded);
  }

  recorded(replayed: T): T | undefined {
    return this.#here.get(replayed);
  }

  /** Those that are not the same on both sides. */
  get differing(): number {
    return this.#learned.filter((recorded) => this.#there.get(recorded) !== recorded).length;
  }

  /** Forgets what was learned since it had this size, and tells what that was. */
  forget(size: number): readonly (readonly [recorded: T, replayed: T])[] {
    return this.#learned.splice(size).flatMap((recorded) => {
      const replayed = this.#there.get(recorded);
      if (replayed === undefined) return [];
      this.#there.delete(recorded);
      this.#here.delete(replayed);
      return [[recorded, replayed] as const];
    });
  }
}
