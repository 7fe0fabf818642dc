import type { QualifiedName, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { DataDefinition, Type } from "../../../base/values/type.ts";
import type { Value } from "../../../base/values/value.ts";

declare const inputOf: unique symbol;

/**
 * A ledger type as TypeScript templates declare it: static types, conversion, and the type that the
 * package's signature names, all from one declaration.
 *
 * `Native` is what contract code is given, deeply frozen; `Input` is what it, and builders of
 * commands, may give. Inputs are more lenient: `"10.0"` for a Numeric, `3` for an Int64.
 */
export interface Descriptor<Native = unknown, Input = unknown> {
  readonly kind: Type["kind"];
  /** Exists for the type checker only. */
  readonly [inputOf]?: () => Input;
  /**
   * The value of an input, in normal form. Raises INVALID_ARGUMENT or MALFORMED_TEXT with the path of
   * what does not fit.
   */
  readonly encode: (input: unknown) => Value;
  /**
   * The native form of a value. Raises INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED for a value
   * that does not fit, which only another version of the package can have written.
   */
  readonly decode: (value: Value) => Native;
  /** The declared type; data types get their ids from the scope. */
  readonly typeIn: (scope: TypeScope) => Type;
}

/** The fields of a record, in declaration order. */
export type Fields = Readonly<Record<string, Descriptor>>;

/** Where a type is wanted, fields stand for a record named after what they are declared for. */
export type Declared = Descriptor | Fields;

/** A data type as its package will define it. One object per definition: identity counts. */
export interface NamedDefinition {
  readonly name: QualifiedName;
  define(scope: TypeScope): DataDefinition;
}

/** Gives ids to the data types that a descriptor mentions. */
export interface TypeScope {
  idOf(definition: NamedDefinition): TypeId;
}

/** What contract code is given for a declared type. */
export type NativeOf<D> =
  D extends Descriptor<infer Native>
    ? Native
    : D extends Fields
      ? { readonly [Name in keyof D]: NativeOf<D[Name]> }
      : NoFields;

/** What may be given for a declared type. */
export type InputOf<D> =
  D extends Descriptor<unknown, infer Input> ? Input : D extends Fields ? FieldsInput<D> : NoFields;

/** Optional fields may be left out. */
type FieldsInput<F extends Fields> = {
  readonly [Name in RequiredNames<F>]: InputOf<F[Name]>;
} & { readonly [Name in Exclude<keyof F, RequiredNames<F>>]?: InputOf<F[Name]> };

type RequiredNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { readonly kind: "optional" } ? never : Name;
}[keyof F];

/** The record without fields. */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- this is what is meant
export type NoFields = Readonly<Record<never, never>>;
