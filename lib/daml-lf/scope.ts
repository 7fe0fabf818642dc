import type { Expr } from "./ast.ts";
import { freeVariables } from "./free-variables.ts";

/**
 * Where the variables of one function live: its frame holds the parameters first, then what it
 * captured, then what bindings and patterns introduce. Used while compiling only.
 */
export class Scope {
  readonly #slots: Map<string, number>;
  readonly #size: { value: number };

  private constructor(slots: Map<string, number>, size: { value: number }) {
    this.#slots = slots;
    this.#size = size;
  }

  static of(variables: readonly string[]): Scope {
    return new Scope(new Map(variables.map((name, slot) => [name, slot])), {
      value: variables.length,
    });
  }

  /** How large the frame must be, known once everything in it is compiled. */
  frameSize(): number {
    return this.#size.value;
  }

  slotOf(name: string): number | undefined {
    return this.#slots.get(name);
  }

  /** A scope in the same frame with one more variable, which may hide an older one. */
  with(name: string): { readonly scope: Scope; readonly slot: number } {
    const slot = this.#size.value;
    this.#size.value += 1;
    return { scope: new Scope(new Map(this.#slots).set(name, slot), this.#size), slot };
  }

  /** The scope of a function inside this one, and the slots of this frame that it captures. */
  enter(
    parameters: readonly string[],
    body: Expr,
  ): { readonly scope: Scope; readonly captured: readonly number[] } {
    const own = new Set(parameters);
    const names = [...freeVariables(body)].filter(
      (name) => !own.has(name) && this.#slots.has(name),
    );
    const captured = names.flatMap((name) => this.#slots.get(name) ?? []);
    // A repeated parameter hides the earlier one: the later slot wins in the map.
    return { scope: Scope.of([...parameters, ...names]), captured };
  }
}
