import type { Expr } from "./ast.ts";
import type { InternedType } from "./interned-type.ts";
import type { TypeResolver } from "./resolve-type.ts";
import type { TypeScope } from "./type-scope.ts";
import { invalidPackage } from "./validation-error.ts";

/** What the variables around an expression stand for. */
export interface Environment {
  readonly variables: BoundVariable | undefined;
  readonly types: TypeScope;
}

/** Linked, the innermost first: binding one more costs the same however many there are. */
interface BoundVariable {
  readonly name: string;
  readonly type: InternedType;
  readonly outer: BoundVariable | undefined;
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

/** The environment with one more variable, which hides an older one of its name. O(1). */
export const bind = (
  { variables, types }: Environment,
  name: string,
  type: InternedType,
): Environment => ({ variables: { name, type, outer: variables }, types });

/**
 * The type of the innermost variable of a name. Linear in how many are bound further inside. Raises
 * DAR_VALIDATION_ERROR when there is none.
 */
export const variableType = (name: string, { variables }: Environment): InternedType => {
  for (let bound = variables; bound !== undefined; bound = bound.outer)
    if (bound.name === name) return bound.type;
  throw invalidPackage(`the variable ${name} is not bound`);
};
