import type { TypeId } from "../identifiers/identifiers.ts";

/** The declared type of a value (daml-lf.md 6, 10). */
export type Type =
  | PrimitiveType
  | NumericType
  | ContractIdType
  | OptionalType
  | ListType
  | TextMapType
  | GenMapType
  | NamedType
  | TypeVariable;

/** A type without parts or parameters. */
export interface PrimitiveType {
  readonly kind: "unit" | "bool" | "int64" | "text" | "timestamp" | "date" | "party";
}
/** A decimal number of up to 38 digits, a fixed number of them after the point. */
export interface NumericType {
  readonly kind: "numeric";
  /** Digits after the point, 0 … 37. */
  readonly scale: number;
}
/** The id of a contract. */
export interface ContractIdType {
  readonly kind: "contractId";
  /** The template or interface, if the package declares it. It does not affect values. */
  readonly target?: Type;
}
/** A value that may be absent. */
export interface OptionalType {
  readonly kind: "optional";
  readonly element: Type;
  /**
   * Present if the element is an Optional only because of a type argument. Then the JSON is not
   * nested.
   */
  readonly isOfParameter?: true;
}
/** A list of values of one type. */
export interface ListType {
  readonly kind: "list";
  readonly element: Type;
}
/** A map from texts to values of one type. */
export interface TextMapType {
  readonly kind: "textMap";
  readonly element: Type;
}
/** A map whose keys are values, sorted in the order of their type. */
export interface GenMapType {
  readonly kind: "genMap";
  readonly key: Type;
  readonly value: Type;
}
/** A record, variant or enum defined by a package, applied to its type arguments. */
export interface NamedType {
  readonly kind: "named";
  readonly id: TypeId;
  readonly arguments: readonly Type[];
}
/** A type parameter. Occurs only inside a {@link DataDefinition} with parameters. */
export interface TypeVariable {
  readonly kind: "variable";
  readonly name: string;
}

/** A field of a record: its name and its type. */
export interface Field {
  readonly name: string;
  readonly type: Type;
}

/** The definition of a data type in a package. */
export type DataDefinition = RecordDefinition | VariantDefinition | EnumDefinition;

/** A record: the names of its type parameters, and its fields in declaration order. */
export interface RecordDefinition {
  readonly kind: "record";
  readonly parameters: readonly string[];
  readonly fields: readonly Field[];
}
/** A variant: the names of its type parameters, and its constructors with their payload types. */
export interface VariantDefinition {
  readonly kind: "variant";
  readonly parameters: readonly string[];
  /** In rank order. */
  readonly constructors: readonly Field[];
}
/** An enum: its constructors, which have no payload. */
export interface EnumDefinition {
  readonly kind: "enum";
  /** In rank order. */
  readonly constructors: readonly string[];
}

/** Returns the definition of a named type; undefined if its package does not define it. */
export type DataLookup = (id: TypeId) => DataDefinition | undefined;
