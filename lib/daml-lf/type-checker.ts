import type { TypeId } from "../model/identifiers.ts";
import type {
  Alternative,
  BuiltinType,
  DataType,
  Expr,
  LfChoice,
  LfType,
  Pattern,
  UpdateExpr,
} from "./ast.ts";
import { builtinFunctionTypes } from "./builtin-types.ts";
import { checkFeature } from "./check-features.ts";
import type { Definitions } from "./definitions.ts";
import { pairTypeId } from "./pair-type.ts";
import { noBindings, TypeResolver } from "./resolve-type.ts";
import { equalTypes, showType } from "./type-equality.ts";
import { invalidPackage } from "./validation-error.ts";

/** What the variables around an expression stand for. */
export interface Environment {
  readonly variables: BoundVariable | undefined;
  /** Type variables of the archive, as resolved ones. */
  readonly types: ReadonlyMap<string, LfType>;
}

/** Linked, the innermost first: binding one more costs the same however many there are. */
interface BoundVariable {
  readonly name: string;
  readonly type: LfType;
  readonly outer: BoundVariable | undefined;
}

export const emptyEnvironment: Environment = { variables: undefined, types: noBindings };

const lookUp = ({ variables }: Environment, name: string): LfType | undefined => {
  for (let bound = variables; bound !== undefined; bound = bound.outer)
    if (bound.name === name) return bound.type;
  return undefined;
};

type KeyQuery = Extract<UpdateExpr, { readonly kind: "fetchByKey" | "queryByKey" }>;

const isKeyQuery = (update: UpdateExpr): update is KeyQuery =>
  update.kind === "fetchByKey" || update.kind === "queryByKey";

const builtinType = (builtin: BuiltinType, ...args: readonly LfType[]): LfType => ({
  kind: "builtin",
  builtin,
  arguments: args,
});

export const unitType = builtinType("Unit");
export const boolType = builtinType("Bool");
export const textType = builtinType("Text");
export const partiesType = builtinType("List", builtinType("Party"));
const int64Type = builtinType("Int64");
const timestampType = builtinType("Timestamp");
const dateType = builtinType("Date");
const anyType = builtinType("Any");
const anyExceptionType = builtinType("AnyException");
const typeRepType = builtinType("TypeRep");

export const functionType = (from: LfType, to: LfType): LfType => builtinType("Arrow", from, to);
export const updateType = (result: LfType): LfType => builtinType("Update", result);
const listType = (element: LfType): LfType => builtinType("List", element);
const optionalType = (element: LfType): LfType => builtinType("Optional", element);
const contractIdType = (id: TypeId): LfType => builtinType("ContractId", namedType(id));
export const namedType = (id: TypeId): LfType => ({ kind: "constructor", id, arguments: [] });

/** As many nodes of expressions and of types as a package may have, unfolded. */
const maxNodes = 3_000_000;

/**
 * Checks expressions against their types (daml-lf.md 7, 8, 22.6). Kinds are not checked beyond the
 * number of arguments. Raises DAR_VALIDATION_ERROR.
 */
export class TypeChecker {
  readonly #definitions: Definitions;
  readonly #resolver: TypeResolver;
  readonly #values = new Map<string, LfType>();
  readonly #languageVersion: string;
  #left = maxNodes;

  constructor(definitions: Definitions, languageVersion: string) {
    this.#definitions = definitions;
    this.#languageVersion = languageVersion;
    this.#resolver = new TypeResolver(definitions, maxNodes);
  }

  resolve(type: LfType, environment: Environment = emptyEnvironment): LfType {
    return this.#resolver.resolve(type, environment.types);
  }

