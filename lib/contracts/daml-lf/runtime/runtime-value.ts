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
import type { ImmutableSortedMap } from "./immutable-sorted-map.ts";

/**
 * Values of running Daml code (daml-lf.md 7, 10). Booleans, texts and Int64 are native JavaScript values;
 * all others are small objects. Records contain the names of their type and fields, so that comparison
 * and conversion need no types.
 */
export type RuntimeValue =
  | boolean
  | bigint
  | string
  | RuntimeNumeric
  | RuntimeTimestamp
  | RuntimeDate
  | RuntimeParty
  | RuntimeContractId
  | RuntimeUnit
  | RuntimeOptional
  | RuntimeList
  | RuntimeRecord
  | RuntimeVariant
  | RuntimeEnum
  | RuntimeStruct
  | RuntimeTextMap
  | RuntimeGenMap
  | RuntimeAny
  | RuntimeTypeRep
  | RuntimeInterfaceValue
  | RuntimeClosure
  | RuntimeUpdateAction
  | RuntimeFailureCategory;

/** A data type for running code: its id and the names of its parts. */
export interface RuntimeDataShape {
  readonly typeId: TypeId;
  /** Fields of a record, or constructors of a variant or enum, in declaration order. */
  readonly names: readonly string[];
}

// Types that are identical on the ledger and passed unchanged.
export type RuntimeNumeric = NumericValue;
export type RuntimeTimestamp = TimestampValue;
export type RuntimeDate = DateValue;
export type RuntimeParty = PartyValue;
export type RuntimeContractId = ContractIdValue;
export type RuntimeUnit = UnitValue;

export interface RuntimeOptional {
  readonly kind: "optional";
  readonly value: RuntimeValue | undefined;
}
/** A linked list, so that `createListCell` and pattern matching take constant time. */
export type RuntimeList = RuntimeNil | RuntimeListCell;
export interface RuntimeNil {
  readonly kind: "nil";
}
export interface RuntimeListCell {
  readonly kind: "cons";
  readonly head: RuntimeValue;
  readonly tail: RuntimeList;
}
export interface RuntimeRecord {
  readonly kind: "record";
  readonly shape: RuntimeDataShape;
  readonly fields: readonly RuntimeValue[];
}
export interface RuntimeVariant {
  readonly kind: "variant";
  readonly shape: RuntimeDataShape;
  readonly rank: number;
  readonly value: RuntimeValue;
}
export interface RuntimeEnum {
  readonly kind: "enum";
  readonly shape: RuntimeDataShape;
  readonly rank: number;
}
/** Fields sorted by name. */
export interface RuntimeStruct {
  readonly kind: "struct";
  readonly names: readonly string[];
  readonly fields: readonly RuntimeValue[];
}
export interface RuntimeTextMap {
  readonly kind: "textMap";
  readonly entries: ImmutableSortedMap<string, RuntimeValue>;
}
export interface RuntimeGenMap {
  readonly kind: "genMap";
  readonly entries: ImmutableSortedMap<RuntimeValue, RuntimeValue>;
}
/** A value of the type `Any` or `AnyException`: a value with its type, which has no variables or synonyms. */
export interface RuntimeAny {
  readonly kind: "any";
  readonly type: LfType;
  readonly value: RuntimeValue;
}
export interface RuntimeTypeRep {
  readonly kind: "typeRep";
  readonly type: LfType;
}
/** A contract as a value of an interface type. */
export interface RuntimeInterfaceValue {
  readonly kind: "interface";
  readonly templateId: TypeId;
  readonly payload: RuntimeRecord;
}
export interface RuntimeFailureCategory {
  readonly kind: "failureCategory";
  readonly category: 8 | 9;
}

/** A function: code with captured values, including arguments of partial applications. */
export interface RuntimeClosure {
  readonly kind: "closure";
  /** Number of arguments that the function still needs. */
  readonly arity: number;
  readonly entry: number;
  readonly frameSize: number;
  /** The first values of its frame; the arguments follow. */
  readonly captured: readonly RuntimeValue[];
}

/** A description of ledger actions: code that performs them, with captured values (daml-lf.md 8). */
export interface RuntimeUpdateAction {
  readonly kind: "update";
  readonly entry: number;
  readonly frameSize: number;
  readonly captured: readonly RuntimeValue[];
}

export { unit };
export const emptyRuntimeList: RuntimeNil = { kind: "nil" };
export const runtimeNone: RuntimeOptional = { kind: "optional", value: undefined };
export const createRuntimeSome = (value: RuntimeValue): RuntimeOptional => ({
  kind: "optional",
  value,
});
/** Returns Some of the value, or None for undefined. */
export const createRuntimeOptional = (value: RuntimeValue | undefined): RuntimeOptional =>
  value === undefined ? runtimeNone : createRuntimeSome(value);
export const createListCell = (head: RuntimeValue, tail: RuntimeList): RuntimeListCell => ({
  kind: "cons",
  head,
  tail,
});

export const createRuntimeList = (elements: readonly RuntimeValue[]): RuntimeList => {
  let list: RuntimeList = emptyRuntimeList;
  for (let index = elements.length - 1; index >= 0; index -= 1) {
    const element = elements[index];
    if (element !== undefined) list = createListCell(element, list);
  }
  return list;
};

export const collectListElements = (list: RuntimeList): RuntimeValue[] => {
  const elements: RuntimeValue[] = [];
  for (let rest = list; rest.kind === "cons"; rest = rest.tail) elements.push(rest.head);
  return elements;
};
