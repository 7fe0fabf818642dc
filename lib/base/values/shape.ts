import { type LedgerError, ledgerError } from "../errors/ledger-error.ts";
import type { QualifiedName, TypeId } from "../identifiers/identifiers.ts";
import { splitTypeId } from "../identifiers/identifiers.ts";
import { substituteTypeVariables } from "./substitute.ts";
import type {
  ContractIdType,
  DataDefinition,
  DataLookup,
  Field,
  NamedType,
  NumericType,
  PrimitiveType,
  Type,
} from "./type.ts";

/**
 * A resolved type, in which names are replaced by their definitions, and variables by types.
 * Functions that encode, sort and hash values work on shapes and cache data for each shape object.
 * So always use the same {@link Shapes} to get the shape of a type.
 */
export type ValueShape =
  | PrimitiveType
  | NumericType
  | ContractIdType
  | OptionalValueShape
  | ListValueShape
  | TextMapValueShape
  | GenMapValueShape
  | RecordShape
  | VariantShape
  | EnumShape;

export interface OptionalValueShape {
  readonly kind: "optional";
  readonly element: ValueShape;
  /** See `OptionalType`. */
  readonly isOfParameter?: true;
}

/**
 * Returns true for an Optional of an Optional if the type definition itself writes both. Then both
 * are arrays in JSON (ledger-api.md 6). Returns false if the inner one is a type argument.
 */
export const isNestedOptional = (
  shape: ValueShape,
): shape is OptionalValueShape & { readonly element: OptionalValueShape } =>
  shape.kind === "optional" && shape.element.kind === "optional" && shape.isOfParameter !== true;
export interface ListValueShape {
  readonly kind: "list";
  readonly element: ValueShape;
}
export interface TextMapValueShape {
  readonly kind: "textMap";
  readonly element: ValueShape;
}
export interface GenMapValueShape {
  readonly kind: "genMap";
  readonly key: ValueShape;
  readonly value: ValueShape;
}
/**
 * The shape of a record. Its fields are resolved at first access, so the shape of a recursive type
 * can contain itself.
 */
export interface RecordShape {
  readonly kind: "record";
  readonly id: TypeId;
  readonly qualifiedName: QualifiedName;
  readonly fields: readonly FieldShape[];
}
export interface VariantShape {
  readonly kind: "variant";
  readonly id: TypeId;
  readonly qualifiedName: QualifiedName;
  /** In rank order. */
  readonly constructors: readonly FieldShape[];
  /** Returns undefined for an unknown constructor. */
  rankOf(constructor: string): number | undefined;
}
export interface EnumShape {
  readonly kind: "enum";
  readonly id: TypeId;
  readonly qualifiedName: QualifiedName;
  /** In rank order. */
  readonly constructors: readonly string[];
  /** Returns undefined for an unknown constructor. */
  rankOf(constructor: string): number | undefined;
}
interface FieldShape {
  readonly name: string;
  readonly shape: ValueShape;
}

/** Resolves types to shapes. The same type always gives the same shape. */
export interface Shapes {
  /**
   * Returns the shape of a type. O(1) for a type object seen before. Raises
   * COMMAND_PREPROCESSING_FAILED for a named type that is not defined, or has the wrong number of
   * arguments.
   */
  of(type: Type): ValueShape;
}

/**
 * Creates shapes from the definitions of `lookup`, which must always return the same definition for
 * a name.
 */
export const createTypeShapes = (lookup: DataLookup): Shapes => new ShapeTable(lookup);

class ShapeTable implements Shapes {
  readonly #lookup: DataLookup;
  readonly #byType = new WeakMap<Type, ValueShape>();
  readonly #byNumber = new Map<number, ValueShape>();
  readonly #numbers = new TypeNumbers();

  constructor(lookup: DataLookup) {
    this.#lookup = lookup;
  }

  of(type: Type): ValueShape {
    let shape = this.#byType.get(type);
    if (shape === undefined) {
      const number = this.#numbers.getTypeNumber(type);
      shape = this.#byNumber.get(number) ?? this.#resolve(type);
      this.#byNumber.set(number, shape);
      this.#byType.set(type, shape);
    }
    return shape;
  }