  /** Binds the type variables of a definition. */
  bindTypes(names: readonly string[], environment: Environment = emptyEnvironment): Environment {
    const types = new Map(environment.types);
    for (const name of names) types.set(name, this.#resolver.freshVariable(name));
    return { ...environment, types };
  }

  bind(environment: Environment, name: string, type: LfType): Environment {
    return { variables: { name, type, outer: environment.variables }, types: environment.types };
  }

  check(expr: Expr, expected: LfType, environment: Environment = emptyEnvironment): void {
    const found = this.infer(expr, environment);
    if (!equalTypes(found, expected)) throw mismatch(expected, found);
  }

  infer(expr: Expr, env: Environment): LfType {
    this.#left -= 1;
    if (this.#left < 0) throw invalidPackage("it unfolds to more code than can be checked");
    checkFeature(expr, this.#languageVersion);
    switch (expr.kind) {
      case "variable":
        return required(lookUp(env, expr.name), `the variable ${expr.name} is not bound`);
      case "value":
        return this.#valueType(expr.name);
      case "builtin":
        return required(
          builtinFunctionTypes.get(expr.id),
          `there is no builtin function ${expr.id} in its language version`,
        );
      case "unit":
        return unitType;
      case "bool":
        return boolType;
      case "int64":
        return int64Type;
      case "timestamp":
        return timestampType;
      case "numeric":
        return builtinType("Numeric", { kind: "nat", value: expr.scale });
      case "text":
        return textType;
      case "date":
        return dateType;
      case "failureCategory":
        return builtinType("FailureCategory");
      case "record":
        return this.#record(expr, env);
      case "recordField":
        this.check(expr.record, this.resolve(expr.type, env), env);
        return this.#part(this.resolve(expr.type, env), "record", expr.field);
      case "recordUpdate": {
        const type = this.resolve(expr.type, env);
        this.check(expr.record, type, env);
        this.check(expr.update, this.#part(type, "record", expr.field), env);
        return type;
      }
      case "variant": {
        const type = this.resolve(expr.type, env);
        this.check(expr.argument, this.#part(type, "variant", expr.constructor), env);
        return type;
      }
      case "enum":
        this.#checkEnum(expr.typeId, expr.constructor);
        return namedType(expr.typeId);
      case "struct":
        if (new Set(expr.fields.map(({ name }) => name)).size !== expr.fields.length)
          throw invalidPackage("a structure has two fields of one name");
        return {
          kind: "struct",
          fields: expr.fields.map(({ name, expr: field }) => ({
            name,
            type: this.infer(field, env),
          })),
        };
      case "structField":
        return structField(this.infer(expr.struct, env), expr.field);
      case "structUpdate": {
        const type = this.infer(expr.struct, env);
        this.check(expr.update, structField(type, expr.field), env);
        return type;
      }
      case "apply":
        return expr.arguments.reduce(
          (fun, argument) => {
            const [from, to] = functionParts(fun);
            this.check(argument, from, env);
            return to;
          },
          this.infer(expr.fun, env),
        );
      case "typeApply":
        return this.#typeApplication(expr, env);
      case "lambda":
        return this.#lambda(expr, env);
      case "typeLambda":
        return this.#typeLambda(expr, env);
      case "case":
        return this.#case(this.infer(expr.scrutinee, env), expr.alternatives, env);
      case "let": {
        let inner = env;
        for (const { name, type, bound } of expr.bindings) {
          const declared = this.resolve(type, inner);
          this.check(bound, declared, inner);
          inner = this.bind(inner, name, declared);
        }
        return this.infer(expr.body, inner);
      }
      case "nil":
        return listType(this.resolve(expr.element, env));
      case "cons": {
        if (expr.front.length === 0) throw invalidPackage("nothing is put before a list");
        const element = this.resolve(expr.element, env);
        for (const each of expr.front) this.check(each, element, env);
        this.check(expr.tail, listType(element), env);
        return listType(element);
      }
      case "none":
        return optionalType(this.resolve(expr.element, env));
      case "some": {
        const element = this.resolve(expr.element, env);
        this.check(expr.value, element, env);
        return optionalType(element);
      }
      case "toAny":
        this.check(expr.expr, this.#anyContent(expr.type, env), env);
        return anyType;
      case "fromAny":
        this.check(expr.expr, anyType, env);
        return optionalType(this.#anyContent(expr.type, env));
      case "typeRep":
        this.#anyContent(expr.type, env);
        return typeRepType;
      case "toAnyException":
        this.check(expr.expr, this.#exception(expr.type, env), env);
        return anyExceptionType;
      case "fromAnyException":
        this.check(expr.expr, anyExceptionType, env);
        return optionalType(this.#exception(expr.type, env));
      case "throw":
        this.check(expr.exception, this.#exception(expr.exceptionType, env), env);
        return this.resolve(expr.returnType, env);
      case "toInterface":
        this.#checkImplements(expr.templateId, expr.interfaceId);
        this.check(expr.expr, namedType(expr.templateId), env);
        return namedType(expr.interfaceId);
      case "fromInterface":
        this.#checkImplements(expr.templateId, expr.interfaceId);
        this.check(expr.expr, namedType(expr.interfaceId), env);
        return optionalType(namedType(expr.templateId));
      case "unsafeFromInterface":
        this.#checkImplements(expr.templateId, expr.interfaceId);
        this.check(expr.contractId, contractIdType(expr.interfaceId), env);
        this.check(expr.expr, namedType(expr.interfaceId), env);
        return namedType(expr.templateId);
      case "callInterface": {
        this.check(expr.expr, namedType(expr.interfaceId), env);
        const { methods } = this.#definitions.interface(expr.interfaceId);
        const type = methods.get(expr.method);
        return this.resolve(
          required(type, `the interface ${expr.interfaceId} has no method ${expr.method}`),
        );
      }
      case "signatoryInterface":
      case "observerInterface":
        this.#definitions.interface(expr.interfaceId);
        this.check(expr.expr, namedType(expr.interfaceId), env);
        return partiesType;
      case "viewInterface":
        this.check(expr.expr, namedType(expr.interfaceId), env);
        return this.resolve(this.#definitions.interface(expr.interfaceId).view);
      case "interfaceTemplateTypeRep":
        this.#definitions.interface(expr.interfaceId);
        this.check(expr.expr, namedType(expr.interfaceId), env);
        return typeRepType;
      case "toRequiredInterface":
        this.#checkRequires(expr.requiring, expr.required);
        this.check(expr.expr, namedType(expr.requiring), env);
        return namedType(expr.required);
      case "fromRequiredInterface":
        this.#checkRequires(expr.requiring, expr.required);
        this.check(expr.expr, namedType(expr.required), env);
        return optionalType(namedType(expr.requiring));
      case "unsafeFromRequiredInterface":
        this.#checkRequires(expr.requiring, expr.required);
        this.check(expr.contractId, contractIdType(expr.required), env);
        this.check(expr.expr, namedType(expr.required), env);
        return namedType(expr.requiring);
      case "experimental":
        return this.resolve(expr.type, env);
      case "update":
        return this.#update(expr.update, env);
    }
  }

  #update(update: UpdateExpr, env: Environment): LfType {
    if (isKeyQuery(update)) return this.#byKey(update);
    return updateType(this.#updateResult(update, env));
  }

  /** Queries by key are functions that give updates. */
  #byKey({ kind, templateId }: KeyQuery): LfType {
    const key = this.#keyType(templateId);
    const found = this.#found(templateId);
    if (kind === "fetchByKey") return functionType(key, updateType(found));
    const answer = optionalType(listType(found));
    return functionType(int64Type, functionType(key, updateType(answer)));
  }

  /** A contract id with its payload. */
  #found(templateId: TypeId): LfType {
    const payload = namedType(templateId);
    return {
      kind: "constructor",
      id: pairTypeId,
      arguments: [contractIdType(templateId), payload],
    };
  }

  /** The type of what performing the update gives. */
  #updateResult(update: Exclude<UpdateExpr, KeyQuery>, env: Environment): LfType {
    switch (update.kind) {
      case "pure": {
        const type = this.resolve(update.type, env);
        this.check(update.expr, type, env);
        return type;
      }
      case "block": {
        let inner = env;
        for (const { name, type, bound } of update.bindings) {
          const declared = this.resolve(type, inner);
          this.check(bound, updateType(declared), inner);
          inner = this.bind(inner, name, declared);
        }
        return resultOfUpdate(this.infer(update.body, inner));
      }
      case "create":
        this.#definitions.template(update.templateId);
        this.check(update.argument, namedType(update.templateId), env);
        return contractIdType(update.templateId);
      case "createInterface":
        this.#definitions.interface(update.interfaceId);
        this.check(update.argument, namedType(update.interfaceId), env);
        return contractIdType(update.interfaceId);
      case "exercise": {
        const { choices } = this.#definitions.template(update.templateId);
        this.check(update.contractId, contractIdType(update.templateId), env);
        return this.#choiceResult(choices, update, env);
      }
      case "exerciseInterface": {
        const { choices } = this.#definitions.interface(update.interfaceId);
        this.check(update.contractId, contractIdType(update.interfaceId), env);
        if (update.guard !== undefined)
          this.check(update.guard, functionType(namedType(update.interfaceId), boolType), env);
        return this.#choiceResult(choices, update, env);
      }
      case "exerciseByKey":
        this.check(update.key, this.#keyType(update.templateId), env);
        return this.#choiceResult(
          this.#definitions.template(update.templateId).choices,
          update,
          env,
        );
      case "fetch":
        this.#definitions.template(update.templateId);
        this.check(update.contractId, contractIdType(update.templateId), env);
        return namedType(update.templateId);
      case "fetchInterface":
        this.#definitions.interface(update.interfaceId);
        this.check(update.contractId, contractIdType(update.interfaceId), env);
        return namedType(update.interfaceId);
      case "getTime":
        return timestampType;
      case "isLedgerTimeBefore":
        this.check(update.time, timestampType, env);
        return boolType;
      case "embed": {
        const type = this.resolve(update.type, env);
        this.check(update.expr, updateType(type), env);
        return type;
      }
      case "tryCatch": {
        const type = this.resolve(update.returnType, env);
        this.check(update.attempt, updateType(type), env);
        const inner = this.bind(env, update.variable, anyExceptionType);
        this.check(update.handler, optionalType(updateType(type)), inner);
        return type;
      }
    }
  }

  #choiceResult(
    choices: ReadonlyMap<string, LfChoice>,
    { choice, argument }: { readonly choice: string; readonly argument: Expr },
    env: Environment,
  ): LfType {
    const found = required(choices.get(choice), `there is no choice ${choice}`);
    this.check(argument, this.resolve(found.argumentType), env);
    return this.resolve(found.resultType);
  }

  #keyType(templateId: TypeId): LfType {
    const { key } = this.#definitions.template(templateId);
    return this.resolve(required(key, `the template ${templateId} has no key`).type);
  }

  #valueType(name: string): LfType {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const type = this.resolve(this.#definitions.value(name).type);
    this.#values.set(name, type);
    return type;
  }

  #record(expr: Extract<Expr, { readonly kind: "record" }>, env: Environment): LfType {
    const type = this.resolve(expr.type, env);
    const { data } = this.#dataOf(type);
    if (data.constructors.kind !== "record") throw invalidPackage(`${showType(type)} is no record`);
    const names = new Set(expr.fields.map(({ name }) => name));
    const { length } = data.constructors.fields;
    if (names.size !== length || expr.fields.length !== length)
      throw invalidPackage(`a record of type ${showType(type)} has other fields than its type`);
    for (const { name, expr: field } of expr.fields)
      this.check(field, this.#part(type, "record", name), env);
    return type;
  }

  #dataOf(type: LfType): { readonly data: DataType; readonly arguments: readonly LfType[] } {
    if (type.kind !== "constructor") throw invalidPackage(`${showType(type)} is no data type`);
    const data = this.#definitions.dataType(type.id);
    if (data.parameters.length !== type.arguments.length)
      throw invalidPackage(`${type.id} takes ${data.parameters.length} arguments`);
    return { data, arguments: type.arguments };
  }

  /** The type of a record's field or of a variant's payload. */
  #part(type: LfType, kind: "record" | "variant", name: string): LfType {
    const { data, arguments: args } = this.#dataOf(type);
    const { constructors } = data;
    const parts =
      constructors.kind === "record" && kind === "record"
        ? constructors.fields
        : constructors.kind === "variant" && kind === "variant"
          ? constructors.constructors
          : [];
    const part = required(
      parts.find((each) => each.name === name),
      `the ${kind} type ${showType(type)} has no ${name}`,
    );
    const bindings = new Map(
      data.parameters.flatMap((parameter, index) => {
        const argument = args[index];
        return argument === undefined ? [] : [[parameter.name, argument] as const];
      }),
    );
    return this.#resolver.resolve(part.type, bindings);
  }

  #checkEnum(typeId: TypeId, constructor: string): void {
    const { constructors } = this.#definitions.dataType(typeId);
    if (constructors.kind === "enum" && constructors.constructors.includes(constructor)) return;
    throw invalidPackage(`the enum ${typeId} has no constructor ${constructor}`);
  }

  /** What Any may hold: a data type without parameters, spelt out; anything only in 2.dev. */
  #anyContent(type: LfType, env: Environment): LfType {
    const resolved = this.resolve(type, env);
    if (this.#languageVersion === "2.dev") return resolved;
    if (type.kind !== "constructor" || type.arguments.length > 0)
      throw invalidPackage(`${showType(resolved)} is held by Any in no version but 2.dev`);
    this.#dataOf(type);
    return resolved;
  }

  #exception(type: LfType, env: Environment): LfType {
    const resolved = this.resolve(type, env);
    if (resolved.kind === "constructor" && this.#definitions.isException(resolved.id))
      return resolved;
    throw invalidPackage(`${showType(resolved)} is no exception`);
  }

  /** Applied to all types at once, those of applications inside it included. */
  #typeApplication(expr: Extract<Expr, { readonly kind: "typeApply" }>, env: Environment): LfType {
    const lists: (readonly LfType[])[] = [];
    let head: Expr = expr;
    for (; head.kind === "typeApply"; head = head.expr) lists.push(head.types);
    let type = this.infer(head, env);
    const replacements = new Map<string, LfType>();
    for (const argument of lists.reverse().flat()) {
      // What was put in may be a quantified type itself.
      if (type.kind !== "forall" && replacements.size > 0) {
        type = this.#resolver.substitute(type, replacements);
        replacements.clear();
      }
      const [parameter] = type.kind === "forall" ? type.parameters : [];
      if (type.kind !== "forall" || parameter === undefined)
        throw invalidPackage(`${showType(type)} is applied to a type`);
      replacements.set(parameter.name, this.resolve(argument, env));
      type = type.body;
    }
    return this.#resolver.substitute(type, replacements);
  }

  #lambda(expr: Extract<Expr, { readonly kind: "lambda" }>, env: Environment): LfType {
    let inner = env;
    const types = expr.parameters.map(({ name, type }) => {
      const resolved = this.resolve(type, env);
      inner = this.bind(inner, name, resolved);
      return resolved;
    });
    const result = this.infer(expr.body, inner);
    return types.reduceRight<LfType>((to, from) => functionType(from, to), result);
  }

