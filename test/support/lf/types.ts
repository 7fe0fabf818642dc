import type { BuiltinType, LfType, TypedName } from "../../../lib/contracts/daml-lf/syntax/ast.ts";

/** Builders for Daml-LF types. A package refers to itself as `self`. */

export const builtinType = (builtin: BuiltinType, ...args: readonly LfType[]): LfType => ({
  kind: "builtin",
  builtin,
  arguments: args,
});

export const unitT = builtinType("Unit");
export const boolT = builtinType("Bool");
export const int64T = builtinType("Int64");
export const textT = builtinType("Text");
export const partyT = builtinType("Party");
export const dateT = builtinType("Date");
export const timestampT = builtinType("Timestamp");

const natT = (value: number): LfType => ({ kind: "nat", value });
export const numericT = (scale: number): LfType => builtinType("Numeric", natT(scale));
export const listT = (element: LfType): LfType => builtinType("List", element);
export const optionalT = (element: LfType): LfType => builtinType("Optional", element);
export const textMapT = (value: LfType): LfType => builtinType("TextMap", value);
export const genMapT = (key: LfType, value: LfType): LfType => builtinType("GenMap", key, value);
export const updateT = (result: LfType): LfType => builtinType("Update", result);
export const contractIdT = (template: LfType): LfType => builtinType("ContractId", template);
export const variableT = (name: string): LfType => ({ kind: "variable", name, arguments: [] });

/** Returns a data type of this package (`Main:Coin`) or of another (`<package id>:Module:Name`). */
export const dataT = (name: string, ...args: readonly LfType[]): LfType => ({
  kind: "constructor",
  id: qualified(name),
  arguments: args,
});

/** Adds `self:` to a name without a package id. */
export const qualified = (name: string): string =>
  name.split(":").length === 2 ? `self:${name}` : name;

/** Returns the type `a -> b -> result`. */
export const functionT = (parameters: readonly LfType[], result: LfType): LfType =>
  parameters.reduceRight<LfType>((to, from) => builtinType("Arrow", from, to), result);

export const typed = (name: string, type: LfType): TypedName => ({ name, type });
