import type { Expr } from "../syntax/ast.ts";
import type { InternedType } from "./interned-type.ts";
import type { TypeResolver } from "./resolve-type.ts";
import type { TypeScope } from "./type-scope.ts";
import { invalidPackage } from "./validation-error.ts";

/**
 * What the variables around an expression stand for. Linked, what was bound last first: binding one more
 * costs the same however many there are.
 */
export interface Environment {
  /** Of the variable that was bound last; undefined where that was a type variable. */
  readonly name: string | undefined;
  /** Of that variable. */
  readonly type: InternedType | undefined;
  readonly outer: Environment | undefined;
  /** All type variables that are bound. */
  readonly types: TypeScope;
}

/**
 * The judgement that an expression has a type, as the rules for the forms of expressions need it for
 * the parts. Expressions are of one package. Raises DAR_VALIDATION_ERROR and, for what the language
 * version does not have, DAR_PARSE_ERROR.
 */
export interface ExprTyping {
  readonly types: TypeResolver;
  /** That of the package, such as `2.1`. */
  readonly languageVersion: string;
  /** The type an expression has; it may be an alias. */
  infer(expr: Expr, env: Environment): InternedType;
  /** Returns if the expression has the expected type. */
  check(expr: Expr, expected: InternedType, env: Environment): void;
}

/** An environment that binds nothing but type variables. */
export const environmentOf = (types: TypeScope): Environment => ({
  name: undefined,
  type: undefined,
  outer: undefined,
  types,
});

/** The environment with one more variable, which hides an older one of its name. O(1). */
export const bind = (outer: Environment, name: string, type: InternedType): Environment => ({
  name,
  type,
  outer,
  types: outer.types,
});

/** The environment with more type variables: `types` is a scope inside its own. O(1). */
export const bindTypes = (outer: Environment, types: TypeScope): Environment => ({
  name: undefined,
  type: undefined,
  outer,
  types,
});

/**
 * The type of the innermost variable of a name. Linear in how many are bound further inside. Raises
 * DAR_VALIDATION_ERROR when there is none.
 */
export const variableType = (name: string, env: Environment): InternedType => {
  for (let bound: Environment | undefined = env; bound !== undefined; bound = bound.outer) {
    if (bound.name === name && bound.type !== undefined) return bound.type;
  }
  throw invalidPackage(`the variable ${name} is not bound`);
};
