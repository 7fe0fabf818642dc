import { isLedgerError, ledgerError } from "../errors/ledger-error.ts";
import type { PackageId, TypeId } from "../model/identifiers.ts";
import type {
  DataType,
  InterfaceInstance,
  LfChoice,
  LfInterface,
  LfModule,
  LfPackage,
  LfTemplate,
  LfType,
} from "./ast.ts";
import { checkFeatures } from "./check-features.ts";
import { checkNames } from "./check-names.ts";
import { Definitions } from "./definitions.ts";
import { checkSerializable } from "./serializability.ts";
import {
  boolType,
  emptyEnvironment,
  functionType,
  namedType,
  partiesType,
  textType,
  TypeChecker,
  updateType,
  type Environment,
} from "./type-checker.ts";
import { invalidPackage } from "./validation-error.ts";

/**
 * Checks a package by itself and against the packages it refers to: its names are distinct, every
 * reference resolves, what goes onto the ledger is serializable, its language version has the features it uses, and every
 * expression has the type it is declared with. Running it can then not go wrong in the engine.
 * Decodes every body. Raises DAR_VALIDATION_ERROR, DAR_PARSE_ERROR.
 */
export const checkPackage = (
  lfPackage: LfPackage,
  packages: (packageId: PackageId) => LfPackage | undefined,
): void => {
  checkFeatures(lfPackage);
  checkNames(lfPackage);
  const checker = new PackageChecker(lfPackage, new Definitions(packages));
  for (const module of lfPackage.modules.values()) checker.checkModule(module);
};

class PackageChecker {
  readonly #package: LfPackage;
  readonly #definitions: Definitions;
  readonly #types: TypeChecker;

  constructor(lfPackage: LfPackage, definitions: Definitions) {
    this.#package = lfPackage;
    this.#definitions = definitions;
    this.#types = new TypeChecker(definitions, lfPackage.languageVersion);
  }

