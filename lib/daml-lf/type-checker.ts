import type { TypeId } from "../model/identifiers.ts";
import type {
  Alternative,
  BuiltinType,
  Expr,
  LfChoice,
  LfType,
  Pattern,
  UpdateExpr,
} from "./ast.ts";
import {
  checkBuiltin,
  checkExperimental,
  checkGuard,
  checkKeys,
  checkUnsafe,
} from "./check-features.ts";
import { type InternedType, showType } from "./interned-type.ts";
import { pairTypeId } from "./pair-type.ts";
import type { TypeResolver } from "./resolve-type.ts";
import type { StandardTypes } from "./standard-types.ts";
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

type KeyQuery = Extract<UpdateExpr, { readonly kind: "fetchByKey" | "queryByKey" }>;

const isKeyQuery = (update: UpdateExpr): update is KeyQuery =>
  update.kind === "fetchByKey" || update.kind === "queryByKey";

/** As many expressions as a package may have, unfolded. */
const maxExpressions = 3_000_000;

/**
 * Checks the expressions of one package against their types (daml-lf.md 7, 8, 22.6). Kinds are not
 * checked beyond the number of arguments. Raises DAR_VALIDATION_ERROR.
 */
export class TypeChecker {
  readonly noVariables: Environment;
  readonly #types: TypeResolver;
  readonly #standard: StandardTypes;
  readonly #languageVersion: string;
  #left = maxExpressions;

  constructor(types: TypeResolver, languageVersion: string) {
    this.#types = types;
    this.#standard = types.standard;
    this.#languageVersion = languageVersion;
    this.noVariables = { variables: undefined, types: types.noVariables };
  }

  bind({ variables, types }: Environment, name: string, type: InternedType): Environment {
    return { variables: { name, type, outer: variables }, types };
  }

  check(expr: Expr, expected: InternedType, env: Environment = this.noVariables): void {
    const found = this.#infer(expr, env);
    if (found !== expected && !this.#types.table.areEqual(found, expected))
      throw mismatch(expected, found);
  }

  #resolve(type: LfType, { types }: Environment): InternedType {
    return this.#types.resolve(type, types);
  }

