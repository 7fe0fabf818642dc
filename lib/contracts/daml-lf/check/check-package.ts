import { isLedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import { isStackOrSizeLimitError } from "../../../base/errors/out-of-space.ts";
import type { PackageId, TypeId } from "../../../base/identifiers/identifiers.ts";
import type {
  InterfaceInstance,
  LfChoice,
  LfDataType,
  LfInterface,
  LfModule,
  LfPackage,
  LfTemplate,
  LfType,
  TypeParameter,
} from "../syntax/ast.ts";
import { checkDefinitionNamesUnique } from "./check-definition-names-unique.ts";
import { checkLanguageFeatures } from "./check-language-features.ts";
import { PackageDefinitionLookup } from "./definitions.ts";
import { bindVariableType, type TypeEnvironment } from "./expr-typing.ts";
import type { InternedType } from "./interned-type.ts";
import { TypeResolver } from "./resolve-type.ts";
import { checkTypeSerializable } from "./serializability.ts";
import { TypeChecker } from "./type-checker.ts";
import type { TypeVariableScope } from "./type-variable-scope.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/**
 * Returns a checker of packages and of their references to other packages. It checks that names are
 * distinct, references resolve, data on the ledger is serializable, the language version supports the
 * features used, and every expression has its declared type. A checked package cannot cause a type error
 * in the engine. The checker decodes every body. Raises DAR_VALIDATION_ERROR, DAR_PARSE_ERROR.
 *
 * After each definition, the generator yields the cost of checking it, in steps of Daml code. The checker
 * caches results about types, so use one checker for all packages that are loaded together.
 */
export const createPackageChecker = (
  packages: (packageId: PackageId) => LfPackage | undefined,
): ((lfPackage: LfPackage) => Generator<number, void>) => {
  const types = new TypeResolver(new PackageDefinitionLookup(packages));
  const serializable = new Set<InternedType>();
  return function* (lfPackage) {
    checkLanguageFeatures(lfPackage);
    yield stepsOfDefinition;
    checkDefinitionNamesUnique(lfPackage);
    yield stepsOfDefinition;
    const checker = new PackageChecker(lfPackage, types, serializable);
    for (const module of lfPackage.modules.values()) yield* checker.checkModule(module);
  };
};

/** Cost of checking a definition without its expressions, in steps of Daml code. */
const stepsOfDefinition = 10;
/** Cost of checking one expression, in steps of Daml code. */
const stepsOfExpression = 6;

class PackageChecker {
  readonly #package: LfPackage;
  readonly #types: TypeResolver;
  readonly #exprs: TypeChecker;
  readonly #serializable: Set<InternedType>;
  readonly #countDeclared: (type: InternedType) => void;

  constructor(lfPackage: LfPackage, types: TypeResolver, serializable: Set<InternedType>) {
    this.#package = lfPackage;
    this.#types = types;
    this.#exprs = new TypeChecker(types, lfPackage.languageVersion);
    this.#serializable = serializable;
    this.#countDeclared = types.sizes.countDeclared();
  }

  *checkModule(module: LfModule): Generator<number, void> {
    const checkAt = (name: string, check: () => void): void =>
      addLocationToErrors(() => this.#formatLocation(module, name), check);
    const idOf = (name: string): TypeId => `${this.#package.packageId}:${module.name}:${name}`;
    for (const { name, parameters, type } of module.synonyms.values()) {
      checkAt(name, () => this.#types.resolveProper(type, this.#createTypeScope(parameters)));
      yield stepsOfDefinition;
    }
    for (const each of module.dataTypes.values()) {
      checkAt(each.name, () => {
        this.#dataType(each);
        if (each.constructors.kind === "interface" && !module.interfaces.has(each.name)) {
          throw createInvalidPackageError("the module has no interface with its name");
        }
      });
      yield stepsOfDefinition;
    }
    for (const { name, type, body } of module.values.values()) {
      checkAt(name, () => {
        this.#exprs.check(body(), this.#types.resolveProper(type));
      });
      yield this.#costOfDefinition();
    }
    for (const { name, message } of module.exceptions.values()) {
      checkAt(name, () => {
        const exception = this.#serializableRecord(idOf(name));
        this.#exprs.check(
          message(),
          this.#types.standard.getFunctionType(exception, this.#types.standard.text),
        );
      });
      yield this.#costOfDefinition();
    }
    for (const each of module.templates.values()) {
      checkAt(each.name, () => this.#checkTemplate(idOf(each.name), each));
      yield this.#costOfDefinition();
    }
    for (const each of module.interfaces.values()) {
      checkAt(each.name, () => this.#checkInterface(idOf(each.name), each));
      yield this.#costOfDefinition();
    }
  }

  #costOfDefinition(): number {
    return stepsOfDefinition + stepsOfExpression * this.#exprs.nextDefinition();
  }

  #formatLocation(module: LfModule, name: string): string {
    return `${this.#package.name} ${this.#package.version}, ${module.name}:${name}`;
  }

  #dataType({ parameters, serializable, constructors }: LfDataType): void {
    const scope = this.#createTypeScope(parameters);
    for (const type of listComponentTypes(constructors)) {
      const resolved = this.#types.resolveProper(type, scope);
      if (serializable) this.#checkSerializable(resolved);
    }
    if (parameters.length > 0 && constructors.kind === "interface") {
      throw createInvalidPackageError("an interface cannot have parameters");
    }
    if (serializable && parameters.some(({ kind }) => kind.kind !== "star")) {
      throw createInvalidPackageError(
        "a type with a parameter of a kind other than * cannot be serializable",
      );
    }
    if (serializable && constructors.kind === "interface") {
      throw createInvalidPackageError("an interface cannot be serializable");
    }
    if (serializable && hasNoValue(constructors)) {
      throw createInvalidPackageError("a type without values cannot be serializable");
    }
  }

  #createTypeScope(parameters: readonly TypeParameter[]): TypeVariableScope {
    if (new Set(parameters.map(({ name }) => name)).size !== parameters.length) {
      throw createInvalidPackageError("two of its parameters have the same name");
    }
    return this.#types.noVariables.bindVariables(parameters);
  }

  #serializableType(type: LfType): InternedType {
    const resolved = this.#types.resolveProper(type);
    this.#checkSerializable(resolved);
    return resolved;
  }

  #checkSerializable(type: InternedType): void {
    this.#countDeclared(type);
    checkTypeSerializable(this.#types, type, this.#serializable);
  }

  #serializableRecord(id: TypeId): InternedType {
    const type = this.#types.dataType(id);
    checkTypeSerializable(this.#types, type, this.#serializable);
    if (this.#types.getDataDeclaration(type).constructors.kind !== "record") {
      throw createInvalidPackageError(`${id} is not a record`);
    }
    return type;
  }

  #checkTemplate(id: TypeId, template: LfTemplate): void {
    const type = this.#serializableRecord(id);
    const env = bindVariableType(this.#exprs.noVariables, template.parameter, type);
    const { precondition, key } = template;
    if (precondition !== undefined) {
      this.#exprs.check(precondition(), this.#types.standard.bool, env);
    }
    this.#exprs.check(template.signatories(), this.#types.standard.parties, env);
    this.#exprs.check(template.observers(), this.#types.standard.parties, env);
    if (key !== undefined) {
      const keyType = this.#serializableType(key.type);
      this.#exprs.check(key.body(), keyType, env);
      const maintainers = this.#types.standard.getFunctionType(
        keyType,
        this.#types.standard.parties,
      );
      this.#exprs.check(key.maintainers(), maintainers);
    }
    for (const choice of template.choices.values()) {
      addLocationToErrors(
        () => choice.name,
        () => this.#checkChoice(id, choice, env),
      );
    }
    for (const instance of template.implements.values()) {
      addLocationToErrors(
        () => instance.interfaceId,
        () => this.#checkInterfaceInstance(template, instance, env),
      );
    }
  }

  #checkChoice(owner: TypeId, choice: LfChoice, env: TypeEnvironment): void {
    const argument = this.#serializableType(choice.argumentType);
    const result = this.#serializableType(choice.resultType);
    const { observers, authorizers } = choice;
    const inner = bindVariableType(env, choice.argumentName, argument);
    this.#exprs.check(choice.controllers(), this.#types.standard.parties, inner);
    this.#exprs.check(observers(), this.#types.standard.parties, inner);
    if (authorizers !== undefined) {
      this.#exprs.check(authorizers(), this.#types.standard.parties, inner);
    }
    const bodyEnv = bindVariableType(
      bindVariableType(env, choice.selfName, this.#types.getContractIdType(owner)),
      choice.argumentName,
      argument,
    );
    this.#exprs.check(choice.body(), this.#types.standard.getUpdateType(result), bodyEnv);
  }

  #checkInterfaceInstance(
    template: LfTemplate,
    instance: InterfaceInstance,
    env: TypeEnvironment,
  ): void {
    const definition = this.#types.definitions.getInterface(instance.interfaceId);
    for (const required of definition.requires) {
      if (!template.implements.has(required)) {
        throw createInvalidPackageError(`the required interface ${required} is not implemented`);
      }
    }
    this.#exprs.check(instance.view(), this.#types.resolve(definition.view), env);
    for (const [name, type] of definition.methods) {
      const method = instance.methods.get(name);
      if (method === undefined) {
        throw createInvalidPackageError(`the method ${name} is not implemented`);
      }
      this.#exprs.check(method(), this.#types.resolve(type), env);
    }
    for (const name of instance.methods.keys()) {
      if (!definition.methods.has(name)) {
        throw createInvalidPackageError(
          `the interface ${instance.interfaceId} has no method ${name}`,
        );
      }
    }
  }

  /**
   * Checks that `requires` also lists indirect requirements, so that other code need not search for them.
   */
  #checkRequirements(id: TypeId, { requires }: LfInterface): void {
    if (requires.includes(id)) {
      throw createInvalidPackageError(`the interface ${id} requires itself`);
    }
    for (const required of requires) {
      for (const further of this.#types.definitions.getInterface(required).requires) {
        if (!requires.includes(further)) {
          throw createInvalidPackageError(
            `the interface ${id} requires ${required}, but not ${further}, which ${required} requires`,
          );
        }
      }
    }
  }

  #checkViewType(type: LfType): void {
    const view = this.#serializableType(type);
    if (view.kind !== "constructor" || view.arguments.length > 0) {
      throw createInvalidPackageError(
        "the view of an interface is not a record without parameters",
      );
    }
    this.#serializableRecord(view.name);
  }

  #checkInterface(id: TypeId, definition: LfInterface): void {
    const type = this.#types.dataType(id);
    if (this.#types.getDataDeclaration(type).constructors.kind !== "interface") {
      throw createInvalidPackageError(`the data type of the interface ${id} is not an interface`);
    }
    this.#checkRequirements(id, definition);
    this.#checkViewType(definition.view);
    for (const method of definition.methods.values()) this.#types.resolveProper(method);
    const env = bindVariableType(this.#exprs.noVariables, definition.parameter, type);
    for (const choice of definition.choices.values()) {
      addLocationToErrors(
        () => choice.name,
        () => this.#checkChoice(id, choice, env),
      );
    }
  }
}

const hasNoValue = (constructors: LfDataType["constructors"]): boolean =>
  (constructors.kind === "variant" || constructors.kind === "enum") &&
  constructors.constructors.length === 0;

const listComponentTypes = (constructors: LfDataType["constructors"]): readonly LfType[] => {
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

/** Adds the location to an error. A stack overflow in a deep tree becomes an error as well. */
const addLocationToErrors = (place: () => string, check: () => unknown): void => {
  try {
    check();
  } catch (error) {
    if (isLedgerError(error) && error.details.code !== "DAR_VALIDATION_ERROR") throw error;
    if (isLedgerError(error)) {
      throw ledgerError("DAR_VALIDATION_ERROR", { cause: `${place()}: ${error.details.cause}` });
    }
    if (isStackOrSizeLimitError(error)) {
      throw createInvalidPackageError(`${place()}: its code is nested too deeply`);
    }
    throw error;
  }
};
