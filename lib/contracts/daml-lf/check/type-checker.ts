import type { LetBinding, LfExpr, LfType } from "../syntax/ast.ts";
import { inferCaseType } from "./check-case.ts";
import {
  checkLambdaType,
  checkTypeLambda,
  inferApplicationType,
  inferLambdaType,
  inferTypeApplicationType,
  inferTypeLambdaType,
} from "./check-functions.ts";
import { inferInterfaceExprType } from "./check-interfaces.ts";
import {
  checkBuiltinLanguageVersion,
  checkExperimentalBuiltinSupport,
} from "./check-language-features.ts";
import {
  checkStruct,
  inferRecordExprType,
  inferStructType,
  requireStructFieldType,
} from "./check-structures.ts";
import { inferUpdateType } from "./check-updates.ts";
import {
  bindVariableType,
  createTypeEnvironment,
  type ExprTypeChecker,
  requireVariableType,
  type TypeEnvironment,
} from "./expr-typing.ts";
import { formatInternedType, type InternedType } from "./interned-type.ts";
import type { TypeResolver } from "./resolve-type.ts";
import type { StandardBuiltinTypes } from "./standard-types.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/** Maximum number of expressions in a package. A shared expression counts each time it is used. */
const maxExpressions = 3_000_000;
/** Maximum number of expressions in one definition. */
const maxExpressionsOfDefinition = 500_000;

/**
 * Checks the expressions of one package against their types (daml-lf.md 7, 8, 21). It implements the rules
 * of the core calculus and delegates larger forms to other modules. Raises DAR_VALIDATION_ERROR, and
 * DAR_PARSE_ERROR for features that the language version does not have.
 */
export class TypeChecker implements ExprTypeChecker {
  readonly types: TypeResolver;
  readonly languageVersion: string;
  /** The environment of top-level values. */
  readonly noVariables: TypeEnvironment;
  readonly #standard: StandardBuiltinTypes;
  #left = maxExpressionsOfDefinition;
  #leftOfPackage = maxExpressions;

  constructor(types: TypeResolver, languageVersion: string) {
    this.types = types;
    this.languageVersion = languageVersion;
    this.noVariables = createTypeEnvironment(types.noVariables);
    this.#standard = types.standard;
  }

  /** Starts the next definition and returns the number of expressions in the previous one. */
  nextDefinition(): number {
    const count = maxExpressionsOfDefinition - this.#left;
    this.#leftOfPackage -= count;
    this.#left = maxExpressionsOfDefinition;
    if (this.#leftOfPackage < 0) {
      throw createInvalidPackageError("it unfolds to more code than can be checked");
    }
    return count;
  }

  /** Checks that the expression has the expected type, after expanding aliases. */
  check(expr: LfExpr, expected: InternedType, env: TypeEnvironment = this.noVariables): void {
    if (expr.kind === "lambda") {
      this.#countExpression();
      checkLambdaType(expr, expected, { env, typing: this });
    } else if (expr.kind === "typeLambda") {
      this.#countExpression();
      checkTypeLambda(expr, expected, { env, typing: this });
    } else if (expr.kind === "struct") {
      this.#countExpression();
      checkStruct(expr.fields, expected, { env, typing: this });
    } else if (expr.kind === "let") {
      this.#countExpression();
      this.check(expr.body, expected, this.#createLetEnvironment(expr.bindings, env));
    } else {
      this.types.assertEqualTypes(expected, this.inferType(expr, env));
    }
  }

  /** Returns the environment of the body of a let. */
  #createLetEnvironment(bindings: readonly LetBinding[], env: TypeEnvironment): TypeEnvironment {
    let inner = env;
    for (const { name, type, bound } of bindings) {
      const declared = this.#resolve(type, inner);
      this.check(bound, declared, inner);
      inner = bindVariableType(inner, name, declared);
    }
    return inner;
  }

