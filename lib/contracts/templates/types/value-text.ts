import type { Value } from "../../../base/values/value.ts";

/**
 * Returns a text of a value. Equal values of a type have equal texts, and different values have different
 * texts.
 */
export const formatCanonicalValue = (value: Value): string => {
  switch (value.kind) {
    case "unit":
      return "()";
    case "bool":
      return String(value.value);
    case "int64":
      return value.value.toString();
    case "numeric":
      return value.unscaled.toString();
    case "timestamp":
      return value.micros.toString();
    case "date":
      return value.days.toString();
    case "text":
    case "party":
    case "contractId":
      return JSON.stringify(value.value);
    case "optional":
      return value.value === undefined ? "-" : `+${formatCanonicalValue(value.value)}`;
    case "list":
      return `[${value.elements.map(formatCanonicalValue).join()}]`;
    case "record":
      return `{${value.fields.map(formatCanonicalValue).join()}}`;
    case "textMap":
      return `<${value.entries.map(([key, of]) => `${JSON.stringify(key)}:${formatCanonicalValue(of)}`).join()}>`;
    case "genMap":
      return `<${value.entries.map(([key, of]) => `${formatCanonicalValue(key)}:${formatCanonicalValue(of)}`).join()}>`;
    case "variant":
      return `${value.constructor}(${formatCanonicalValue(value.value)})`;
    case "enum":
      return value.constructor;
  }
};
