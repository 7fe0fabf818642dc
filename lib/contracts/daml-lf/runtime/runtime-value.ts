import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import { unit } from "../../../base/values/constructors.ts";
import type {
  ContractIdValue,
  DateValue,
  NumericValue,
  PartyValue,
  TimestampValue,
  UnitValue,
} from "../../../base/values/value.ts";
import type { LfType } from "../syntax/ast.ts";
import type { SortedMap } from "./sorted-map.ts";

/**
 * Values of running Daml code (daml-lf.md 7, 10). Booleans, texts and Int64 are native JavaScript values;
 * all others are small objects. Records contain the names of their type and fields, so that comparison
 * and conversion need no types.
 */
export type RuntimeValue =
  | boolean
  | bigint
  | string
  | NumericV
  | TimestampV
  | DateV
  | PartyV
  | ContractIdV
  | UnitV
  | OptionalV
  | ListV
  | RecordV
  | VariantV
  | EnumV
  | StructV
  | TextMapV
  | GenMapV
  | AnyV
  | TypeRepV
  | InterfaceV
  | ClosureV
  | UpdateV
  | FailureCategoryV;

/** A data type for running code: its id and the names of its parts. */
export interface DataShape {
  readonly typeId: TypeId;
  /** Fields of a record, or constructors of a variant or enum, in declaration order. */
  readonly names: readonly string[];
}

// Types that are identical on the ledger and passed unchanged.
export type NumericV = NumericValue;
export type TimestampV = TimestampValue;
export type DateV = DateValue;
export type PartyV = PartyValue;
export type ContractIdV = ContractIdValue;
export type UnitV = UnitValue;

export interface OptionalV {
  readonly kind: "optional";
  readonly value: RuntimeValue | undefined;
}
/** A linked list, so that `createListCell` and pattern matching take constant time. */
export type ListV = NilV | ConsV;
export interface NilV {
  readonly kind: "nil";
}
export interface ConsV {
  readonly kind: "cons";
  readonly head: RuntimeValue;
  readonly tail: ListV;
}
export interface RecordV {
  readonly kind: "record";
  readonly shape: DataShape;
  readonly fields: readonly RuntimeValue[];
}
export interface VariantV {
  readonly kind: "variant";
  readonly shape: DataShape;
  readonly rank: number;
  readonly value: RuntimeValue;
}
export interface EnumV {
  readonly kind: "enum";
  readonly shape: DataShape;
  readonly rank: number;
}
/** Fields sorted by name. */
export interface StructV {
  readonly kind: "struct";
  readonly names: readonly string[];
  readonly fields: readonly RuntimeValue[];
}
export interface TextMapV {
  readonly kind: "textMap";
  readonly entries: SortedMap<string, RuntimeValue>;
}
export interface GenMapV {
  readonly kind: "genMap";
  readonly entries: SortedMap<RuntimeValue, RuntimeValue>;
}
/** A value of the type `Any` or `AnyException`: a value with its type, which has no variables or synonyms. */
export interface AnyV {
  readonly kind: "any";
  readonly type: LfType;
  readonly value: RuntimeValue;
}
export interface TypeRepV {
  readonly kind: "typeRep";
  readonly type: LfType;
}
/** A contract as a value of an interface type. */
export interface InterfaceV {
  readonly kind: "interface";
  readonly templateId: TypeId;
  readonly payload: RecordV;
}
export interface FailureCategoryV {
  readonly kind: "failureCategory";
  readonly category: 8 | 9;
}

/** A function: code with captured values, including arguments of partial applications. */
export interface ClosureV {
  readonly kind: "closure";
  /** Number of arguments that the function still needs. */
  readonly arity: number;
  readonly entry: number;
  readonly frameSize: number;
  /** The first values of its frame; the arguments follow. */
  readonly captured: readonly RuntimeValue[];
}

/** A description of ledger actions: code that performs them, with captured values (daml-lf.md 8). */
export interface UpdateV {
  readonly kind: "update";
  readonly entry: number;
  readonly frameSize: number;
  readonly captured: readonly RuntimeValue[];
}

export { unit };
export const emptyListValue: NilV = { kind: "nil" };
export const noneValue: OptionalV = { kind: "optional", value: undefined };
export const createSome = (value: RuntimeValue): OptionalV => ({ kind: "optional", value });
/** Returns Some of the value, or None for undefined. */
export const toOptional = (value: RuntimeValue | undefined): OptionalV =>
  value === undefined ? noneValue : createSome(value);
export const createListCell = (head: RuntimeValue, tail: ListV): ConsV => ({
  kind: "cons",
  head,
  tail,
});

export const createList = (elements: readonly RuntimeValue[]): ListV => {
  let list: ListV = emptyListValue;
  for (let index = elements.length - 1; index >= 0; index -= 1) {
    const element = elements[index];
    if (element !== undefined) list = createListCell(element, list);
  }
  return list;
};

export const listElements = (list: ListV): RuntimeValue[] => {
  const elements: RuntimeValue[] = [];
  for (let rest = list; rest.kind === "cons"; rest = rest.tail) elements.push(rest.head);
  return elements;
};
