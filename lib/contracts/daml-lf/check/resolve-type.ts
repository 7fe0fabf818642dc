import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type {
  DataConstructors,
  DataType,
  LfType,
  TypedName,
  TypeParameter,
} from "../syntax/ast.ts";
import { findBuiltinFunctionType } from "./builtin-types.ts";
import type { Definitions } from "./definitions.ts";
import { expectKind, type InternedType, showType } from "./interned-type.ts";
import { StandardTypes } from "./standard-types.ts";
import { TypeScope } from "./type-scope.ts";
import { TypeTable } from "./type-table.ts";
import { UnfoldedSizes } from "./unfolded-size.ts";
import { invalidPackage } from "./validation-error.ts";

/**
 * Converts decoded types to interned types, and returns the types of definitions. Results are valid for
 * every package that `definitions` finds, so one resolver serves all packages. Raises
 * DAR_VALIDATION_ERROR.
 */
export class TypeResolver {
  readonly definitions: Definitions;
  readonly table = new TypeTable();
  readonly standard: StandardTypes = new StandardTypes(this.table);
  readonly sizes = new UnfoldedSizes(this.table);
  readonly noVariables: TypeScope = TypeScope.empty(this.table);
  readonly #star = this.table.kinds.star;
  readonly #values = new Map<string, InternedType>();

  constructor(definitions: Definitions) {
    this.definitions = definitions;
  }

  /** Returns the interned type. O(1) for a type that was resolved in this scope before. */
  resolve(type: LfType, scope: TypeScope = this.noVariables): InternedType {
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
  resolveProper(type: LfType, scope: TypeScope = this.noVariables): InternedType {
    const resolved = this.resolve(type, scope);
    expectKind(this.#star, resolved);
    return resolved;
  }

  #resolve(type: LfType, scope: TypeScope): InternedType {
    switch (type.kind) {
      case "variable": {
        const variable = scope.find(type.name);
        if (variable === undefined) {
          throw invalidPackage(`the type variable ${type.name} is not bound`);
        }
        return this.#applied(variable, type.arguments, scope);
      }
      case "builtin":
        return this.#applied(this.table.builtin(type.builtin), type.arguments, scope);
      case "constructor":
        return this.#applied(this.dataType(type.id), type.arguments, scope);
      case "synonym":
        return this.#applied(this.#synonym(type), type.arguments, scope);
      case "forall": {
        const inner = scope.bindAll(type.parameters);
        const body = this.resolve(type.body, inner);
        expectKind(this.#star, body);
        return this.table.quantify(body, scope.level, type.parameters);
      }
      case "struct":
        return this.#struct(type, scope);
      case "nat":
        return this.table.number(type.value);
    }
  }

  #struct(
    { fields }: Extract<LfType, { readonly kind: "struct" }>,
    scope: TypeScope,
  ): InternedType {
    return this.table.struct(
      fields.map(({ name }) => name),
      fields.map(({ type }) => this.resolve(type, scope)),
    );
  }

  #applied(head: InternedType, args: readonly LfType[], scope: TypeScope): InternedType {
    return args.length === 0 ? head : this.table.apply(head, this.#all(args, scope));
  }

  #all(types: readonly LfType[], scope: TypeScope): readonly InternedType[] {
    return types.map((type) => this.resolve(type, scope));
  }

  /** Returns the synonym without its arguments, after checking their number. */
  #synonym({ id, arguments: args }: Extract<LfType, { readonly kind: "synonym" }>): InternedType {
    const { parameters } = this.definitions.synonym(id);
    if (parameters.length !== args.length) {
      throw invalidPackage(`the synonym ${id} takes ${parameters.length} arguments`);
    }
    return this.table.synonym(id) ?? this.#declareSynonym(id);
  }

  #declareSynonym(id: TypeId): InternedType {
    const { parameters, type } = this.definitions.synonym(id);
    return this.table.declareSynonym(id, this.table.kinds.kindWithParameters(parameters), (args) =>
      this.#instance(parameters, type, args),
    );
  }

  /** Returns the type of a generic definition for these type arguments. */
  #instance(
    parameters: readonly TypeParameter[],
    type: LfType,
    args: readonly InternedType[],
  ): InternedType {
    const open = this.resolve(type, this.noVariables.bindAll(parameters));
    if (args.length === 0) return open;
    return this.table.instantiate(this.table.quantify(open, 0, parameters), args);
  }

  /** Checks that two types are equal after expanding aliases. */
  expect(expected: InternedType, found: InternedType): void {
    if (found !== expected && !this.table.areEqual(found, expected)) {
      throw invalidPackage(
        `the type ${showType(found)} was found, but the type ${showType(expected)} was expected`,
      );
    }
  }

  /** Returns a data type without arguments. */
  dataType(id: TypeId): InternedType {
    return this.table.dataType(id) ?? this.#declareDataType(id);
  }

  #declareDataType(id: TypeId): InternedType {
    const declaration = this.definitions.dataType(id);
    const type = this.table.declareDataType(
      id,
      this.table.kinds.kindWithParameters(declaration.parameters),
    );
    type.cache.declaration = declaration;
    return type;
  }

  /** Returns the declaration of the data type of a type. */
  dataOf(type: InternedType): DataType {
    if (type.kind !== "constructor") throw invalidPackage(`${showType(type)} is not a data type`);
    const data = this.#declaration(type);
    if (data.parameters.length !== type.arguments.length) {
      throw invalidPackage(`${type.name} takes ${data.parameters.length} arguments`);
    }
    return data;
  }

  #declaration({ head }: InternedType): DataType {
    const { cache } = head;
    return (cache.declaration ??= this.definitions.dataType(head.name));
  }

  /** Returns the type of a record field or variant constructor. O(1) if it was requested before. */
  part(whole: InternedType, kind: "record" | "variant", name: string): InternedType {
    const type = this.table.expand(whole);
    const { parameters, constructors } = this.dataOf(type);
    const known = constructors.kind === kind ? type.cached?.parts?.get(name) : undefined;
    if (known !== undefined) return known;
    const declared = partsOf(constructors, kind).find((each) => each.name === name);
    if (declared === undefined) {
      throw invalidPackage(`the ${kind} type ${showType(type)} has no ${name}`);
    }
    const part = this.#instance(parameters, declared.type, type.arguments);
    (type.cache.parts ??= new Map()).set(name, part);
    return part;
  }

  /** Returns the enum type that has the constructor. */
  enumType(id: TypeId, constructor: string): InternedType {
    const type = this.dataType(id);
    const { constructors } = this.dataOf(type);
    if (constructors.kind === "enum" && constructors.constructors.includes(constructor)) {
      return type;
    }
    throw invalidPackage(`the enum ${id} has no constructor ${constructor}`);
  }

  /** Returns the contract id type of a template or interface. */
  contractId(id: TypeId): InternedType {
    return this.standard.contractId(this.dataType(id));
  }

  /** Returns the type of a top-level value. O(1) if it was requested before. */
  valueType(name: string): InternedType {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const type = this.resolve(this.definitions.value(name).type);
    this.#values.set(name, type);
    return type;
  }

  builtinFunctionType(id: number): InternedType {
    const type = findBuiltinFunctionType(id);
    if (type === undefined) {
      throw invalidPackage(`there is no builtin function ${id} in its language version`);
    }
    return this.resolve(type);
  }
}

const partsOf = (
  constructors: DataConstructors,
  kind: "record" | "variant",
): readonly TypedName[] => {
  if (constructors.kind === "record" && kind === "record") return constructors.fields;
  if (constructors.kind === "variant" && kind === "variant") return constructors.constructors;
  return [];
};
