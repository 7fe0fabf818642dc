import { readWhileRunning } from "../archive/message-reader.ts";

/**
 * A map whose keys are found when the first is asked for, and whose values are read when they are, and
 * then kept. What is raised meanwhile leaves it as it was.
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

  get #unread(): ReadonlyMap<string, From> {
    return (this.#found ??= readWhileRunning(this.#find));
  }

  get size(): number {
    return this.#unread.size;
  }

  has(key: string): boolean {
    return this.#unread.has(key);
  }

  get(key: string): T | undefined {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const from = this.#unread.get(key);
    if (from === undefined) return undefined;
    const value = readWhileRunning(() => this.#read(from));
    this.#known.set(key, value);
    return value;
  }

  keys(): MapIterator<string> {
    return this.#unread.keys();
  }

  *values(): MapIterator<T> {
    for (const [, value] of this) yield value;
  }

  *entries(): MapIterator<[string, T]> {
    for (const key of this.#unread.keys()) {
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
