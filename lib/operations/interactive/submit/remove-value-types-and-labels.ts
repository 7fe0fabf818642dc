import {
  createEnumValue,
  createGenMapValue,
  createListValue,
  createNumericValue,
  createRecordValue,
  createSomeValue,
  createTextMapValue,
  createVariantValue,
  none,
} from "../../../base/values/constructors.ts";
import { parseNumeric } from "../../../base/values/numeric.ts";
import type { Value } from "../../../base/values/value.ts";
import { createMalformedBytesError } from "../../../base/values/wire-message.ts";
import type { EnrichedValue } from "../wire/enriched-value.ts";

/**
 * Returns the value without type ids and labels, which are checked later, when the transaction is
 * executed again. The value may not be in normal form. Raises INVALID_ARGUMENT for an invalid
 * Numeric. Linear.
 */
export const removeValueTypesAndLabels = (value: EnrichedValue): Value => {
  switch (value.kind) {
    case "unit":
    case "bool":
    case "int64":
    case "date":
    case "timestamp":
    case "party":
    case "text":
    case "contractId":
      return value;
    case "numeric":
      return plainNumeric(value.text);
    case "optional":
      return value.value === undefined
        ? none
        : createSomeValue(removeValueTypesAndLabels(value.value));
    case "list":
      return createListValue(value.elements.map(removeValueTypesAndLabels));
    case "textMap":
      return createTextMapValue(
        value.entries.map(([key, each]) => [key, removeValueTypesAndLabels(each)] as const),
      );
    case "genMap":
      return createGenMapValue(
        value.entries.map(([key, each]) => [
          removeValueTypesAndLabels(key),
          removeValueTypesAndLabels(each),
        ]),
      );
    case "record":
      return createRecordValue(value.fields.map((field) => removeValueTypesAndLabels(field.value)));
    case "variant":
      return createVariantValue(value.constructor, removeValueTypesAndLabels(value.value));
    case "enum":
      return createEnumValue(value.constructor);
  }
};

const plainNumeric = (text: string): Value => {
  const scale = text.length - 1 - text.indexOf(".");
  const value = text.includes(".") ? parseNumeric(text, scale) : undefined;
  if (value === undefined) {
    throw createMalformedBytesError(`${JSON.stringify(text)} is not a Numeric`);
  }
  return createNumericValue(value.scale, value.unscaled);
};