  #typeLambda(expr: Extract<Expr, { readonly kind: "typeLambda" }>, env: Environment): LfType {
    const inner = this.bindTypes(
      expr.parameters.map(({ name }) => name),
      env,
    );
    const body = this.infer(expr.body, inner);
    return expr.parameters.reduceRight<LfType>((result, { name, kind }) => {
      const variable = inner.types.get(name);
      const fresh = variable?.kind === "variable" ? variable.name : name;
      return { kind: "forall", parameters: [{ name: fresh, kind }], body: result };
    }, body);
  }

  #case(scrutinee: LfType, alternatives: readonly Alternative[], env: Environment): LfType {
    let result: LfType | undefined;
    for (const { pattern, body } of alternatives) {
      const inner = this.#matched(pattern, scrutinee, env);
      if (result === undefined) result = this.infer(body, inner);
      else this.check(body, result, inner);
    }
    this.#checkExhaustive(scrutinee, alternatives);
    return required(result, "a case has no alternatives");
  }

  /** No value is left out; later alternatives may repeat what is matched before. */
  #checkExhaustive(scrutinee: LfType, alternatives: readonly Alternative[]): void {
    const matched = new Set(alternatives.map(({ pattern }) => matchedBy(pattern)));
    if (matched.has("default")) return;
    const missing = this.#constructorsOf(scrutinee).find((each) => !matched.has(each));
    if (missing === undefined) return;
    throw invalidPackage(`a case of ${showType(scrutinee)} has no alternative for ${missing}`);
  }

  /** As {@link matchedBy} names them. */
  #constructorsOf(type: LfType): readonly string[] {
    if (type.kind === "builtin") return builtinConstructors[type.builtin] ?? ["default"];
    if (type.kind !== "constructor") return ["default"];
    const { constructors } = this.#definitions.dataType(type.id);
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

  #matched(pattern: Pattern, scrutinee: LfType, env: Environment): Environment {
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
          this.#part(scrutinee, "variant", pattern.constructor),
        );
    }
  }

  #checkImplements(templateId: TypeId, interfaceId: TypeId): void {
    this.#definitions.interface(interfaceId);
    if (this.#definitions.template(templateId).implements.has(interfaceId)) return;
    throw invalidPackage(`the template ${templateId} does not implement ${interfaceId}`);
  }

  #checkRequires(requiring: TypeId, needed: TypeId): void {
    this.#definitions.interface(needed);
    const { requires } = this.#definitions.interface(requiring);
    if (requiring === needed || requires.includes(needed)) return;
    throw invalidPackage(`the interface ${requiring} does not require ${needed}`);
  }
}

