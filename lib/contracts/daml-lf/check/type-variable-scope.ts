import type { LfType, TypeParameter } from "../syntax/ast.ts";
import type { InternedType } from "./interned-type.ts";
import type { TypeKind } from "./kind-table.ts";
import type { LfTypeInterner } from "./type-interner.ts";

/**
 * The type variables in scope of a type. Scopes with the same names and kinds in the same order are the
 * same object, so resolved types are cached across all definitions of all packages.
 */
export class TypeVariableScope {
  /** Cache of the types that were resolved in this scope, by decoded type. */
  readonly resolved = new Map<LfType, InternedType>();
  /** Number of variables, including hidden ones. */
  readonly level: number;
  readonly #table: LfTypeInterner;
  readonly #outer: TypeVariableScope | undefined;
  readonly #variable: InternedType | undefined;
  /** Scopes with one more variable of kind `*`, by its name. */
  readonly #inner = new Map<string, TypeVariableScope>();
  /** Scopes with one more variable of another kind, by kind and name. */
  readonly #ofOtherKinds = new Map<TypeKind, Map<string, TypeVariableScope>>();

  private constructor(table: LfTypeInterner, outer?: TypeVariableScope, variable?: InternedType) {
    this.#table = table;
    this.#outer = outer;
    this.level = outer === undefined ? 0 : outer.level + 1;
    this.#variable = variable;
  }

  /** Returns a scope without variables. */
  static createEmpty(table: LfTypeInterner): TypeVariableScope {
    return new TypeVariableScope(table);
  }

  /** Returns this scope with one more variable, which may hide an older one. */
  bindVariable({ name, kind }: TypeParameter): TypeVariableScope {
    const named =
      kind.kind === "star" ? this.#inner : this.#ofKind(this.#table.kinds.fromDecoded(kind));
    let inner = named.get(name);
    if (inner === undefined) {
      const typeKind = this.#table.kinds.fromDecoded(kind);
      inner = new TypeVariableScope(
        this.#table,
        this,
        this.#table.createVariable(name, this.level, typeKind),
      );
      named.set(name, inner);
    }
    return inner;
  }

  #ofKind(kind: TypeKind): Map<string, TypeVariableScope> {
    let named = this.#ofOtherKinds.get(kind);
    if (named === undefined) {
      this.#ofOtherKinds.set(kind, (named = new Map<string, TypeVariableScope>()));
    }
    return named;
  }

  /** Returns this scope with more variables. Raises DAR_VALIDATION_ERROR for an invalid kind. */
  bindVariables(parameters: readonly TypeParameter[]): TypeVariableScope {
    return parameters.reduce<TypeVariableScope>(
      (scope, parameter) => scope.bindVariable(parameter),
      this,
    );
  }

  /** Returns the `count` newest variables, from the oldest to the newest of them. */
  listInnermostVariables(count: number): readonly InternedType[] {
    if (count === 0 || this.#outer === undefined || this.#variable === undefined) return [];
    return [...this.#outer.listInnermostVariables(count - 1), this.#variable];
  }

  find(name: string): InternedType | undefined {
    if (this.#variable?.name === name) return this.#variable;
    let scope = this.#outer;
    while (scope !== undefined && scope.#variable?.name !== name) scope = scope.#outer;
    return scope === undefined ? undefined : scope.#variable;
  }
}
