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
 * Values while Daml code runs (daml-lf.md 7, 10). Native JavaScript values stand for booleans, text
 * and Int64; everything else is a small object. Records carry their definition, so that equality,
 * order and conversion need no types.
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

/** A data type as running code needs it: who it is and what its parts are called. */
export interface DataShape {
  readonly typeId: TypeId;
  /** Fields of a record, constructors of a variant or enum, in declaration order. */
  readonly names: readonly string[];
}

// What is the same in the ledger: it is handed over as it is.
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
/** Linked, so that `cons` and pattern matching cost nothing that grows. */
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
/** A value with its closed type: `Any` and `AnyException`. */
export interface AnyV {
  readonly kind: "any";
  readonly type: LfType;
  readonly value: RuntimeValue;
}
export interface TypeRepV {
  readonly kind: "typeRep";
  readonly type: LfType;
}
/** A contract's payload seen through some interface. */
export interface InterfaceV {
  readonly kind: "interface";
  readonly templateId: TypeId;
  readonly payload: RecordV;
}
export interface FailureCategoryV {
  readonly kind: "failureCategory";
  readonly category: 8 | 9;
}

/** A function: code with what it captured, arguments it was given before included. */
export interface ClosureV {
  readonly kind: "closure";
  /** How many more arguments it takes. */
  readonly arity: number;
  readonly entry: number;
  readonly frameSize: number;
  /** What its frame begins with; the arguments follow. */
  readonly captured: readonly RuntimeValue[];
}

/** A description of ledger actions: code that performs them, with what it captured (daml-lf.md 8). */
export interface UpdateV {
  readonly kind: "update";
  readonly entry: number;
  readonly frameSize: number;
  readonly captured: readonly RuntimeValue[];
}

export { unit };
export const nil: NilV = { kind: "nil" };
export const none: OptionalV = { kind: "optional", value: undefined };
export const some = (value: RuntimeValue): OptionalV => ({ kind: "optional", value });
/** Some value, or None for none. */
export const optional = (value: RuntimeValue | undefined): OptionalV =>
  value === undefined ? none : some(value);
export const cons = (head: RuntimeValue, tail: ListV): ConsV => ({ kind: "cons", head, tail });

export const listFrom = (elements: readonly RuntimeValue[]): ListV => {
  let list: ListV = nil;
  for (let index = elements.length - 1; index >= 0; index -= 1) {
    const element = elements[index];
    if (element !== undefined) list = cons(element, list);
  }
  return list;
};

export const elementsOf = (list: ListV): RuntimeValue[] => {
  const elements: RuntimeValue[] = [];
  for (let rest = list; rest.kind === "cons"; rest = rest.tail) elements.push(rest.head);
  return elements;
};
