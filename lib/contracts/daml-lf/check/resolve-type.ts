import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type {
  DataConstructors,
  LfDataType,
  LfType,
  TypedName,
  TypeParameter,
} from "../syntax/ast.ts";
import { findBuiltinFunctionType } from "./builtin-types.ts";
import type { PackageDefinitionLookup } from "./definitions.ts";
import { formatInternedType, type InternedType, requireTypeKind } from "./interned-type.ts";
import { StandardBuiltinTypes } from "./standard-types.ts";
import { LfTypeInterner } from "./type-interner.ts";
import { TypeVariableScope } from "./type-variable-scope.ts";
import { ExpandedTypeSizeCounter } from "./unfolded-size.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/**
 * Converts decoded types to interned types, and returns the types of definitions. Results are valid for
 * every package that `definitions` finds, so one resolver serves all packages. Raises
 * DAR_VALIDATION_ERROR.
 */
export class TypeResolver {
  readonly definitions: PackageDefinitionLookup;
  readonly table = new LfTypeInterner();
  readonly standard: StandardBuiltinTypes = new StandardBuiltinTypes(this.table);
  readonly sizes = new ExpandedTypeSizeCounter(this.table);
  readonly noVariables: TypeVariableScope = TypeVariableScope.createEmpty(this.table);
  readonly #star = this.table.kinds.star;
  readonly #values = new Map<string, InternedType>();

  constructor(definitions: PackageDefinitionLookup) {
    this.definitions = definitions;
  }

  /** Returns the interned type. O(1) for a type that was resolved in this scope before. */
  resolve(type: LfType, scope: TypeVariableScope = this.noVariables): InternedType {
    const known = scope.resolved.get(type);
    if (known !== undefined) return known;
    const resolved = this.sizes.requireBounded(this.#resolve(type, scope));
    scope.resolved.set(type, resolved);
    return resolved;
  }

  /**
   * Returns the interned type and checks that its kind is `*`. The check is not needed for a type that
   * becomes part of another type or is the type of a checked expression.
   */
  resolveProper(type: LfType, scope: TypeVariableScope = this.noVariables): InternedType {
    const resolved = this.resolve(type, scope);
    requireTypeKind(this.#star, resolved);
    return resolved;
  }

  #resolve(type: LfType, scope: TypeVariableScope): InternedType {
    switch (type.kind) {
      case "variable": {
        const variable = scope.find(type.name);
        if (variable === undefined) {
          throw createInvalidPackageError(`the type variable ${type.name} is not bound`);
        }
        return this.#resolveApplication(variable, type.arguments, scope);
      }
      case "builtin":
        return this.#resolveApplication(
          this.table.getBuiltinType(type.builtin),
          type.arguments,
          scope,
        );
      case "constructor":
        return this.#resolveApplication(this.dataType(type.id), type.arguments, scope);
      case "synonym":
        return this.#resolveApplication(this.#resolveSynonym(type), type.arguments, scope);
      case "forall": {
        const inner = scope.bindVariables(type.parameters);
        const body = this.resolve(type.body, inner);
        requireTypeKind(this.#star, body);
        return this.table.quantifyType(body, scope.level, type.parameters);
      }
      case "struct":
        return this.#resolveStruct(type, scope);
      case "nat":
        return this.table.getNatType(type.value);
    }
  }

  #resolveStruct(
    { fields }: Extract<LfType, { readonly kind: "struct" }>,
    scope: TypeVariableScope,
  ): InternedType {
    return this.table.getStructType(
      fields.map(({ name }) => name),
      fields.map(({ type }) => this.resolve(type, scope)),
    );
  }

