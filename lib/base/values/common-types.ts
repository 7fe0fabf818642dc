import type { TypeId } from "../identifiers/identifiers.ts";
import type {
  ContractIdType,
  GenMapType,
  ListType,
  NamedType,
  NumericType,
  OptionalType,
  PrimitiveType,
  TextMapType,
  Type,
  TypeVariable,
} from "./type.ts";

export const unitType: PrimitiveType = { kind: "unit" };
export const boolType: PrimitiveType = { kind: "bool" };
export const int64Type: PrimitiveType = { kind: "int64" };
export const textType: PrimitiveType = { kind: "text" };
export const timestampType: PrimitiveType = { kind: "timestamp" };
export const dateType: PrimitiveType = { kind: "date" };
export const partyType: PrimitiveType = { kind: "party" };
export const contractIdType: ContractIdType = { kind: "contractId" };
export const createContractIdType = (target: Type): ContractIdType => ({
  kind: "contractId",
  target,
});

/** Returns the type of decimal numbers with `scale` digits after the point, 0 … 37. */
export const createNumericType = (scale: number): NumericType => ({ kind: "numeric", scale });
/** The type `Decimal` of Daml. */
export const decimalType: NumericType = createNumericType(10);

export const createOptionalType = (element: Type): OptionalType => ({ kind: "optional", element });
export const createListType = (element: Type): ListType => ({ kind: "list", element });
export const createTextMapType = (element: Type): TextMapType => ({ kind: "textMap", element });
export const createGenMapType = (key: Type, value: Type): GenMapType => ({
  kind: "genMap",
  key,
  value,
});

/** Returns a record, variant or enum type, applied to one argument for each of its parameters. */
export const createNamedType = (id: TypeId, ...typeArguments: readonly Type[]): NamedType => ({
  kind: "named",
  id,
  arguments: typeArguments,
});
export const createTypeVariable = (name: string): TypeVariable => ({ kind: "variable", name });