  #countExpression(): void {
    this.#left -= 1;
    if (this.#left < 0) {
      throw createInvalidPackageError("it unfolds to more code than can be checked");
    }
  }

  #resolve(type: LfType, { types }: TypeEnvironment): InternedType {
    return this.types.resolve(type, types);
  }

  /** Returns the type of an expression; it may be an alias. */
  inferType(expr: LfExpr, env: TypeEnvironment): InternedType {
    this.#countExpression();
    // Ordered by frequency.
    switch (expr.kind) {
      case "variable":
        return requireVariableType(expr.name, env);
      case "value":
        return this.types.getValueType(expr.name);
      case "apply":
        return inferApplicationType(expr, env, this);
      case "typeApply":
        return inferTypeApplicationType(expr, env, this);
      case "lambda":
        return inferLambdaType(expr, env, this);
      case "recordField": {
        const type = this.#resolve(expr.type, env);
        this.check(expr.record, type, env);
        return this.types.getPartType(type, "record", expr.field);
      }
      case "builtin":
        checkBuiltinLanguageVersion(expr.id, this.languageVersion);
        return this.types.getBuiltinFunctionType(expr.id);
      case "struct":
        return inferStructType(expr.fields, env, this);
      case "structField":
        return requireStructFieldType(this.#inferExpanded(expr.struct, env), expr.field);
      case "bool":
        return this.#standard.bool;
      case "unit":
        return this.#standard.unit;
      case "text":
        return this.#standard.text;
      case "int64":
        return this.#standard.int64;
      case "typeLambda":
        return inferTypeLambdaType(expr, env, this);
      case "case":
        return inferCaseType(this.#inferExpanded(expr.scrutinee, env), expr.alternatives, {
          env,
          typing: this,
        });
      case "let":
        return this.inferType(expr.body, this.#createLetEnvironment(expr.bindings, env));
      case "enum":
        return this.types.enumType(expr.typeId, expr.constructor);
      case "record":
        return inferRecordExprType(expr, env, this);
      case "recordUpdate": {
        const type = this.#resolve(expr.type, env);
        this.check(expr.record, type, env);
        this.check(expr.update, this.types.getPartType(type, "record", expr.field), env);
        return type;
      }
      case "variant": {
        const type = this.#resolve(expr.type, env);
        this.check(expr.argument, this.types.getPartType(type, "variant", expr.constructor), env);
        return type;
      }
      case "update":
        return inferUpdateType(expr.update, env, this);
      case "nil":
        return this.#standard.getListType(this.#resolve(expr.element, env));
      case "cons": {
        if (expr.front.length === 0) {
          throw createInvalidPackageError("a list is constructed without an element");
        }
        const element = this.#resolve(expr.element, env);
        const list = this.#standard.getListType(element);
        for (const each of expr.front) this.check(each, element, env);
        this.check(expr.tail, list, env);
        return list;
      }
      case "none":
        return this.#standard.getOptionalType(this.#resolve(expr.element, env));
      case "some": {
        const element = this.#resolve(expr.element, env);
        const optional = this.#standard.getOptionalType(element);
        this.check(expr.value, element, env);
        return optional;
      }
      case "timestamp":
        return this.#standard.timestamp;
      case "numeric":
        return this.#standard.getNumericType(expr.scale);
      case "date":
        return this.#standard.date;
      case "failureCategory":
        return this.#standard.failureCategory;
      case "structUpdate": {
        const type = this.#inferExpanded(expr.struct, env);
        this.check(expr.update, requireStructFieldType(type, expr.field), env);
        return type;
      }
      case "toAny":
        this.check(expr.expr, this.#anyContent(expr.type, env), env);
        return this.#standard.any;
      case "fromAny":
        this.check(expr.expr, this.#standard.any, env);
        return this.#standard.getOptionalType(this.#anyContent(expr.type, env));
      case "typeRep":
        this.#anyContent(expr.type, env);
        return this.#standard.typeRep;
      case "toAnyException":
        this.check(expr.expr, this.#resolveExceptionType(expr.type, env), env);
        return this.#standard.anyException;
      case "fromAnyException":
        this.check(expr.expr, this.#standard.anyException, env);
        return this.#standard.getOptionalType(this.#resolveExceptionType(expr.type, env));
      case "throw":
        this.check(expr.exception, this.#resolveExceptionType(expr.exceptionType, env), env);
        return this.types.resolveProper(expr.returnType, env.types);
      case "experimental":
        checkExperimentalBuiltinSupport(this.languageVersion);
        return this.types.resolveProper(expr.type, env.types);
      case "toInterface":
      case "fromInterface":
      case "unsafeFromInterface":
      case "callInterface":
      case "signatoryInterface":
      case "observerInterface":
      case "viewInterface":
      case "interfaceTemplateTypeRep":
      case "toRequiredInterface":
      case "fromRequiredInterface":
      case "unsafeFromRequiredInterface":
        return inferInterfaceExprType(expr, env, this);
    }
  }

  /** Returns the type of an expression, expanded if it is an alias. */
  #inferExpanded(expr: LfExpr, env: TypeEnvironment): InternedType {
    return this.types.table.expandIfAlias(this.inferType(expr, env));
  }

  /**
   * Returns the type after checking that Any may hold it: a data type without parameters that is not a
   * synonym; in 2.dev any type.
   */
  #anyContent(type: LfType, env: TypeEnvironment): InternedType {
    const resolved = this.types.resolveProper(type, env.types);
    if (this.languageVersion === "2.dev") return resolved;
    if (type.kind !== "constructor" || type.arguments.length > 0) {
      throw createInvalidPackageError(
        `only Daml-LF 2.dev can put a value of type ${formatInternedType(resolved)} into Any`,
      );
    }
    this.types.getDataDeclaration(resolved);
    return resolved;
  }

  #resolveExceptionType(type: LfType, env: TypeEnvironment): InternedType {
    const resolved = this.types.table.expandIfAlias(this.#resolve(type, env));
    if (resolved.kind === "constructor" && this.types.definitions.isException(resolved.name)) {
      return resolved;
    }
    throw createInvalidPackageError(`${formatInternedType(resolved)} is not an exception`);
  }
}