  #resolve(type: Type): ValueShape {
    switch (type.kind) {
      case "optional":
        return {
          kind: "optional",
          element: this.of(type.element),
          ...(type.isOfParameter === true && { isOfParameter: true }),
        };
      case "list":
      case "textMap":
        return { kind: type.kind, element: this.of(type.element) };
      case "genMap":
        return { kind: "genMap", key: this.of(type.key), value: this.of(type.value) };
      case "named":
        return this.#createNamedShape(type);
      case "variable":
        throw unresolvableTypeError(`The type variable ${type.name} is not bound to a type.`);
      case "unit":
      case "bool":
      case "int64":
      case "text":
      case "timestamp":
      case "date":
      case "party":
      case "numeric":
      case "contractId":
        return type;
    }
  }

  #createNamedShape(type: NamedType): ValueShape {
    const definition = this.#lookup(type.id);
    if (definition === undefined) {
      throw unresolvableTypeError(`No known package defines the type ${type.id}.`);
    }
    const expand = this.#createFieldExpander(type, definition);
    switch (definition.kind) {
      case "record":
        return new LazyRecord(type.id, () => definition.fields.map(expand));
      case "variant":
        return new LazyVariant(type.id, () => definition.constructors.map(expand));
      case "enum":
        return enumShape(type.id, definition.constructors);
    }
  }

  #createFieldExpander(type: NamedType, definition: DataDefinition): (field: Field) => FieldShape {
    const parameters = definition.kind === "enum" ? [] : definition.parameters;
    if (parameters.length !== type.arguments.length) {
      throw unresolvableTypeError(
        `The type ${type.id} takes ${parameters.length} type arguments, ` +
          `not ${type.arguments.length}.`,
      );
    }
    if (parameters.length === 0) return ({ name, type: of }) => ({ name, shape: this.of(of) });
    const bindings = new Map(
      parameters.map((name, index) => [name, type.arguments[index] ?? type]),
    );
    return ({ name, type: of }) => ({
      name,
      shape: this.of(substituteTypeVariables(of, bindings)),
    });
  }
}

class LazyRecord implements RecordShape {
  readonly kind = "record";
  readonly id: TypeId;
  readonly qualifiedName: QualifiedName;
  readonly #resolve: () => readonly FieldShape[];
  #fields: readonly FieldShape[] | undefined;

  constructor(id: TypeId, resolve: () => readonly FieldShape[]) {
    this.id = id;
    this.qualifiedName = splitTypeId(id).qualifiedName;
    this.#resolve = resolve;
  }

  get fields(): readonly FieldShape[] {
    return (this.#fields ??= this.#resolve());
  }
}

class LazyVariant implements VariantShape {
  readonly kind = "variant";
  readonly id: TypeId;
  readonly qualifiedName: QualifiedName;
  readonly #resolve: () => readonly FieldShape[];
  #constructors: readonly FieldShape[] | undefined;
  #ranks: ReadonlyMap<string, number> | undefined;

  constructor(id: TypeId, resolve: () => readonly FieldShape[]) {
    this.id = id;
    this.qualifiedName = splitTypeId(id).qualifiedName;
    this.#resolve = resolve;
  }

  get constructors(): readonly FieldShape[] {
    return (this.#constructors ??= this.#resolve());
  }

  rankOf(constructor: string): number | undefined {
    this.#ranks ??= createRankMap(this.constructors.map(({ name }) => name));
    return this.#ranks.get(constructor);
  }
}

const enumShape = (id: TypeId, constructors: readonly string[]): EnumShape => {
  const rank = createRankMap(constructors);
  return {
    kind: "enum",
    id,
    qualifiedName: splitTypeId(id).qualifiedName,
    constructors,
    rankOf: (constructor) => rank.get(constructor),
  };
};

const createRankMap = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, rank) => [name, rank]));

/**
 * Assigns numbers to types; equal types get the same number. The key of a type contains the numbers
 * of its parts, so it stays short. (Written out in full, some types would not fit into memory.)
 */
class TypeNumbers {
  readonly #byType = new WeakMap<Type, number>();
  readonly #byKey = new Map<string, number>();

  getTypeNumber(type: Type): number {
    let number = this.#byType.get(type);
    if (number === undefined) {
      const key = this.#formatTypeKey(type);
      number = this.#byKey.get(key) ?? this.#byKey.size;
      this.#byKey.set(key, number);
      this.#byType.set(type, number);
    }
    return number;
  }

  #formatTypeKey(type: Type): string {
    switch (type.kind) {
      case "numeric":
        return `numeric ${type.scale}`;
      case "optional":
        return `${type.isOfParameter === true ? "parameter " : ""}optional ${this.getTypeNumber(type.element)}`;
      case "list":
      case "textMap":
        return `${type.kind} ${this.getTypeNumber(type.element)}`;
      case "genMap":
        return `genMap ${this.getTypeNumber(type.key)} ${this.getTypeNumber(type.value)}`;
      case "named":
        return [type.id, ...type.arguments.map((argument) => this.getTypeNumber(argument))].join(
          " ",
        );
      case "variable":
        return `variable ${type.name}`;
      case "unit":
      case "bool":
      case "int64":
      case "text":
      case "timestamp":
      case "date":
      case "party":
      case "contractId":
        return type.kind;
    }
  }
}

const unresolvableTypeError = (cause: string): LedgerError =>
  ledgerError("COMMAND_PREPROCESSING_FAILED", { cause });
