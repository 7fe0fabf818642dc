import type { ContractId, Micros, Party } from "../identifiers/identifiers.ts";

/**
 * A ledger value: the content of contracts, choice arguments and results (daml-lf.md 10).
 *
 * A value is stored without type ids and field labels, in normal form: records have no trailing
 * `None`, text maps are sorted by code point, and generic maps in the order of their key type. To
 * sort, encode or hash a value, its declared type (`Type`) is needed.
 */
export type Value =
  | UnitValue
  | BoolValue
  | Int64Value
  | NumericValue
  | TextValue
  | TimestampValue
  | DateValue
  | PartyValue
  | ContractIdValue
  | OptionalValue
  | ListValue
  | TextMapValue
  | GenMapValue
  | RecordValue
  | VariantValue
  | EnumValue;

/** The only value of the type Unit. */
export interface UnitValue {
  readonly kind: "unit";
}
/** True or false. */
export interface BoolValue {
  readonly kind: "bool";
  readonly value: boolean;
}
/** −2^63 … 2^63−1. */
export interface Int64Value {
  readonly kind: "int64";
  readonly value: bigint;
}
/** `unscaled / 10^scale`, |unscaled| < 10^38, scale 0 … 37 fixed by the type. */
export interface NumericValue {
  readonly kind: "numeric";
  readonly scale: number;
  readonly unscaled: bigint;
}
/** A Unicode text without NUL or lone surrogates. */
export interface TextValue {
  readonly kind: "text";
  readonly value: string;
}
/** A time in microseconds since 1970, UTC; years 0001 to 9999. */
export interface TimestampValue {
  readonly kind: "timestamp";
  readonly micros: Micros;
}
/** Days since 1970-01-01; years 0001 to 9999. */
export interface DateValue {
  readonly kind: "date";
  readonly days: number;
}
/** A party, by its full id. */
export interface PartyValue {
  readonly kind: "party";
  readonly value: Party;
}
/** A contract id. The contract need not exist. */
export interface ContractIdValue {
  readonly kind: "contractId";
  readonly value: ContractId;
}
/** `value` is absent for None. */
export interface OptionalValue {
  readonly kind: "optional";
  readonly value?: Value;
}
/** A list of values of the same type. */
export interface ListValue {
  readonly kind: "list";
  readonly elements: readonly Value[];
}
/** Pairs of key and value, sorted by the code points of the keys, each key once. */
export interface TextMapValue {
  readonly kind: "textMap";
  readonly entries: readonly (readonly [string, Value])[];
}
/** Pairs of key and value, sorted by the order of the keys' type, each key once. */
export interface GenMapValue {
  readonly kind: "genMap";
  readonly entries: readonly (readonly [Value, Value])[];
}
/** The fields of a record, in declaration order. */
export interface RecordValue {
  readonly kind: "record";
  readonly fields: readonly Value[];
}
/** A constructor of a variant, with its payload. */
export interface VariantValue {
  readonly kind: "variant";
  readonly constructor: string;
  readonly value: Value;
}
/** One of the constructors of an enum. */
export interface EnumValue {
  readonly kind: "enum";
  readonly constructor: string;
}
