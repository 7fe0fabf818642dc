import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { CaseAlternative, CasePattern } from "../syntax/ast.ts";
import { bindVariableType, type ExprTypeChecker, type TypeEnvironment } from "./expr-typing.ts";
import { formatInternedType, type InternedType } from "./interned-type.ts";
import type { TypeResolver } from "./resolve-type.ts";
import { requireBuiltinTypeArgument } from "./standard-types.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/** The context of a case expression. */
interface CaseContext {
  readonly env: TypeEnvironment;
  readonly typing: ExprTypeChecker;
}

/**
 * Returns the common type of all alternatives of a case. `scrutinee` is the type of the matched value,
 * with its aliases expanded. Checks that the patterns have this type and are exhaustive (daml-lf.md 7).
 * Raises DAR_VALIDATION_ERROR, and the errors of typing the alternatives.
 */
export const inferCaseType = (
  scrutinee: InternedType,
  alternatives: readonly CaseAlternative[],
  context: CaseContext,
): InternedType => {
  const { typing } = context;
  let result: InternedType | undefined;
  for (const { pattern, body } of alternatives) {
    const inner = bindPattern(pattern, scrutinee, context);
    if (result === undefined) result = typing.inferType(body, inner);
    else typing.check(body, result, inner);
  }
  checkExhaustive(scrutinee, alternatives, typing.types);
  if (result === undefined) throw createInvalidPackageError("a case has no alternatives");
  return result;
};

/** Returns the environment with the variables that the pattern binds for a value of the type. */
const bindPattern = (
  pattern: CasePattern,
  scrutinee: InternedType,
  { env, typing: { types } }: CaseContext,
): TypeEnvironment => {
  switch (pattern.kind) {
    case "default":
      return env;
    case "unit":
      requireBuiltinTypeArgument("Unit", scrutinee);
      return env;
    case "bool":
      requireBuiltinTypeArgument("Bool", scrutinee);
      return env;
    case "nil":
      requireBuiltinTypeArgument("List", scrutinee);
      return env;
    case "none":
      requireBuiltinTypeArgument("Optional", scrutinee);
      return env;
    case "some":
      return bindVariableType(
        env,
        pattern.binder,
        requireBuiltinTypeArgument("Optional", scrutinee),
      );
    case "cons": {
      const element = requireBuiltinTypeArgument("List", scrutinee);
      if (pattern.head === pattern.tail) {
        throw createInvalidPackageError(`a pattern binds ${pattern.head} twice`);
      }
      return bindVariableType(
        bindVariableType(env, pattern.head, element),
        pattern.tail,
        scrutinee,
      );
    }
    case "enum":
      types.enumType(pattern.typeId, pattern.constructor);
      expectData(pattern.typeId, scrutinee);
      return env;
    case "variant":
      expectData(pattern.typeId, scrutinee);
      return bindVariableType(
        env,
        pattern.binder,
        types.getPartType(scrutinee, "variant", pattern.constructor),
      );
  }
};

const expectData = (id: TypeId, type: InternedType): void => {
  if (type.kind === "constructor" && type.name === id) return;
  throw createInvalidPackageError(
    `a value of type ${formatInternedType(type)} is matched against constructors of ${id}`,
  );
};

/** Checks that the patterns cover every value. Later alternatives may repeat earlier ones. */
const checkExhaustive = (
  scrutinee: InternedType,
  alternatives: readonly CaseAlternative[],
  types: TypeResolver,
): void => {
  const matched = new Set(alternatives.map(({ pattern }) => patternKey(pattern)));
  if (matched.has("default")) return;
  const missing = listConstructorKeys(scrutinee, types).find((each) => !matched.has(each));
  if (missing === undefined) return;
  throw createInvalidPackageError(
    `a case of ${formatInternedType(scrutinee)} has no alternative for ${missing}`,
  );
};

/** Returns a key for the values that a pattern matches, such as `nil` or `constructor Red`. */
const patternKey = (pattern: CasePattern): string => {
  switch (pattern.kind) {
    case "bool":
      return String(pattern.value);
    case "variant":
    case "enum":
      return `constructor ${pattern.constructor}`;
    case "default":
    case "unit":
    case "nil":
    case "cons":
    case "none":
    case "some":
      return pattern.kind;
  }
};

/** Returns the keys of all constructors of a type, as {@link patternKey} returns them. */
const listConstructorKeys = (type: InternedType, types: TypeResolver): readonly string[] => {
  if (type.kind === "builtin") return builtinConstructors.get(type.name) ?? ["default"];
  if (type.kind !== "constructor") return ["default"];
  const { constructors } = types.getDataDeclaration(type);
  switch (constructors.kind) {
    case "variant":
      return constructors.constructors.map(({ name }) => `constructor ${name}`);
    case "enum":
      return constructors.constructors.map((name) => `constructor ${name}`);
    case "record":
    case "interface":
      return ["default"];
  }
};

const builtinConstructors: ReadonlyMap<string, readonly string[]> = new Map([
  ["Unit", ["unit"]],
  ["Bool", ["true", "false"]],
  ["List", ["nil", "cons"]],
  ["Optional", ["none", "some"]],
]);