const required = <T>(value: T | undefined, problem: string): T => {
  if (value === undefined) throw invalidPackage(problem);
  return value;
};

const mismatch = (expected: LfType, found: LfType) =>
  invalidPackage(`type ${showType(expected)} was expected where ${showType(found)} stands`);

const functionParts = (type: LfType): readonly [LfType, LfType] => {
  if (type.kind === "builtin" && type.builtin === "Arrow") {
    const [from, to] = type.arguments;
    if (from !== undefined && to !== undefined) return [from, to];
  }
  throw invalidPackage(`${showType(type)} is applied to an argument`);
};

const resultOfUpdate = (type: LfType): LfType => expectBuiltin("Update", type);

/** The first argument of a builtin type; the type itself when it takes none. */
const expectBuiltin = (builtin: BuiltinType, type: LfType): LfType => {
  if (type.kind !== "builtin" || type.builtin !== builtin)
    throw invalidPackage(`${showType(type)} stands where a ${builtin} is needed`);
  return type.arguments[0] ?? type;
};

const expectData = (id: TypeId, type: LfType): void => {
  if (type.kind === "constructor" && type.id === id) return;
  throw invalidPackage(`${showType(type)} is matched against constructors of ${id}`);
};

const builtinConstructors: Partial<Readonly<Record<BuiltinType, readonly string[]>>> = {
  Unit: ["unit"],
  Bool: ["true", "false"],
  List: ["nil", "cons"],
  Optional: ["none", "some"],
};

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

const structField = (type: LfType, name: string): LfType => {
  const fields = type.kind === "struct" ? type.fields : [];
  const found = fields.find((field) => field.name === name);
  return required(found, `${showType(type)} has no field ${name}`).type;
};
