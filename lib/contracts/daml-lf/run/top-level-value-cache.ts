import type { ProgramCodeStore } from "../code/code-store.ts";
import type { DamlException } from "../runtime/exception.ts";
import type { RuntimeValue } from "../runtime/runtime-value.ts";

/**
 * Maximum number of steps that the evaluation of all cached top-level values may have taken. A step
 * leaves at most a few hundred bytes in memory, so this limits their size. The values of published
 * packages take a few thousand steps.
 */
const maxSteps = 2_000_000;

/** A cached constant with the number of steps of its evaluation. */
export interface CachedTopLevelValue {
  readonly constant: number;
  readonly value: RuntimeValue;
  readonly steps: number;
}

/**
 * Cache of top-level values and of exceptions that their evaluation threw. Evicts the oldest entries when
 * the total cost exceeds the maximum. An evicted value is evaluated again on the next use, and charged
 * again.
 */
export class TopLevelValueCache {
  readonly #store: ProgramCodeStore;
  /** Number of steps by constant, oldest first. */
  readonly #steps = new Map<number, number>();
  readonly #failures = new Map<number, DamlException>();
  #total = 0;

  constructor(store: ProgramCodeStore) {
    this.#store = store;
  }

  add(constant: number, value: RuntimeValue, steps: number): void {
    this.#store.constants[constant] = value;
    this.#add(constant, steps);
  }

  addFailure(constant: number, failure: DamlException, steps: number): void {
    this.#failures.set(constant, failure);
    this.#add(constant, steps);
  }

  findFailure(constant: number): DamlException | undefined {
    return this.#failures.get(constant);
  }

  /** Returns the cached constants, for {@link restoreEvicted}. */
  cachedConstants(): readonly CachedTopLevelValue[] {
    const { constants } = this.#store;
    return [...this.#steps].flatMap(([constant, steps]) => {
      const value = constants[constant];
      return value === undefined ? [] : [{ constant, value, steps }];
    });
  }

  /** Puts back the constants that were evicted meanwhile, because resumed code relies on them. */
  restoreEvicted(held: readonly CachedTopLevelValue[]): void {
    for (const { constant, value, steps } of held) {
      if (this.#store.constants[constant] === undefined) this.add(constant, value, steps);
    }
  }

  /**
   * Discards all values and failures; they are evaluated again on the next use. Call it only while no
   * code runs.
   */
  clear(): void {
    for (const constant of this.#steps.keys()) this.#store.constants[constant] = undefined;
    this.#failures.clear();
    this.#steps.clear();
    this.#total = 0;
  }

  #add(constant: number, steps: number): void {
    this.#steps.set(constant, steps);
    this.#total += steps;
  }

  /**
   * Evicts entries. Call it only while nothing is running, because running code relies on the constants
   * that it has requested.
   */
  evictEntries(): void {
    if (this.#total <= maxSteps) return;
    for (const [constant, steps] of this.#steps) {
      this.#store.constants[constant] = undefined;
      this.#failures.delete(constant);
      this.#steps.delete(constant);
      this.#total -= steps;
      if (this.#total <= maxSteps / 2) return;
    }
  }
}
