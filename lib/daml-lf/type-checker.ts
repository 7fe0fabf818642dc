import type { Expr, LfType } from "./ast.ts";
import { caseType } from "./check-case.ts";
import { checkBuiltin, checkExperimental } from "./check-features.ts";
import { interfaceExprType } from "./check-interfaces.ts";
import { updateType } from "./check-updates.ts";
import { bind, type Environment, type ExprTyping, variableType } from "./expr-typing.ts";
import { type InternedType, showType } from "./interned-type.ts";
import type { TypeResolver } from "./resolve-type.ts";
import type { StandardTypes } from "./standard-types.ts";
import { invalidPackage } from "./validation-error.ts";

/** As many expressions as a package may have, unfolded. */
const maxExpressions = 3_000_000;

/**
 * Checks the expressions of one package against their types (daml-lf.md 7, 8, 22.6). Kinds are not
 * checked beyond the number of arguments. Holds the rules of the core calculus, and sends the larger
 * forms to the rules of their own. Raises DAR_VALIDATION_ERROR, and DAR_PARSE_ERROR for what the
 * language version does not have.
 */
export class TypeChecker implements ExprTyping {
  readonly types: TypeResolver;
  readonly languageVersion: string;
  /** Where top-level values are checked. */
  readonly noVariables: Environment;
  readonly #standard: StandardTypes;
  #left = maxExpressions;

  constructor(types: TypeResolver, languageVersion: string) {
    this.types = types;
    this.languageVersion = languageVersion;
    this.noVariables = { variables: undefined, types: types.noVariables };
    this.#standard = types.standard;
  }

  /** Returns if the expression has the expected type, aliases expanded. */
  check(expr: Expr, expected: InternedType, env: Environment = this.noVariables): void {
    const found = this.infer(expr, env);
    if (found !== expected && !this.types.table.areEqual(found, expected))
      throw mismatch(expected, found);
  }

