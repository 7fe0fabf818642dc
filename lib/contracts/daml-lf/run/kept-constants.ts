import type { CodeStore } from "../code/code-store.ts";
import type { DamlException } from "../runtime/exception.ts";
import type { RuntimeValue } from "../runtime/runtime-value.ts";

/**
 * How many steps all top-level values that are kept may have taken to evaluate. A step leaves no more than
 * some hundred bytes behind, so this bounds what they hold; those of published packages take some thousands.
 */
const maxKeptSteps = 2_000_000;

/** A constant that interrupted code may rely on. */
export interface HeldConstant {
  readonly constant: number;
  readonly value: RuntimeValue;
  readonly steps: number;
}

/**
 * Remembers top-level values, and what evaluating them raised. Lets go of those kept longest when they come
 * to hold too much: whoever asks for one again has it evaluated again, and pays for it.
 */
export class KeptConstants {
  readonly #store: CodeStore;
  /** By constant, oldest first, how many steps it took. */
  readonly #steps = new Map<number, number>();
  readonly #failures = new Map<number, DamlException>();
  #total = 0;

  constructor(store: CodeStore) {
    this.#store = store;
  }

  keep(constant: number, value: RuntimeValue, steps: number): void {
    this.#store.constants[constant] = value;
    this.#add(constant, steps);
  }

  keepFailure(constant: number, failure: DamlException, steps: number): void {
    this.#failures.set(constant, failure);
    this.#add(constant, steps);
  }

  failure(constant: number): DamlException | undefined {
    return this.#failures.get(constant);
  }

  /** Those that are kept now, for {@link restore}. */
  held(): readonly HeldConstant[] {
    const { constants } = this.#store;
    return [...this.#steps].flatMap(([constant, steps]) => {
      const value = constants[constant];
      return value === undefined ? [] : [{ constant, value, steps }];
    });
  }

  /** What has been let go of since is kept again, for code that was interrupted and relies on it. */
  restore(held: readonly HeldConstant[]): void {
    for (const { constant, value, steps } of held) {
      if (this.#store.constants[constant] === undefined) this.keep(constant, value, steps);
    }
  }

  #add(constant: number, steps: number): void {
    this.#steps.set(constant, steps);
    this.#total += steps;
  }

  /** To be called while nothing runs: code that has asked for a constant relies on it until it ends. */
  trim(): void {
    if (this.#total <= maxKeptSteps) return;
    for (const [constant, steps] of this.#steps) {
      this.#store.constants[constant] = undefined;
      this.#failures.delete(constant);
      this.#steps.delete(constant);
      this.#total -= steps;
      if (this.#total <= maxKeptSteps / 2) return;
    }
  }
}
