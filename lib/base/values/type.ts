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
/** A decimal number of 38 digits, so many of them behind the point. */
export interface NumericType {
  readonly kind: "numeric";
  /** Digits after the point, 0 … 37. */
  readonly scale: number;
}
/** The id of a contract. */
export interface ContractIdType {
  readonly kind: "contractId";
  /** The template or interface, where the language says; no value depends on it. */
  readonly target?: Type;
}
/** A value that may be missing. */
export interface OptionalType {
  readonly kind: "optional";
  readonly element: Type;
  /** Its element is an Optional that was put for a type parameter, so that in JSON it is nested in nothing. */
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
/** A map whose keys are values, too, ordered by the order of their type. */
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
/** Occurs only inside a {@link DataDefinition} with parameters. */
export interface TypeVariable {
  readonly kind: "variable";
  readonly name: string;
}

/** A field of a record: its name and its type. */
export interface Field {
  readonly name: string;
  readonly type: Type;
}

/** What a package says of one of its data types. */
export type DataDefinition = RecordDefinition | VariantDefinition | EnumDefinition;

/** A record: its type parameters by name, and its fields in the order of their declaration. */
export interface RecordDefinition {
  readonly kind: "record";
  readonly parameters: readonly string[];
  readonly fields: readonly Field[];
}
/** A variant: its type parameters by name, and its constructors with what each of them holds. */
export interface VariantDefinition {
  readonly kind: "variant";
  readonly parameters: readonly string[];
  /** In rank order. */
  readonly constructors: readonly Field[];
}
/** An enum: its constructors, which hold nothing. */
export interface EnumDefinition {
  readonly kind: "enum";
  /** In rank order. */
  readonly constructors: readonly string[];
}

/** Answers the definition of a named type; undefined when its package does not define it. */
export type DataLookup = (id: TypeId) => DataDefinition | undefined;
