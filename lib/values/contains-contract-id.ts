import type { Value } from "./value.ts";

/** Whether a contract id occurs anywhere in the value; keys may hold none. O(size). */
export const containsContractId = (value: Value): boolean => {
  switch (value.kind) {
    case "contractId":
      return true;
    case "optional":
      return value.value !== undefined && containsContractId(value.value);
    case "variant":
      return containsContractId(value.value);
    case "list":
      return value.elements.some(containsContractId);
    case "record":
      return value.fields.some(containsContractId);
    case "textMap":
      return value.entries.some(([, element]) => containsContractId(element));
    case "genMap":
      return value.entries.some(([key, of]) => containsContractId(key) || containsContractId(of));
    case "unit":
    case "bool":
    case "int64":
    case "numeric":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "enum":
      return false;
  }
};