  #infer(expr: Expr, env: Environment): InternedType {
    this.#left -= 1;
    if (this.#left < 0) throw invalidPackage("it unfolds to more code than can be checked");
    // The most frequent first.
    switch (expr.kind) {
      case "variable":
        return variableType(expr.name, env);
      case "value":
        return this.#types.valueType(expr.name);
      case "apply":
        return this.#application(expr, env);
      case "typeApply":
        return this.#typeApplication(expr, env);
      case "lambda":
        return this.#lambda(expr, env);
      case "recordField": {
        const type = this.#resolve(expr.type, env);
        this.check(expr.record, type, env);
        return this.#types.part(type, "record", expr.field);
      }
      case "builtin":
        checkBuiltin(expr.id, this.#languageVersion);
        return this.#types.builtinFunctionType(expr.id);
      case "struct": {
        const names = expr.fields.map(({ name }) => name);
        if (names.some((name, index) => name === names[index + 1]))
          throw invalidPackage("a structure has two fields of one name");
        const types = expr.fields.map((field) => this.#infer(field.expr, env));
        return this.#types.table.struct(names, types);
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
        return this.#case(this.#inferForm(expr.scrutinee, env), expr.alternatives, env);
      case "let": {
        let inner = env;
        for (const { name, type, bound } of expr.bindings) {
          const declared = this.#resolve(type, inner);
          this.check(bound, declared, inner);
          inner = this.bind(inner, name, declared);
        }
        return this.#infer(expr.body, inner);
      }
      case "enum":
        this.#checkEnum(expr.typeId, expr.constructor);
        return this.#types.named(expr.typeId);
      case "record":
        return this.#record(expr, env);
      case "recordUpdate": {
        const type = this.#resolve(expr.type, env);
        this.check(expr.record, type, env);
        this.check(expr.update, this.#types.part(type, "record", expr.field), env);
        return type;
      }
      case "variant": {
        const type = this.#resolve(expr.type, env);
        this.check(expr.argument, this.#types.part(type, "variant", expr.constructor), env);
        return type;
      }
      case "update":
        return this.#effect(expr.update, env);
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
        checkExperimental(this.#languageVersion);
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
        return this.#onInterface(expr, env);
    }
  }

  /** The type, expanded if it is an alias. */
  #inferForm(expr: Expr, env: Environment): InternedType {
    return this.#types.table.expand(this.#infer(expr, env));
  }

  #onInterface(expr: InterfaceExpr, env: Environment): InternedType {
    const { definitions } = this.#types;
    switch (expr.kind) {
      case "toInterface":
        this.#checkImplements(expr.templateId, expr.interfaceId);
        this.check(expr.expr, this.#types.named(expr.templateId), env);
        return this.#types.named(expr.interfaceId);
      case "fromInterface":
        this.#checkImplements(expr.templateId, expr.interfaceId);
        this.check(expr.expr, this.#types.named(expr.interfaceId), env);
        return this.#standard.optional(this.#types.named(expr.templateId));
      case "unsafeFromInterface":
        checkUnsafe(this.#languageVersion);
        this.#checkImplements(expr.templateId, expr.interfaceId);
        this.check(expr.contractId, this.#contractId(expr.interfaceId), env);
        this.check(expr.expr, this.#types.named(expr.interfaceId), env);
        return this.#types.named(expr.templateId);
      case "callInterface": {
        this.check(expr.expr, this.#types.named(expr.interfaceId), env);
        const type = definitions.interface(expr.interfaceId).methods.get(expr.method);
        if (type === undefined)
          throw invalidPackage(`the interface ${expr.interfaceId} has no method ${expr.method}`);
        return this.#types.resolve(type);
      }
      case "signatoryInterface":
      case "observerInterface":
        definitions.interface(expr.interfaceId);
        this.check(expr.expr, this.#types.named(expr.interfaceId), env);
        return this.#standard.parties;
      case "viewInterface":
        this.check(expr.expr, this.#types.named(expr.interfaceId), env);
        return this.#types.resolve(definitions.interface(expr.interfaceId).view);
      case "interfaceTemplateTypeRep":
        definitions.interface(expr.interfaceId);
        this.check(expr.expr, this.#types.named(expr.interfaceId), env);
        return this.#standard.typeRep;
      case "toRequiredInterface":
        this.#checkRequires(expr.requiring, expr.required);
        this.check(expr.expr, this.#types.named(expr.requiring), env);
        return this.#types.named(expr.required);
      case "fromRequiredInterface":
        this.#checkRequires(expr.requiring, expr.required);
        this.check(expr.expr, this.#types.named(expr.required), env);
        return this.#standard.optional(this.#types.named(expr.requiring));
      case "unsafeFromRequiredInterface":
        checkUnsafe(this.#languageVersion);
        this.#checkRequires(expr.requiring, expr.required);
        this.check(expr.contractId, this.#contractId(expr.required), env);
        this.check(expr.expr, this.#types.named(expr.required), env);
        return this.#types.named(expr.requiring);
    }
  }

  #effect(update: UpdateExpr, env: Environment): InternedType {
    if (isKeyQuery(update)) return this.#byKey(update);
    return this.#standard.update(this.#updateResult(update, env));
  }

  #contractId(id: TypeId): InternedType {
    return this.#standard.contractId(this.#types.named(id));
  }

  /** Queries by key are functions that give updates. */
  #byKey({ kind, templateId }: KeyQuery): InternedType {
    const key = this.#keyType(templateId);
    const found = this.#found(templateId);
    if (kind === "fetchByKey") return this.#standard.function(key, this.#standard.update(found));
    const answer = this.#standard.optional(this.#standard.list(found));
    return this.#standard.function(
      this.#standard.int64,
      this.#standard.function(key, this.#standard.update(answer)),
    );
  }

  /** A contract id with its payload. */
  #found(templateId: TypeId): InternedType {
    const pair = this.#types.named(pairTypeId);
    const payload = this.#types.named(templateId);
    return this.#types.table.apply(pair, [this.#contractId(templateId), payload]);
  }

  /** The type of what performing the update gives. */
  #updateResult(update: Exclude<UpdateExpr, KeyQuery>, env: Environment): InternedType {
    const { definitions } = this.#types;
    switch (update.kind) {
      case "pure": {
        const type = this.#resolve(update.type, env);
        this.check(update.expr, type, env);
        return type;
      }
      case "block": {
        let inner = env;
        for (const { name, type, bound } of update.bindings) {
          const declared = this.#resolve(type, inner);
          this.check(bound, this.#standard.update(declared), inner);
          inner = this.bind(inner, name, declared);
        }
        return resultOfUpdate(this.#inferForm(update.body, inner));
      }
      case "create":
        definitions.template(update.templateId);
        this.check(update.argument, this.#types.named(update.templateId), env);
        return this.#contractId(update.templateId);
      case "createInterface":
        definitions.interface(update.interfaceId);
        this.check(update.argument, this.#types.named(update.interfaceId), env);
        return this.#contractId(update.interfaceId);
      case "exercise": {
        const { choices } = definitions.template(update.templateId);
        this.check(update.contractId, this.#contractId(update.templateId), env);
        return this.#choiceResult(choices, update, env);
      }
      case "exerciseInterface": {
        checkGuard(update.guard);
        const { choices } = definitions.interface(update.interfaceId);
        this.check(update.contractId, this.#contractId(update.interfaceId), env);
        return this.#choiceResult(choices, update, env);
      }
      case "exerciseByKey":
        this.check(update.key, this.#keyType(update.templateId), env);
        return this.#choiceResult(definitions.template(update.templateId).choices, update, env);
      case "fetch":
        definitions.template(update.templateId);
        this.check(update.contractId, this.#contractId(update.templateId), env);
        return this.#types.named(update.templateId);
      case "fetchInterface":
        definitions.interface(update.interfaceId);
        this.check(update.contractId, this.#contractId(update.interfaceId), env);
        return this.#types.named(update.interfaceId);
      case "getTime":
        return this.#standard.timestamp;
      case "isLedgerTimeBefore":
        this.check(update.time, this.#standard.timestamp, env);
        return this.#standard.bool;
      case "embed": {
        const type = this.#resolve(update.type, env);
        this.check(update.expr, this.#standard.update(type), env);
        return type;
      }
      case "tryCatch": {
        const type = this.#resolve(update.returnType, env);
        const attempt = this.#standard.update(type);
        this.check(update.attempt, attempt, env);
        const inner = this.bind(env, update.variable, this.#standard.anyException);
        this.check(update.handler, this.#standard.optional(attempt), inner);
        return type;
      }
    }
  }

  #choiceResult(
    choices: ReadonlyMap<string, LfChoice>,
    { choice, argument }: { readonly choice: string; readonly argument: Expr },
    env: Environment,
  ): InternedType {
    const found = choices.get(choice);
    if (found === undefined) throw invalidPackage(`there is no choice ${choice}`);
    this.check(argument, this.#types.resolve(found.argumentType), env);
    return this.#types.resolve(found.resultType);
  }

  #keyType(templateId: TypeId): InternedType {
    checkKeys(this.#languageVersion);
    const { key } = this.#types.definitions.template(templateId);
    if (key === undefined) throw invalidPackage(`the template ${templateId} has no key`);
    return this.#types.resolve(key.type);
  }

  #record(expr: Extract<Expr, { readonly kind: "record" }>, env: Environment): InternedType {
    const type = this.#types.table.expand(this.#resolve(expr.type, env));
    const { constructors } = this.#types.dataOf(type);
    if (constructors.kind !== "record") throw invalidPackage(`${showType(type)} is no record`);
    const names = new Set(expr.fields.map(({ name }) => name));
    const { length } = constructors.fields;
    if (names.size !== length || expr.fields.length !== length)
      throw invalidPackage(`a record of type ${showType(type)} has other fields than its type`);
    for (const { name, expr: field } of expr.fields)
      this.check(field, this.#types.part(type, "record", name), env);
    return type;
  }

  #checkEnum(typeId: TypeId, constructor: string): void {
    const { constructors } = this.#types.dataOf(this.#types.named(typeId));
    if (constructors.kind === "enum" && constructors.constructors.includes(constructor)) return;
    throw invalidPackage(`the enum ${typeId} has no constructor ${constructor}`);
  }

  /** What Any may hold: a data type without parameters, spelt out; anything only in 2.dev. */
  #anyContent(type: LfType, env: Environment): InternedType {
    const resolved = this.#resolve(type, env);
    if (this.#languageVersion === "2.dev") return resolved;
    if (type.kind !== "constructor" || type.arguments.length > 0)
      throw invalidPackage(`${showType(resolved)} is held by Any in no version but 2.dev`);
    this.#types.dataOf(resolved);
    return resolved;
  }

  #exception(type: LfType, env: Environment): InternedType {
    const resolved = this.#types.table.expand(this.#resolve(type, env));
    if (resolved.kind === "constructor" && this.#types.definitions.isException(resolved.name))
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
      type = this.#types.table.expand(to);
    }
    return type;
  }

  /** Applied to all types at once, those of applications inside it included. */
  #typeApplication(
    expr: Extract<Expr, { readonly kind: "typeApply" }>,
    env: Environment,
  ): InternedType {
    const args: InternedType[] = [];
    const type = this.#infer(this.#typeArguments(expr, args, env), env);
    return this.#types.table.instance(type, args);
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
    for (const { name, type } of parameters)
      inner = this.bind(inner, name, this.#resolve(type, env));
    let result = this.#infer(expr.body, inner);
    for (let bound = inner.variables; bound !== env.variables; bound = bound?.outer)
      if (bound !== undefined) result = this.#standard.function(bound.type, result);
    return result;
  }

  #typeLambda(
    expr: Extract<Expr, { readonly kind: "typeLambda" }>,
    { variables, types }: Environment,
  ): InternedType {
    const inner = types.bindAll(expr.parameters);
    const body = this.#infer(expr.body, { variables, types: inner });
    return this.#types.table.quantify(body, types.level, expr.parameters.length);
  }

  #case(
    scrutinee: InternedType,
    alternatives: readonly Alternative[],
    env: Environment,
  ): InternedType {
    let result: InternedType | undefined;
    for (const { pattern, body } of alternatives) {
      const inner = this.#matched(pattern, scrutinee, env);
      if (result === undefined) result = this.#infer(body, inner);
      else this.check(body, result, inner);
    }
    this.#checkExhaustive(scrutinee, alternatives);
    if (result === undefined) throw invalidPackage("a case has no alternatives");
    return result;
  }

  /** No value is left out; later alternatives may repeat what is matched before. */
  #checkExhaustive(scrutinee: InternedType, alternatives: readonly Alternative[]): void {
    const matched = new Set(alternatives.map(({ pattern }) => matchedBy(pattern)));
    if (matched.has("default")) return;
    const missing = this.#constructorsOf(scrutinee).find((each) => !matched.has(each));
    if (missing === undefined) return;
    throw invalidPackage(`a case of ${showType(scrutinee)} has no alternative for ${missing}`);
  }

  /** As {@link matchedBy} names them. */
  #constructorsOf(type: InternedType): readonly string[] {
    if (type.kind === "builtin") return builtinConstructors.get(type.name) ?? ["default"];
    if (type.kind !== "constructor") return ["default"];
    const { constructors } = this.#types.dataOf(type);
    switch (constructors.kind) {
      case "variant":
        return constructors.constructors.map(({ name }) => `constructor ${name}`);
      case "enum":
        return constructors.constructors.map((name) => `constructor ${name}`);
      case "record":
      case "interface":
        return ["default"];
    }
  }

  #matched(pattern: Pattern, scrutinee: InternedType, env: Environment): Environment {
    switch (pattern.kind) {
      case "default":
        return env;
      case "unit":
        expectBuiltin("Unit", scrutinee);
        return env;
      case "bool":
        expectBuiltin("Bool", scrutinee);
        return env;
      case "nil":
        expectBuiltin("List", scrutinee);
        return env;
      case "none":
        expectBuiltin("Optional", scrutinee);
        return env;
      case "some":
        return this.bind(env, pattern.binder, expectBuiltin("Optional", scrutinee));
      case "cons": {
        const element = expectBuiltin("List", scrutinee);
        if (pattern.head === pattern.tail)
          throw invalidPackage(`a pattern binds ${pattern.head} twice`);
        return this.bind(this.bind(env, pattern.head, element), pattern.tail, scrutinee);
      }
      case "enum":
        this.#checkEnum(pattern.typeId, pattern.constructor);
        expectData(pattern.typeId, scrutinee);
        return env;
      case "variant":
        expectData(pattern.typeId, scrutinee);
        return this.bind(
          env,
          pattern.binder,
          this.#types.part(scrutinee, "variant", pattern.constructor),
        );
    }
  }

  #checkImplements(templateId: TypeId, interfaceId: TypeId): void {
    const { definitions } = this.#types;
    definitions.interface(interfaceId);
    if (definitions.template(templateId).implements.has(interfaceId)) return;
    throw invalidPackage(`the template ${templateId} does not implement ${interfaceId}`);
  }

  #checkRequires(requiring: TypeId, needed: TypeId): void {
    const { definitions } = this.#types;
    definitions.interface(needed);
    const { requires } = definitions.interface(requiring);
    if (requiring === needed || requires.includes(needed)) return;
    throw invalidPackage(`the interface ${requiring} does not require ${needed}`);
  }
}

type InterfaceExpr = Extract<
  Expr,
  {
    readonly kind:
      | "toInterface"
      | "fromInterface"
      | "unsafeFromInterface"
      | "callInterface"
      | "signatoryInterface"
      | "observerInterface"
      | "viewInterface"
      | "interfaceTemplateTypeRep"
      | "toRequiredInterface"
      | "fromRequiredInterface"
      | "unsafeFromRequiredInterface";
  }
>;

const variableType = (name: string, { variables }: Environment): InternedType => {
  for (let bound = variables; bound !== undefined; bound = bound.outer)
    if (bound.name === name) return bound.type;
  throw invalidPackage(`the variable ${name} is not bound`);
};

const mismatch = (expected: InternedType, found: InternedType) =>
  invalidPackage(`type ${showType(expected)} was expected where ${showType(found)} stands`);

const resultOfUpdate = (type: InternedType): InternedType => expectBuiltin("Update", type);

/** The first argument of a builtin type; the type itself when it takes none. */
const expectBuiltin = (builtin: BuiltinType, type: InternedType): InternedType => {
  if (type.kind !== "builtin" || type.name !== builtin)
    throw invalidPackage(`${showType(type)} stands where a ${builtin} is needed`);
  return type.arguments[0] ?? type;
};

const expectData = (id: TypeId, type: InternedType): void => {
  if (type.kind === "constructor" && type.name === id) return;
  throw invalidPackage(`${showType(type)} is matched against constructors of ${id}`);
};

const builtinConstructors: ReadonlyMap<string, readonly string[]> = new Map([
  ["Unit", ["unit"]],
  ["Bool", ["true", "false"]],
  ["List", ["nil", "cons"]],
  ["Optional", ["none", "some"]],
]);

/** What values a pattern matches. */
const matchedBy = (pattern: Pattern): string => {
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

const structField = (type: InternedType, name: string): InternedType => {
  const field = type.arguments[type.atom.names?.indexOf(name) ?? -1];
  if (field === undefined) throw invalidPackage(`${showType(type)} has no field ${name}`);
  return field;
};
