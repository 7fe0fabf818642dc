import type { ContractId } from "../../../base/identifiers/identifiers.ts";
import { formatNumeric } from "../../../base/values/numeric.ts";
import type { ValueShape } from "../../../base/values/shape.ts";
import type { Value } from "../../../base/values/value.ts";
import { createValueKindMismatchError } from "../../../base/values/value-error.ts";
import type { EnrichedRecordField, EnrichedValue } from "../wire/enriched-value.ts";

/** Returns the contract id to write into a prepared transaction. */
export type PreparedContractIdMapper = (contractId: ContractId) => ContractId;

/**
 * Returns the value with the type ids and field labels of its type, which the signed form contains.
 * The time is linear in the size of the value. Raises LEDGER_API_INTERNAL_ERROR if the value does
 * not have this shape.
 */
export const enrichValue = (
  shape: ValueShape,
  value: Value,
  name: PreparedContractIdMapper,
): EnrichedValue => {
  switch (value.kind) {
    case "unit":
    case "bool":
    case "int64":
    case "date":
    case "timestamp":
    case "party":
    case "text":
      return value;
    case "numeric":
      return { kind: "numeric", text: formatNumeric(value) };
    case "contractId":
      return { kind: "contractId", value: name(value.value) };
    case "optional": {
      if (value.value === undefined) return { kind: "optional" };
      const element = shape.kind === "optional" ? shape.element : undefined;
      return { kind: "optional", value: enrichPart(element, value.value, name) };
    }
    case "list": {
      const element = shape.kind === "list" ? shape.element : undefined;
      const elements = value.elements.map((each) => enrichPart(element, each, name));
      return { kind: "list", elements };
    }
    case "textMap": {
      const element = shape.kind === "textMap" ? shape.element : undefined;
      const entries = value.entries.map(
        ([key, each]) => [key, enrichPart(element, each, name)] as const,
      );
      return { kind: "textMap", entries };
    }
    case "genMap": {
      const { key, value: element } = shape.kind === "genMap" ? shape : {};
      const entries = value.entries.map(
        ([each, of]) => [enrichPart(key, each, name), enrichPart(element, of, name)] as const,
      );
      return { kind: "genMap", entries };
    }
    case "record":
      return {
        kind: "record",
        ...toTypeIdField(shape),
        fields: enrichFields(shape, value.fields, name),
      };
    case "variant": {
      const { constructor } = value;
      const of =
        shape.kind === "variant" ? shape.constructors[shape.rankOf(constructor) ?? -1] : undefined;
      const payload = enrichPart(of?.shape, value.value, name);
      return { kind: "variant", ...toTypeIdField(shape), constructor, value: payload };
    }
    case "enum":
      return { kind: "enum", ...toTypeIdField(shape), constructor: value.constructor };
  }
};

const enrichPart = (
  shape: ValueShape | undefined,
  value: Value,
  name: PreparedContractIdMapper,
): EnrichedValue => {
  if (shape === undefined) throw createValueKindMismatchError("another kind of value", value);
  return enrichValue(shape, value, name);
};

const enrichFields = (
  shape: ValueShape,
  values: readonly Value[],
  name: PreparedContractIdMapper,
): readonly EnrichedRecordField[] => {
  const fields = shape.kind === "record" ? shape.fields : [];
  return values.map((value, index) => {
    const field = fields[index];
    return { label: field?.name ?? "", value: enrichPart(field?.shape, value, name) };
  });
};

const toTypeIdField = (shape: ValueShape) =>
  shape.kind === "record" || shape.kind === "variant" || shape.kind === "enum"
    ? { id: shape.id }
    : {};