  #resolve(type: LfType, { types }: Environment): InternedType {
    return this.types.resolve(type, types);
  }

  /** The type an expression has; it may be an alias. */
  infer(expr: Expr, env: Environment): InternedType {
    this.#left -= 1;
    if (this.#left < 0) throw invalidPackage("it unfolds to more code than can be checked");
    // The most frequent first.
    switch (expr.kind) {
      case "variable":
        return variableType(expr.name, env);
      case "value":
        return this.types.valueType(expr.name);
      case "apply":
        return this.#application(expr, env);
      case "typeApply":
        return this.#typeApplication(expr, env);
      case "lambda":
        return this.#lambda(expr, env);
      case "recordField": {
        const type = this.#resolve(expr.type, env);
        this.check(expr.record, type, env);
        return this.types.part(type, "record", expr.field);
      }
      case "builtin":
        checkBuiltin(expr.id, this.languageVersion);
        return this.types.builtinFunctionType(expr.id);
      case "struct": {
        const names = expr.fields.map(({ name }) => name);
        if (names.some((name, index) => name === names[index + 1]))
          throw invalidPackage("a structure has two fields of one name");
        const types = expr.fields.map((field) => this.infer(field.expr, env));
        return this.types.table.struct(names, types);
      }
      case "structField":
        return structField(this.#inferForm(expr.struct, env), expr.field);
      case "bool":
        return this.#standard.bool;
      case "unit":
        return this.#standard.unit;
      case "text":
        return this.#standard.text;
      case "int64":
        return this.#standard.int64;
      case "typeLambda":
        return this.#typeLambda(expr, env);
      case "case":
        return caseType(this.#inferForm(expr.scrutinee, env), expr.alternatives, {
          env,
          typing: this,
        });
      case "let": {
        let inner = env;
        for (const { name, type, bound } of expr.bindings) {
          const declared = this.#resolve(type, inner);
          this.check(bound, declared, inner);
          inner = bind(inner, name, declared);
        }
        return this.infer(expr.body, inner);
      }
      case "enum":
        return this.types.enumType(expr.typeId, expr.constructor);
      case "record":
        return this.#record(expr, env);
      case "recordUpdate": {
        const type = this.#resolve(expr.type, env);
        this.check(expr.record, type, env);
        this.check(expr.update, this.types.part(type, "record", expr.field), env);
        return type;
      }
      case "variant": {
        const type = this.#resolve(expr.type, env);
        this.check(expr.argument, this.types.part(type, "variant", expr.constructor), env);
        return type;
      }
      case "update":
        return updateType(expr.update, env, this);
      case "nil":
        return this.#standard.list(this.#resolve(expr.element, env));
      case "cons": {
        if (expr.front.length === 0) throw invalidPackage("nothing is put before a list");
        const element = this.#resolve(expr.element, env);
        for (const each of expr.front) this.check(each, element, env);
        const list = this.#standard.list(element);
        this.check(expr.tail, list, env);
        return list;
      }
      case "none":
        return this.#standard.optional(this.#resolve(expr.element, env));
      case "some": {
        const element = this.#resolve(expr.element, env);
        this.check(expr.value, element, env);
        return this.#standard.optional(element);
      }
      case "timestamp":
        return this.#standard.timestamp;
      case "numeric":
        return this.#standard.numeric(expr.scale);
      case "date":
        return this.#standard.date;
      case "failureCategory":
        return this.#standard.failureCategory;
      case "structUpdate": {
        const type = this.#inferForm(expr.struct, env);
        this.check(expr.update, structField(type, expr.field), env);
        return type;
      }
      case "toAny":
        this.check(expr.expr, this.#anyContent(expr.type, env), env);
        return this.#standard.any;
      case "fromAny":
        this.check(expr.expr, this.#standard.any, env);
        return this.#standard.optional(this.#anyContent(expr.type, env));
      case "typeRep":
        this.#anyContent(expr.type, env);
        return this.#standard.typeRep;
      case "toAnyException":
        this.check(expr.expr, this.#exception(expr.type, env), env);
        return this.#standard.anyException;
      case "fromAnyException":
        this.check(expr.expr, this.#standard.anyException, env);
        return this.#standard.optional(this.#exception(expr.type, env));
      case "throw":
        this.check(expr.exception, this.#exception(expr.exceptionType, env), env);
        return this.#resolve(expr.returnType, env);
      case "experimental":
        checkExperimental(this.languageVersion);
        return this.#resolve(expr.type, env);
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
        return interfaceExprType(expr, env, this);
    }
  }

  /** The type, expanded if it is an alias. */
  #inferForm(expr: Expr, env: Environment): InternedType {
    return this.types.table.expand(this.infer(expr, env));
  }

  #record(expr: Extract<Expr, { readonly kind: "record" }>, env: Environment): InternedType {
    const type = this.types.table.expand(this.#resolve(expr.type, env));
    const { constructors } = this.types.dataOf(type);
    if (constructors.kind !== "record") throw invalidPackage(`${showType(type)} is no record`);
    const names = new Set(expr.fields.map(({ name }) => name));
    const { length } = constructors.fields;
    if (names.size !== length || expr.fields.length !== length)
      throw invalidPackage(`a record of type ${showType(type)} has other fields than its type`);
    for (const { name, expr: field } of expr.fields)
      this.check(field, this.types.part(type, "record", name), env);
    return type;
  }

  /** What Any may hold: a data type without parameters, spelt out; anything only in 2.dev. */
  #anyContent(type: LfType, env: Environment): InternedType {
    const resolved = this.#resolve(type, env);
    if (this.languageVersion === "2.dev") return resolved;
    if (type.kind !== "constructor" || type.arguments.length > 0)
      throw invalidPackage(`${showType(resolved)} is held by Any in no version but 2.dev`);
    this.types.dataOf(resolved);
    return resolved;
  }

  #exception(type: LfType, env: Environment): InternedType {
    const resolved = this.types.table.expand(this.#resolve(type, env));
    if (resolved.kind === "constructor" && this.types.definitions.isException(resolved.name))
      return resolved;
    throw invalidPackage(`${showType(resolved)} is no exception`);
  }

  #application(expr: Extract<Expr, { readonly kind: "apply" }>, env: Environment): InternedType {
    let type = this.#inferForm(expr.fun, env);
    for (const argument of expr.arguments) {
      const [from, to] = type.head === this.#standard.arrow ? type.arguments : [];
      if (from === undefined || to === undefined)
        throw invalidPackage(`${showType(type)} is applied to an argument`);
      this.check(argument, from, env);
      type = this.types.table.expand(to);
    }
    return type;
  }

  /** Applied to all types at once, those of applications inside it included. */
  #typeApplication(
    expr: Extract<Expr, { readonly kind: "typeApply" }>,
    env: Environment,
  ): InternedType {
    const args: InternedType[] = [];
    const type = this.infer(this.#typeArguments(expr, args, env), env);
    return this.types.table.instance(type, args);
  }

  /** Appends the types that an expression is applied to; gives what is applied to them. */
  #typeArguments(expr: Expr, into: InternedType[], env: Environment): Expr {
    if (expr.kind !== "typeApply") return expr;
    const head = this.#typeArguments(expr.expr, into, env);
    for (const type of expr.types) into.push(this.#resolve(type, env));
    return head;
  }

  #lambda(expr: Extract<Expr, { readonly kind: "lambda" }>, env: Environment): InternedType {
    const { parameters } = expr;
    let inner = env;
    for (const { name, type } of parameters) inner = bind(inner, name, this.#resolve(type, env));
    let result = this.infer(expr.body, inner);
    for (let bound = inner.variables; bound !== env.variables; bound = bound?.outer)
      if (bound !== undefined) result = this.#standard.function(bound.type, result);
    return result;
  }

  #typeLambda(
    expr: Extract<Expr, { readonly kind: "typeLambda" }>,
    { variables, types }: Environment,
  ): InternedType {
    const inner = types.bindAll(expr.parameters);
    const body = this.infer(expr.body, { variables, types: inner });
    return this.types.table.quantify(body, types.level, expr.parameters.length);
  }
}

const mismatch = (expected: InternedType, found: InternedType) =>
  invalidPackage(`type ${showType(expected)} was expected where ${showType(found)} stands`);

const structField = (type: InternedType, name: string): InternedType => {
  const field = type.arguments[type.atom.names?.indexOf(name) ?? -1];
  if (field === undefined) throw invalidPackage(`${showType(type)} has no field ${name}`);
  return field;
};
