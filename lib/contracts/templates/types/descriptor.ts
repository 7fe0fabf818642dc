import type { QualifiedName, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { DataDefinition, Type } from "../../../base/values/type.ts";
import type { Value } from "../../../base/values/value.ts";

declare const inputOf: unique symbol;

/**
 * A ledger type for TypeScript templates. A descriptor provides the static types, the conversion of
 * values, and the type in the package signature.
 *
 * `Native` is the deeply frozen form that contract code gets. `Input` is the more lenient form that
 * contract code and callers of command builders may pass: `"10.0"` for a Numeric, `3` for an Int64.
 */
export interface Descriptor<Native = unknown, Input = unknown> {
  readonly kind: Type["kind"];
  /** For the type checker only. */
  readonly [inputOf]?: () => Input;
  /**
   * Returns the value of an input, in normal form. Raises INVALID_ARGUMENT or MALFORMED_TEXT with the path
   * of the invalid part.
   */
  readonly encode: (input: unknown) => Value;
  /**
   * Returns the native form of a value. Raises INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED for
   * a value of another type. Only contracts of another version of the package contain such values.
   */
  readonly decode: (value: Value) => Native;
  /** Returns the declared type; data types get their ids from the scope. */
  readonly typeIn: (scope: TypeIdAssigner) => Type;
}

/** The fields of a record, in declaration order. */
export type Fields = Readonly<Record<string, Descriptor>>;

/**
 * A declared type. An object of fields declares a record with the name of the definition that
 * contains it.
 */
export type DeclaredType = Descriptor | Fields;

/** A data type that its package will define. Each definition is one object, compared by identity. */
export interface DataTypeDefinedByPackage {
  readonly name: QualifiedName;
  define(scope: TypeIdAssigner): DataDefinition;
}

/** Assigns ids to the data types that a descriptor uses. */
export interface TypeIdAssigner {
  getTypeId(definition: DataTypeDefinedByPackage): TypeId;
}

/** The native form of a declared type. */
export type NativeOf<D> =
  D extends Descriptor<infer Native>
    ? Native
    : D extends Fields
      ? { readonly [Name in keyof D]: NativeOf<D[Name]> }
      : NoFields;

/** The input form of a declared type. */
export type InputOf<D> =
  D extends Descriptor<unknown, infer Input> ? Input : D extends Fields ? FieldsInput<D> : NoFields;

/** Optional fields may be omitted. */
type FieldsInput<F extends Fields> = {
  readonly [Name in RequiredNames<F>]: InputOf<F[Name]>;
} & { readonly [Name in Exclude<keyof F, RequiredNames<F>>]?: InputOf<F[Name]> };

type RequiredNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { readonly kind: "optional" } ? never : Name;
}[keyof F];

/** The record without fields. */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- this is what is meant
export type NoFields = Readonly<Record<never, never>>;
