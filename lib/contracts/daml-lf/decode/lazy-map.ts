import { runWithParseErrorsDuringEvaluation } from "../archive/archive-protobuf-reader.ts";

/**
 * A map whose keys are determined on first use, and whose values are read on demand and cached. If reading
 * fails, the map stays unchanged.
 */
export class LazyMap<From, T> implements ReadonlyMap<string, T> {
  readonly #find: () => ReadonlyMap<string, From>;
  readonly #read: (from: From) => T;
  readonly #known = new Map<string, T>();
  #found: ReadonlyMap<string, From> | undefined;

  constructor(find: () => ReadonlyMap<string, From>, read: (from: From) => T) {
    this.#find = find;
    this.#read = read;
  }

  get #unreadEntries(): ReadonlyMap<string, From> {
    return (this.#found ??= runWithParseErrorsDuringEvaluation(this.#find));
  }

  get size(): number {
    return this.#unreadEntries.size;
  }

  has(key: string): boolean {
    return this.#unreadEntries.has(key);
  }

  get(key: string): T | undefined {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const from = this.#unreadEntries.get(key);
    if (from === undefined) return undefined;
    const value = runWithParseErrorsDuringEvaluation(() => this.#read(from));
    this.#known.set(key, value);
    return value;
  }

  keys(): MapIterator<string> {
    return this.#unreadEntries.keys();
  }

  *values(): MapIterator<T> {
    for (const [, value] of this) yield value;
  }

  *entries(): MapIterator<[string, T]> {
    for (const key of this.#unreadEntries.keys()) {
      const value = this.get(key);
      if (value !== undefined) yield [key, value];
    }
  }

  [Symbol.iterator](): MapIterator<[string, T]> {
    return this.entries();
  }

  forEach(visit: (value: T, key: string, map: ReadonlyMap<string, T>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }
}