  checkModule(module: LfModule): void {
    const within = (name: string, check: () => void): void =>
      located(`${this.#package.name} ${this.#package.version}, ${module.name}:${name}`, check);
    const idOf = (name: string): TypeId => `${this.#package.packageId}:${module.name}:${name}`;
    for (const synonym of module.synonyms.values())
      within(synonym.name, () => {
        const env = this.#types.bindTypes(synonym.parameters.map(({ name }) => name));
        this.#types.resolve(synonym.type, env);
      });
    for (const each of module.dataTypes.values()) within(each.name, () => this.#dataType(each));
    for (const { name, type, body } of module.values.values())
      within(name, () => this.#types.check(body(), this.#types.resolve(type)));
    for (const { name, message } of module.exceptions.values())
      within(name, () => {
        this.#serializableRecord(idOf(name));
        this.#types.check(message(), functionType(namedType(idOf(name)), textType));
      });
    for (const each of module.templates.values())
      within(each.name, () => this.#template(idOf(each.name), each));
    for (const each of module.interfaces.values())
      within(each.name, () => this.#interface(idOf(each.name), each));
  }

  #dataType({ parameters, serializable, constructors }: DataType): void {
    const env = this.#types.bindTypes(parameters.map(({ name }) => name));
    const variables = new Set(
      [...env.types.values()].flatMap((type) => (type.kind === "variable" ? [type.name] : [])),
    );
    for (const type of typesIn(constructors)) {
      const resolved = this.#types.resolve(type, env);
      if (serializable) checkSerializable(this.#definitions, resolved, variables);
    }
    if (serializable && constructors.kind === "interface")
      throw invalidPackage("an interface cannot be serializable");
    if (serializable && hasNoValue(constructors))
      throw invalidPackage("a type without values cannot be serializable");
  }

  #serializable(type: LfType): LfType {
    const resolved = this.#types.resolve(type);
    checkSerializable(this.#definitions, resolved);
    return resolved;
  }

  #serializableRecord(id: TypeId): void {
    this.#serializable(namedType(id));
    if (this.#definitions.dataType(id).constructors.kind !== "record")
      throw invalidPackage(`${id} is no record`);
  }

  #template(id: TypeId, template: LfTemplate): void {
    this.#serializableRecord(id);
    const env = this.#types.bind(emptyEnvironment, template.parameter, namedType(id));
    const { precondition, key } = template;
    if (precondition !== undefined) this.#types.check(precondition(), boolType, env);
    this.#types.check(template.signatories(), partiesType, env);
    this.#types.check(template.observers(), partiesType, env);
    if (key !== undefined) {
      const keyType = this.#serializable(key.type);
      this.#types.check(key.body(), keyType, env);
      this.#types.check(key.maintainers(), functionType(keyType, partiesType));
    }
    for (const choice of template.choices.values())
      located(choice.name, () => this.#choice(id, choice, env));
    for (const instance of template.implements.values())
      located(instance.interfaceId, () => this.#instance(template, instance, env));
  }

  #choice(owner: TypeId, choice: LfChoice, env: Environment): void {
    const argument = this.#serializable(choice.argumentType);
    const result = this.#serializable(choice.resultType);
    const { observers, authorizers } = choice;
    const inner = this.#types.bind(env, choice.argumentName, argument);
    this.#types.check(choice.controllers(), partiesType, inner);
    if (observers !== undefined) this.#types.check(observers(), partiesType, inner);
    if (authorizers !== undefined) this.#types.check(authorizers(), partiesType, inner);
    const self: LfType = {
      kind: "builtin",
      builtin: "ContractId",
      arguments: [namedType(owner)],
    };
    const bodyEnv = this.#types.bind(
      this.#types.bind(env, choice.selfName, self),
      choice.argumentName,
      argument,
    );
    this.#types.check(choice.body(), updateType(result), bodyEnv);
  }

  #instance(template: LfTemplate, instance: InterfaceInstance, env: Environment): void {
    const definition = this.#definitions.interface(instance.interfaceId);
    for (const required of definition.requires)
      if (!template.implements.has(required))
        throw invalidPackage(`the required interface ${required} is not implemented`);
    this.#types.check(instance.view(), this.#types.resolve(definition.view), env);
    for (const [name, type] of definition.methods) {
      const method = instance.methods.get(name);
      if (method === undefined) throw invalidPackage(`the method ${name} is not implemented`);
      this.#types.check(method(), this.#types.resolve(type), env);
    }
    for (const name of instance.methods.keys())
      if (!definition.methods.has(name))
        throw invalidPackage(`the interface ${instance.interfaceId} has no method ${name}`);
  }

  #interface(id: TypeId, definition: LfInterface): void {
    if (this.#definitions.dataType(id).constructors.kind !== "interface")
      throw invalidPackage(`the interface ${id} has no data type of its kind`);
    for (const required of definition.requires) this.#definitions.interface(required);
    this.#serializable(definition.view);
    for (const type of definition.methods.values()) this.#types.resolve(type);
    const env = this.#types.bind(emptyEnvironment, definition.parameter, namedType(id));
    for (const choice of definition.choices.values())
      located(choice.name, () => this.#choice(id, choice, env));
  }
}

const hasNoValue = (constructors: DataType["constructors"]): boolean =>
  (constructors.kind === "variant" || constructors.kind === "enum") &&
  constructors.constructors.length === 0;

const typesIn = (constructors: DataType["constructors"]): readonly LfType[] => {
  switch (constructors.kind) {
    case "record":
      return constructors.fields.map(({ type }) => type);
    case "variant":
      return constructors.constructors.map(({ type }) => type);
    case "enum":
    case "interface":
      return [];
  }
};

/** Tells of a problem where it was found; a tree too deep for the stack is a problem too. */
const located = (place: string, check: () => void): void => {
  try {
    check();
  } catch (error) {
    if (isLedgerError(error) && error.details.code !== "DAR_VALIDATION_ERROR") throw error;
    if (isLedgerError(error))
      throw ledgerError("DAR_VALIDATION_ERROR", { cause: `${place}: ${error.details.cause}` });
    if (error instanceof RangeError)
      throw invalidPackage(`${place}: its code is nested too deeply`);
    throw error;
  }
};