  #resolveApplication(
    head: InternedType,
    args: readonly LfType[],
    scope: TypeVariableScope,
  ): InternedType {
    return args.length === 0 ? head : this.table.applyType(head, this.#resolveAll(args, scope));
  }

  #resolveAll(types: readonly LfType[], scope: TypeVariableScope): readonly InternedType[] {
    return types.map((type) => this.resolve(type, scope));
  }

  /** Returns the synonym without its arguments, after checking their number. */
  #resolveSynonym({
    id,
    arguments: args,
  }: Extract<LfType, { readonly kind: "synonym" }>): InternedType {
    const { parameters } = this.definitions.getSynonym(id);
    if (parameters.length !== args.length) {
      throw createInvalidPackageError(`the synonym ${id} takes ${parameters.length} arguments`);
    }
    return this.table.findSynonym(id) ?? this.#declareSynonym(id);
  }

  #declareSynonym(id: TypeId): InternedType {
    const { parameters, type } = this.definitions.getSynonym(id);
    return this.table.declareSynonym(id, this.table.kinds.kindWithParameters(parameters), (args) =>
      this.#instantiateDefinition(parameters, type, args),
    );
  }

  /** Returns the type of a generic definition for these type arguments. */
  #instantiateDefinition(
    parameters: readonly TypeParameter[],
    type: LfType,
    args: readonly InternedType[],
  ): InternedType {
    const open = this.resolve(type, this.noVariables.bindVariables(parameters));
    if (args.length === 0) return open;
    return this.table.instantiateType(this.table.quantifyType(open, 0, parameters), args);
  }

  /** Checks that two types are equal after expanding aliases. */
  assertEqualTypes(expected: InternedType, found: InternedType): void {
    if (found !== expected && !this.table.areEqual(found, expected)) {
      throw createInvalidPackageError(
        `the type ${formatInternedType(found)} was found, but the type ${formatInternedType(expected)} was expected`,
      );
    }
  }

  /** Returns a data type without arguments. */
  dataType(id: TypeId): InternedType {
    return this.table.findDataType(id) ?? this.#declareDataType(id);
  }

  #declareDataType(id: TypeId): InternedType {
    const declaration = this.definitions.getDataType(id);
    const type = this.table.declareDataType(
      id,
      this.table.kinds.kindWithParameters(declaration.parameters),
    );
    type.cache.declaration = declaration;
    return type;
  }

  /** Returns the declaration of the data type of a type. */
  getDataDeclaration(type: InternedType): LfDataType {
    if (type.kind !== "constructor") {
      throw createInvalidPackageError(`${formatInternedType(type)} is not a data type`);
    }
    const data = this.#getCachedDeclaration(type);
    if (data.parameters.length !== type.arguments.length) {
      throw createInvalidPackageError(`${type.name} takes ${data.parameters.length} arguments`);
    }
    return data;
  }

  #getCachedDeclaration({ head }: InternedType): LfDataType {
    const { cache } = head;
    return (cache.declaration ??= this.definitions.getDataType(head.name));
  }

  /** Returns the type of a record field or variant constructor. O(1) if it was requested before. */
  getPartType(whole: InternedType, kind: "record" | "variant", name: string): InternedType {
    const type = this.table.expandIfAlias(whole);
    const { parameters, constructors } = this.getDataDeclaration(type);
    const known = constructors.kind === kind ? type.cached?.parts?.get(name) : undefined;
    if (known !== undefined) return known;
    const declared = listParts(constructors, kind).find((each) => each.name === name);
    if (declared === undefined) {
      throw createInvalidPackageError(
        `the ${kind} type ${formatInternedType(type)} has no ${name}`,
      );
    }
    const part = this.#instantiateDefinition(parameters, declared.type, type.arguments);
    (type.cache.parts ??= new Map()).set(name, part);
    return part;
  }

  /** Returns the enum type that has the constructor. */
  enumType(id: TypeId, constructor: string): InternedType {
    const type = this.dataType(id);
    const { constructors } = this.getDataDeclaration(type);
    if (constructors.kind === "enum" && constructors.constructors.includes(constructor)) {
      return type;
    }
    throw createInvalidPackageError(`the enum ${id} has no constructor ${constructor}`);
  }

  /** Returns the contract id type of a template or interface. */
  getContractIdType(id: TypeId): InternedType {
    return this.standard.getContractIdType(this.dataType(id));
  }

  /** Returns the type of a top-level value. O(1) if it was requested before. */
  getValueType(name: string): InternedType {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const type = this.resolve(this.definitions.getValue(name).type);
    this.#values.set(name, type);
    return type;
  }

  getBuiltinFunctionType(id: number): InternedType {
    const type = findBuiltinFunctionType(id);
    if (type === undefined) {
      throw createInvalidPackageError(`there is no builtin function ${id} in its language version`);
    }
    return this.resolve(type);
  }
}

const listParts = (
  constructors: DataConstructors,
  kind: "record" | "variant",
): readonly TypedName[] => {
  if (constructors.kind === "record" && kind === "record") return constructors.fields;
  if (constructors.kind === "variant" && kind === "variant") return constructors.constructors;
  return [];
};
