import type { BuiltinType } from "./ast.ts";

/**
 * The numbers of the builtin types in the archive format, which also define their order (daml-lf.md 3.4,
 * 10.5).
 */
export const builtinTypeNumbers: Readonly<Record<BuiltinType, number>> = {
  Unit: 0,
  Bool: 1,
  Int64: 2,
  Date: 3,
  Timestamp: 4,
  Numeric: 5,
  Party: 6,
  Text: 7,
  ContractId: 8,
  Optional: 9,
  List: 10,
  GenMap: 11,
  Any: 13,
  AnyException: 14,
  TypeRep: 15,
  Arrow: 16,
  Update: 17,
  FailureCategory: 18,
  TextMap: 19,
  BigNumeric: 1002,
  RoundingMode: 1003,
};
