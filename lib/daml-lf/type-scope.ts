import type { LfType } from "./ast.ts";
import type { InternedType } from "./interned-type.ts";
import type { TypeTable } from "./type-table.ts";

/**
 * The type variables around a type. Scopes that bind the same names in the same order are one object,
 * so what types resolve to in it is remembered for all definitions of all packages.
 */
export class TypeScope {
  /** What types of archives resolve to in this scope. */
  readonly resolved = new Map<LfType, InternedType>();
  /** How many variables are bound, hidden ones included. */
  readonly level: number;
  readonly #table: TypeTable;
  readonly #outer: TypeScope | undefined;
  readonly #name: string | undefined;
  readonly #variable: InternedType | undefined;
  readonly #inner = new Map<string, TypeScope>();

  private constructor(table: TypeTable, outer?: TypeScope, name?: string) {
    this.#table = table;
    this.#outer = outer;
    this.#name = name;
    this.level = outer === undefined ? 0 : outer.level + 1;
    this.#variable =
      outer === undefined || name === undefined ? undefined : table.variable(name, outer.level);
  }

  /** A scope without variables. */
  static empty(table: TypeTable): TypeScope {
    return new TypeScope(table);
  }

  /** This scope with one more variable, which may hide an older one. */
  bind(name: string): TypeScope {
    let inner = this.#inner.get(name);
    if (inner === undefined) {
      inner = new TypeScope(this.#table, this, name);
      this.#inner.set(name, inner);
    }
    return inner;
  }

  bindAll(parameters: readonly { readonly name: string }[]): TypeScope {
    return parameters.reduce<TypeScope>((scope, { name }) => scope.bind(name), this);
  }

  /** The variables that were bound last, the first of them first. */
  innermost(count: number): readonly InternedType[] {
    if (count === 0 || this.#outer === undefined || this.#variable === undefined) return [];
    return [...this.#outer.innermost(count - 1), this.#variable];
  }

  find(name: string): InternedType | undefined {
    if (this.#name === name) return this.#variable;
    let scope = this.#outer;
    while (scope !== undefined && scope.#name !== name) scope = scope.#outer;
    return scope === undefined ? undefined : scope.#variable;
  }
}
