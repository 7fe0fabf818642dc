import type { LfExpr } from "../syntax/ast.ts";
import type { InternedType } from "./interned-type.ts";
import type { TypeResolver } from "./resolve-type.ts";
import type { TypeVariableScope } from "./type-variable-scope.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/**
 * The variables in scope of an expression, as a linked list with the newest variable first. Adding a
 * variable takes constant time.
 */
export interface TypeEnvironment {
  /** Name of the newest variable; undefined if it is a type variable. */
  readonly name: string | undefined;
  /** Type of that variable. */
  readonly type: InternedType | undefined;
  readonly outer: TypeEnvironment | undefined;
  /** All type variables in scope. */
  readonly types: TypeVariableScope;
}

/**
 * Infers and checks the types of expressions of one package. The rules for each form of expression call
 * it for subexpressions. Raises DAR_VALIDATION_ERROR, and DAR_PARSE_ERROR for features that the language
 * version does not have.
 */
export interface ExprTypeChecker {
  readonly types: TypeResolver;
  /** Language version of the package, such as `2.1`. */
  readonly languageVersion: string;
  /** Returns the type of an expression; it may be an alias. */
  inferType(expr: LfExpr, env: TypeEnvironment): InternedType;
  /** Checks that the expression has the expected type. */
  check(expr: LfExpr, expected: InternedType, env: TypeEnvironment): void;
}

/** Returns an environment that contains only type variables. */
export const createTypeEnvironment = (types: TypeVariableScope): TypeEnvironment => ({
  name: undefined,
  type: undefined,
  outer: undefined,
  types,
});

/**
 * Returns the environment with one more variable, which hides an older variable with the same name. O(1).
 */
export const bindVariableType = (
  outer: TypeEnvironment,
  name: string,
  type: InternedType,
): TypeEnvironment => ({
  name,
  type,
  outer,
  types: outer.types,
});

/** Returns the environment with more type variables; `types` must extend its scope. O(1). */
export const addTypeVariablesToEnvironment = (
  outer: TypeEnvironment,
  types: TypeVariableScope,
): TypeEnvironment => ({
  name: undefined,
  type: undefined,
  outer,
  types,
});

/**
 * Returns the type of the newest variable with this name. Takes time linear in the number of newer
 * variables. Raises DAR_VALIDATION_ERROR if there is none.
 */
export const requireVariableType = (name: string, env: TypeEnvironment): InternedType => {
  for (let bound: TypeEnvironment | undefined = env; bound !== undefined; bound = bound.outer) {
    if (bound.name === name && bound.type !== undefined) return bound.type;
  }
  throw createInvalidPackageError(`the variable ${name} is not bound`);
};
