import type { ContractId, Micros, Party } from "../identifiers/identifiers.ts";
import type {
  BoolValue,
  ContractIdValue,
  DateValue,
  EnumValue,
  GenMapValue,
  Int64Value,
  ListValue,
  NumericValue,
  OptionalValue,
  PartyValue,
  RecordValue,
  TextMapValue,
  TextValue,
  TimestampValue,
  UnitValue,
  Value,
  VariantValue,
} from "./value.ts";

export const unit: UnitValue = { kind: "unit" };
export const trueValue: BoolValue = { kind: "bool", value: true };
export const falseValue: BoolValue = { kind: "bool", value: false };
export const none: OptionalValue = { kind: "optional" };

export const createBoolValue = (value: boolean): BoolValue => (value ? trueValue : falseValue);
/** Returns an Int64. `value` must be from −2^63 to 2^63−1. */
export const createInt64Value = (value: bigint): Int64Value => ({ kind: "int64", value });
/** Returns the Numeric `unscaled / 10^scale`; |unscaled| must be below 10^38. */
export const createNumericValue = (scale: number, unscaled: bigint): NumericValue => ({
  kind: "numeric",
  scale,
  unscaled,
});
export const createTextValue = (value: string): TextValue => ({ kind: "text", value });
export const createTimestampValue = (micros: Micros): TimestampValue => ({
  kind: "timestamp",
  micros,
});
export const createDateValue = (days: number): DateValue => ({ kind: "date", days });
export const createPartyValue = (value: Party): PartyValue => ({ kind: "party", value });
export const createContractIdValue = (value: ContractId): ContractIdValue => ({
  kind: "contractId",
  value,
});
export const createSomeValue = (value: Value): OptionalValue => ({ kind: "optional", value });
export const createListValue = (elements: readonly Value[]): ListValue => ({
  kind: "list",
  elements,
});
/**
 * Returns a text map. `entries` must be sorted by the code points of the keys, without duplicate
 * keys.
 */
export const createTextMapValue = (
  entries: readonly (readonly [string, Value])[],
): TextMapValue => ({
  kind: "textMap",
  entries,
});
/**
 * Returns a generic map. `entries` must be sorted in the order of the key type, without duplicate
 * keys.
 */
export const createGenMapValue = (entries: readonly (readonly [Value, Value])[]): GenMapValue => ({
  kind: "genMap",
  entries,
});
/** Returns a record with these fields, in declaration order. None fields at the end are dropped. */
export const createRecordValue = (fields: readonly Value[]): RecordValue => {
  const length = countWithoutTrailingNones(fields);
  return { kind: "record", fields: length === fields.length ? fields : fields.slice(0, length) };
};
export const createVariantValue = (constructor: string, value: Value): VariantValue => ({
  kind: "variant",
  constructor,
  value,
});
export const createEnumValue = (constructor: string): EnumValue => ({ kind: "enum", constructor });

/** Returns true for None, and for undefined, which means an absent record field. */
export const isNone = (value: Value | undefined): boolean =>
  value === undefined || (value.kind === "optional" && value.value === undefined);

/** Returns the number of fields without the None fields at the end. */
export const countWithoutTrailingNones = (fields: readonly Value[]): number => {
  let length = fields.length;
  while (length > 0 && isNone(fields[length - 1])) length--;
  return length;
};
