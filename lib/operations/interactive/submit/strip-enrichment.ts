import {
  enumValue,
  genMap,
  list,
  none,
  numeric,
  record,
  some,
  textMap,
  variant,
} from "../../../base/values/constructors.ts";
import { parseNumeric } from "../../../base/values/numeric.ts";
import type { Value } from "../../../base/values/value.ts";
import { malformedBytesError } from "../../../base/values/wire-message.ts";
import type { EnrichedValue } from "../wire/enriched-value.ts";

/**
 * Returns the value without type ids and labels, which are checked later, when the transaction is
 * executed again. The value may not be in normal form. Raises INVALID_ARGUMENT for an invalid
 * Numeric. Linear.
 */
export const stripEnrichment = (value: EnrichedValue): Value => {
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
      return value.value === undefined ? none : some(stripEnrichment(value.value));
    case "list":
      return list(value.elements.map(stripEnrichment));
    case "textMap":
      return textMap(value.entries.map(([key, each]) => [key, stripEnrichment(each)] as const));
    case "genMap":
      return genMap(
        value.entries.map(([key, each]) => [stripEnrichment(key), stripEnrichment(each)]),
      );
    case "record":
      return record(value.fields.map((field) => stripEnrichment(field.value)));
    case "variant":
      return variant(value.constructor, stripEnrichment(value.value));
    case "enum":
      return enumValue(value.constructor);
  }
};

const plainNumeric = (text: string): Value => {
  const scale = text.length - 1 - text.indexOf(".");
  const value = text.includes(".") ? parseNumeric(text, scale) : undefined;
  if (value === undefined) throw malformedBytesError(`${JSON.stringify(text)} is not a Numeric`);
  return numeric(value.scale, value.unscaled);
};
