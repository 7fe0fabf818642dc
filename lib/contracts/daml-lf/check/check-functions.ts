import type { LfExpr, LfType } from "../syntax/ast.ts";
import {
  addTypeVariablesToEnvironment,
  bindVariableType,
  type ExprTypeChecker,
  type TypeEnvironment,
} from "./expr-typing.ts";
import { formatInternedType, type InternedType } from "./interned-type.ts";
import { createInvalidPackageError } from "./validation-error.ts";

// Typing rules for functions and type abstractions (daml-lf.md 7). They raise DAR_VALIDATION_ERROR, and
// the errors of `typing`.

type LambdaExpr = Extract<LfExpr, { readonly kind: "lambda" }>;
type TypeLambda = Extract<LfExpr, { readonly kind: "typeLambda" }>;
type ApplyExpr = Extract<LfExpr, { readonly kind: "apply" }>;
type TypeApply = Extract<LfExpr, { readonly kind: "typeApply" }>;

interface TypingContext {
  readonly env: TypeEnvironment;
  readonly typing: ExprTypeChecker;
}

/** Returns the type of a function. */
export const inferLambdaType = (
  { parameters, body }: LambdaExpr,
  env: TypeEnvironment,
  typing: ExprTypeChecker,
): InternedType => {
  const { types } = typing;
  let inner = env;
  for (const { name, type } of parameters) {
    inner = bindVariableType(inner, name, types.resolve(type, env.types));
  }
  let result = typing.inferType(body, inner);
  for (let bound = inner; bound !== env && bound.outer !== undefined; bound = bound.outer) {
    if (bound.type !== undefined) result = types.standard.getFunctionType(bound.type, result);
  }
  return result;
};

/** Checks that a function has the expected type, without building the function's own type. */
export const checkLambdaType = (
  { parameters, body }: LambdaExpr,
  expected: InternedType,
  { env, typing }: TypingContext,
): void => {
  const { types } = typing;
  let type = expected;
  let inner = env;
  for (const parameter of parameters) {
    type = types.table.expandIfAlias(type);
    const from = type.arguments[0];
    const to = type.arguments[1];
    if (type.head !== types.standard.arrow || from === undefined || to === undefined) {
      throw createInvalidPackageError(
        `a function was found, but the type ${formatInternedType(type)} was expected`,
      );
    }
    const declared = types.resolve(parameter.type, env.types);
    types.assertEqualTypes(from, declared);
    inner = bindVariableType(inner, parameter.name, declared);
    type = to;
  }
  typing.check(body, type, inner);
};

/** Returns the quantified type of a type abstraction. */
export const inferTypeLambdaType = (
  { parameters, body }: TypeLambda,
  env: TypeEnvironment,
  typing: ExprTypeChecker,
): InternedType => {
  const inner = env.types.bindVariables(parameters);
  const type = typing.inferType(body, addTypeVariablesToEnvironment(env, inner));
  return typing.types.table.quantifyType(type, env.types.level, parameters);
};

/**
 * Checks that a type abstraction has the expected type, by instantiating the expected type with the
 * abstraction's variables.
 */
export const checkTypeLambda = (
  { parameters, body }: TypeLambda,
  expected: InternedType,
  { env, typing }: TypingContext,
): void => {
  const inner = env.types.bindVariables(parameters);
  const type = typing.types.table.instantiateType(
    expected,
    inner.listInnermostVariables(parameters.length),
  );
  typing.check(body, type, addTypeVariablesToEnvironment(env, inner));
};

/** Returns the expanded result type of an application. */
export const inferApplicationType = (
  { fun, arguments: args }: ApplyExpr,
  env: TypeEnvironment,
  typing: ExprTypeChecker,
): InternedType => {
  const { table, standard } = typing.types;
  let type = table.expandIfAlias(typing.inferType(fun, env));
  for (const argument of args) {
    const from = type.arguments[0];
    const to = type.arguments[1];
    if (type.head !== standard.arrow || from === undefined || to === undefined) {
      throw createInvalidPackageError(
        `a value of type ${formatInternedType(type)}, which is not a function, is applied to an argument`,
      );
    }
    typing.check(argument, from, env);
    type = table.expandIfAlias(to);
  }
  return type;
};

/** Returns the result type of a type application. Nested applications are applied together. */
export const inferTypeApplicationType = (
  expr: TypeApply,
  env: TypeEnvironment,
  typing: ExprTypeChecker,
): InternedType => {
  let fun: LfExpr = expr;
  let args: readonly LfType[] = [];
  while (fun.kind === "typeApply") {
    args = args.length === 0 ? fun.types : [...fun.types, ...args];
    fun = fun.expr;
  }
  const { types } = typing;
  const type = typing.inferType(fun, env);
  return types.table.instantiateCached(
    type,
    args.map((each) => types.resolve(each, env.types)),
  );
};
