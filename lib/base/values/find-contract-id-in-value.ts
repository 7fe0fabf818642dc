import type { ContractId } from "../identifiers/identifiers.ts";
import type { Value } from "./value.ts";

/** Returns the first contract id in the value that matches; undefined if there is none. O(size). */
export const findContractIdInValue = (
  value: Value,
  isWanted: (contractId: ContractId) => boolean,
): ContractId | undefined => {
  switch (value.kind) {
    case "contractId":
      return isWanted(value.value) ? value.value : undefined;
    case "optional":
      return value.value === undefined ? undefined : findContractIdInValue(value.value, isWanted);
    case "variant":
      return findContractIdInValue(value.value, isWanted);
    case "list":
      return findFirstContractId(value.elements, isWanted);
    case "record":
      return findFirstContractId(value.fields, isWanted);
    case "textMap":
      return findFirstContractId(
        value.entries.map(([, element]) => element),
        isWanted,
      );
    case "genMap":
      return findFirstContractId(value.entries.flat(), isWanted);
    case "unit":
    case "bool":
    case "int64":
    case "numeric":
    case "text":
    case "timestamp":
    case "date":
    case "party":
    case "enum":
      return undefined;
  }
};

const findFirstContractId = (
  values: readonly Value[],
  isWanted: (contractId: ContractId) => boolean,
): ContractId | undefined => {
  for (const value of values) {
    const found = findContractIdInValue(value, isWanted);
    if (found !== undefined) return found;
  }
  return undefined;
};
