import { ledgerError } from "../../../base/errors/ledger-error.ts";
import * as types from "../../../base/values/common-types.ts";
import type { DataDefinition, Type } from "../../../base/values/type.ts";
import type { LfDataType, LfType, TypedName } from "../syntax/ast.ts";
import { expandTypeSynonyms } from "../syntax/expand-type.ts";
import type { LinkedDefinitions } from "./linked-definitions.ts";

/**
 * Returns the ledger type of a serializable Daml-LF type. Raises PACKAGE_VALIDATION_FAILED if it is not
 * serializable.
 */
export const toLedgerType = (definitions: LinkedDefinitions, type: LfType): Type => {
  const expanded = expandTypeSynonyms(type, definitions);
  switch (expanded.kind) {
    case "variable":
      return types.createTypeVariable(expanded.name);
    case "constructor":
      return types.createNamedType(
        expanded.id,
        ...expanded.arguments.map((argument) => toLedgerType(definitions, argument)),
      );
    case "builtin":
      return builtinType(definitions, expanded);
    case "synonym":
    case "forall":
    case "struct":
    case "nat":
      throw notSerializable(expanded);
  }
};

const notSerializable = (type: LfType) =>
  ledgerError("PACKAGE_VALIDATION_FAILED", {
    cause: `A ${type.kind === "builtin" ? type.builtin : type.kind} type is used where a serializable type is required.`,
  });

const builtinType = (
  definitions: LinkedDefinitions,
  type: Extract<LfType, { readonly kind: "builtin" }>,
): Type => {
  const argument = (index: number): LfType => {
    const found = type.arguments[index];
    if (found === undefined) throw notSerializable(type);
    return found;
  };
  const element = (index: number): Type => toLedgerType(definitions, argument(index));
  switch (type.builtin) {
    case "Unit":
      return types.unitType;
    case "Bool":
      return types.boolType;
    case "Int64":
      return types.int64Type;
    case "Date":
      return types.dateType;
    case "Timestamp":
      return types.timestampType;
    case "Party":
      return types.partyType;
    case "Text":
      return types.textType;
    case "ContractId":
      return contractIdType(definitions, argument(0));
    case "Numeric": {
      const scale = argument(0);
      if (scale.kind !== "nat") throw notSerializable(type);
      return types.createNumericType(scale.value);
    }
    case "Optional":
      return types.createOptionalType(element(0));
    case "List":
      return types.createListType(element(0));
    case "TextMap":
      return types.createTextMapType(element(0));
    case "GenMap":
      return types.createGenMapType(element(0), element(1));
    case "Any":
    case "AnyException":
    case "TypeRep":
    case "Arrow":
    case "Update":
    case "FailureCategory":
    case "BigNumeric":
    case "RoundingMode":
      throw notSerializable(type);
  }
};

/**
 * Returns the type of a contract id. Its target may be any type, but only templates and interfaces have
 * contracts.
 */
const contractIdType = (definitions: LinkedDefinitions, target: LfType): Type =>
  target.kind === "constructor" && target.arguments.length === 0
    ? types.createContractIdType(toLedgerType(definitions, target))
    : types.contractIdType;

/** Returns the ledger definition of a data type; undefined for interfaces, which have none. */
export const toLedgerDataDefinition = (
  definitions: LinkedDefinitions,
  { parameters, constructors }: LfDataType,
): DataDefinition | undefined => {
  const names = parameters.map(({ name }) => name);
  const fields = (typed: readonly TypedName[]) =>
    typed.map(({ name, type }) => ({ name, type: toLedgerType(definitions, type) }));
  switch (constructors.kind) {
    case "record":
      return { kind: "record", parameters: names, fields: fields(constructors.fields) };
    case "variant":
      return {
        kind: "variant",
        parameters: names,
        constructors: fields(constructors.constructors),
      };
    case "enum":
      return { kind: "enum", constructors: constructors.constructors };
    case "interface":
      return undefined;
  }
};
