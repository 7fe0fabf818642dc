import { ledgerError } from "../../../ground/errors/ledger-error.ts";
import type { HostFunctions } from "../code/code-store.ts";
import { takeStepsOfElements, takeStepsOfText } from "./budget.ts";
import {
  type ContractIdV,
  type DateV,
  elementsOf,
  type GenMapV,
  type ListV,
  none,
  type NumericV,
  type OptionalV,
  type PartyV,
  type RecordV,
  type RuntimeValue,
  some,
  type StructV,
  type TextMapV,
  type TimestampV,
  type UpdateV,
  type VariantV,
} from "./runtime-value.ts";

/** A function of the host that packages may call. */
export interface Builtin extends HostFunctions {
  readonly kind: "builtin";
  readonly name: string;
  readonly arity: number;
}

/** The arguments of a builtin, read as what its type promises. Well-typed code never fails here. */
export class Arguments {
  readonly #values: readonly RuntimeValue[];

  constructor(values: readonly RuntimeValue[]) {
    this.#values = values;
  }

  any(index: number): RuntimeValue {
    const value = this.#values[index];
    if (value === undefined) throw illTyped("an argument");
    return value;
  }

  int(index: number): bigint {
    return asInt(this.any(index));
  }

  text(index: number): string {
    return asText(this.any(index));
  }

  numeric(index: number): NumericV {
    return this.#of("numeric", index);
  }

  timestamp(index: number): TimestampV {
    return this.#of("timestamp", index);
  }

  date(index: number): DateV {
    return this.#of("date", index);
  }

  party(index: number): PartyV {
    return this.#of("party", index);
  }

  contractId(index: number): ContractIdV {
    return this.#of("contractId", index);
  }

  textMap(index: number): TextMapV {
    return this.#of("textMap", index);
  }

  genMap(index: number): GenMapV {
    return this.#of("genMap", index);
  }

  /** The elements of a list; takes steps of the budget for going over them. */
  elements(index: number): readonly RuntimeValue[] {
    const elements = elementsOf(asList(this.any(index)));
    takeStepsOfElements(elements.length);
    return elements;
  }

  /** A text that is gone over; takes steps of the budget for that. */
  wholeText(index: number): string {
    const text = this.text(index);
    takeStepsOfText(text.length);
    return text;
  }

  #of<Kind extends ObjectKind>(kind: Kind, index: number): ObjectOf<Kind> {
    return asKind(kind, this.any(index));
  }
}

type ObjectValue = Extract<RuntimeValue, { readonly kind: string }>;
type ObjectKind = ObjectValue["kind"];
type ObjectOf<Kind extends ObjectKind> = Extract<ObjectValue, { readonly kind: Kind }>;

/** The value, which well-typed code makes sure is of this kind. */
export const asKind = <Kind extends ObjectKind>(
  kind: Kind,
  value: RuntimeValue | undefined,
): ObjectOf<Kind> => {
  if (typeof value === "object" && value.kind === kind) return value as ObjectOf<Kind>;
  return wrong(`a ${kind}`);
};

// One function per kind that running code meets all the time: each sees objects of one form only,
// which is what makes reading their kind cheap.

export const asRecord = (value: RuntimeValue | undefined): RecordV =>
  typeof value === "object" && value.kind === "record" ? value : wrong("a record");

export const asStruct = (value: RuntimeValue | undefined): StructV =>
  typeof value === "object" && value.kind === "struct" ? value : wrong("a struct");

export const asNumeric = (value: RuntimeValue | undefined): NumericV =>
  typeof value === "object" && value.kind === "numeric" ? value : wrong("a numeric");

export const asOptional = (value: RuntimeValue | undefined): OptionalV =>
  typeof value === "object" && value.kind === "optional" ? value : wrong("an optional");

export const asVariant = (value: RuntimeValue | undefined): VariantV =>
  typeof value === "object" && value.kind === "variant" ? value : wrong("a variant");

export const asUpdate = (value: RuntimeValue | undefined): UpdateV =>
  typeof value === "object" && value.kind === "update" ? value : wrong("an update");

export const asList = (value: RuntimeValue | undefined): ListV => {
  if (typeof value === "object" && (value.kind === "nil" || value.kind === "cons")) return value;
  return wrong("a list");
};

export const asBool = (value: RuntimeValue): boolean =>
  typeof value === "boolean" ? value : wrong("a Bool");

export const asText = (value: RuntimeValue): string =>
  typeof value === "string" ? value : wrong("a Text");

const wrong = (expected: string): never => {
  throw illTyped(expected);
};

const illTyped = (expected: string) =>
  ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: `Interpretation error: Error: ${expected} was expected; the package is ill-typed.`,
  });

/** A builtin of the given arity. */
export const builtin = (
  name: string,
  arity: number,
  run: (args: Arguments) => RuntimeValue,
): Builtin => ({
  kind: "builtin",
  name,
  arity,
  run: (values) => run(new Arguments(values)),
});

/** A builtin of one argument that is called often. */
export const unaryBuiltin = (
  name: string,
  run1: (value: RuntimeValue) => RuntimeValue,
): Builtin => ({
  kind: "builtin",
  name,
  arity: 1,
  run: ([value]) => {
    if (value === undefined) throw illTyped("an argument");
    return run1(value);
  },
  run1,
});

/** A builtin of two arguments that is called often. */
export const binaryBuiltin = (
  name: string,
  run2: (left: RuntimeValue, right: RuntimeValue) => RuntimeValue,
): Builtin => ({
  kind: "builtin",
  name,
  arity: 2,
  run: ([left, right]) => {
    if (left === undefined || right === undefined) throw illTyped("an argument");
    return run2(left, right);
  },
  run2,
});

export const asInt = (value: RuntimeValue): bigint =>
  typeof value === "bigint" ? value : wrong("an Int64");

export const optional = (value: RuntimeValue | undefined): OptionalV =>
  value === undefined ? none : some(value);
