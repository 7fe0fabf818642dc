import { asInt, asKind, asList, asText, illTyped } from "../runtime/as-kind.ts";
import type { Budget } from "../runtime/budget.ts";
import type { PlatformFunctions } from "../runtime/platform-functions.ts";
import {
  type ContractIdV,
  type DateV,
  elementsOf,
  type GenMapV,
  type NumericV,
  type PartyV,
  type RuntimeValue,
  type TextMapV,
  type TimestampV,
} from "../runtime/runtime-value.ts";
import type { Traces } from "../runtime/traces.ts";
import type { BuiltinName } from "../syntax/builtin-functions.ts";

/** A function of the platform that packages may call. */
export interface Builtin extends PlatformFunctions {
  readonly kind: "builtin";
  readonly arity: number;
}

/** What builtin functions have of the program that runs them. */
export interface BuiltinEnvironment {
  readonly budget: Budget;
  readonly traces: Traces;
}

/** What a builtin function is told before it runs. */
export interface BuiltinContext extends BuiltinEnvironment {
  readonly name: BuiltinName;
}

/** The code of a builtin function. */
export type BuiltinCode = (context: BuiltinContext) => Builtin;

/** The value of a builtin that takes no arguments. */
export type ConstantCode = (environment: BuiltinEnvironment) => RuntimeValue;

export type ConstantCodes = Readonly<Partial<Record<BuiltinName, ConstantCode>>>;

/** The code of some of them, by their names. */
export type BuiltinCodes = Readonly<Partial<Record<BuiltinName, BuiltinCode>>>;

/** The arguments of a builtin, read as what its type promises. Well-typed code never fails here. */
export class Arguments {
  readonly #values: readonly RuntimeValue[];
  readonly #budget: Budget;

  constructor(values: readonly RuntimeValue[], budget: Budget) {
    this.#values = values;
    this.#budget = budget;
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
    return asKind("numeric", this.any(index));
  }

  timestamp(index: number): TimestampV {
    return asKind("timestamp", this.any(index));
  }

  date(index: number): DateV {
    return asKind("date", this.any(index));
  }

  party(index: number): PartyV {
    return asKind("party", this.any(index));
  }

  contractId(index: number): ContractIdV {
    return asKind("contractId", this.any(index));
  }

  textMap(index: number): TextMapV {
    return asKind("textMap", this.any(index));
  }

  genMap(index: number): GenMapV {
    return asKind("genMap", this.any(index));
  }

  /** The elements of a list; takes steps of the budget for going over them. */
  elements(index: number): readonly RuntimeValue[] {
    const elements = elementsOf(asList(this.any(index)));
    this.#budget.takeStepsOfElements(elements.length);
    return elements;
  }

  /** A text that is gone over; takes steps of the budget for that. */
  wholeText(index: number): string {
    const text = this.text(index);
    this.#budget.takeStepsOfText(text.length);
    return text;
  }

  /** A text each character of which is worked out; takes steps of the budget for that. */
  characters(index: number): string {
    const text = this.text(index);
    this.#budget.takeStepsOfCharacters(text.length);
    return text;
  }
}

/** Of the given arity. */
export const builtin =
  (arity: number, run: (args: Arguments, context: BuiltinContext) => RuntimeValue): BuiltinCode =>
  (context) => ({
    kind: "builtin",
    arity,
    run: (values) => run(new Arguments(values, context.budget), context),
  });

/** Of one argument, and called often. */
export const unaryBuiltin =
  (code: (context: BuiltinContext) => (value: RuntimeValue) => RuntimeValue): BuiltinCode =>
  (context) => {
    const run1 = code(context);
    return {
      kind: "builtin",
      arity: 1,
      run: ([value]) => {
        if (value === undefined) throw illTyped("an argument");
        return run1(value);
      },
      run1,
    };
  };

/** Of two arguments, and called often. */
export const binaryBuiltin =
  (
    code: (context: BuiltinContext) => (left: RuntimeValue, right: RuntimeValue) => RuntimeValue,
  ): BuiltinCode =>
  (context) => {
    const run2 = code(context);
    return {
      kind: "builtin",
      arity: 2,
      run: ([left, right]) => {
        if (left === undefined || right === undefined) throw illTyped("an argument");
        return run2(left, right);
      },
      run2,
    };
  };

/** One that may lead to more code being compiled or evaluated while it runs. */
export const callingBack =
  (code: BuiltinCode): BuiltinCode =>
  (context) => ({ ...code(context), callsBack: true });
