import {
  createIllTypedValueError,
  requireInt64Value,
  requireListValue,
  requireTextValue,
  requireValueKind,
} from "../runtime/as-kind.ts";
import type { EvaluationBudget } from "../runtime/budget.ts";
import type { JavaScriptFunctionByArity } from "../runtime/javascript-functions.ts";
import {
  collectListElements,
  type RuntimeContractId,
  type RuntimeDate,
  type RuntimeGenMap,
  type RuntimeNumeric,
  type RuntimeParty,
  type RuntimeTextMap,
  type RuntimeTimestamp,
  type RuntimeValue,
} from "../runtime/runtime-value.ts";
import type { TraceListeners } from "../runtime/traces.ts";
import type { BuiltinFunctionName } from "../syntax/builtin-functions.ts";

/** A builtin function implemented in JavaScript. */
export interface BuiltinFunctionValue extends JavaScriptFunctionByArity {
  readonly kind: "builtin";
  readonly arity: number;
}

/** The parts of the running program that builtin functions use. */
export interface BuiltinEnvironment {
  readonly budget: EvaluationBudget;
  readonly traces: TraceListeners;
}

/** The environment of a builtin function, and the function's name. */
export interface BuiltinContext extends BuiltinEnvironment {
  readonly name: BuiltinFunctionName;
}

/** Creates a builtin function for a context. */
export type BuiltinFunctionFactory = (context: BuiltinContext) => BuiltinFunctionValue;

/** Creates the value of a builtin without arguments. */
export type BuiltinConstantFactory = (environment: BuiltinEnvironment) => RuntimeValue;

export type BuiltinConstantFactoryByName = Readonly<
  Partial<Record<BuiltinFunctionName, BuiltinConstantFactory>>
>;

/** The code of a group of builtins, by name. */
export type BuiltinFunctionFactoryByName = Readonly<
  Partial<Record<BuiltinFunctionName, BuiltinFunctionFactory>>
>;

/**
 * Reads the arguments of a builtin as values of their declared types. In well-typed code this never
 * fails.
 */
export class BuiltinArgumentReader {
  readonly #values: readonly RuntimeValue[];
  readonly #budget: EvaluationBudget;

  constructor(values: readonly RuntimeValue[], budget: EvaluationBudget) {
    this.#values = values;
    this.#budget = budget;
  }

  getValue(index: number): RuntimeValue {
    const value = this.#values[index];
    if (value === undefined) throw createIllTypedValueError("an argument");
    return value;
  }

  getInt(index: number): bigint {
    return requireInt64Value(this.getValue(index));
  }

  getText(index: number): string {
    return requireTextValue(this.getValue(index));
  }

  getNumeric(index: number): RuntimeNumeric {
    return requireValueKind("numeric", this.getValue(index));
  }

  getTimestamp(index: number): RuntimeTimestamp {
    return requireValueKind("timestamp", this.getValue(index));
  }

  getDate(index: number): RuntimeDate {
    return requireValueKind("date", this.getValue(index));
  }

  getParty(index: number): RuntimeParty {
    return requireValueKind("party", this.getValue(index));
  }

  getContractId(index: number): RuntimeContractId {
    return requireValueKind("contractId", this.getValue(index));
  }

  getTextMap(index: number): RuntimeTextMap {
    return requireValueKind("textMap", this.getValue(index));
  }

  getGenMap(index: number): RuntimeGenMap {
    return requireValueKind("genMap", this.getValue(index));
  }

  /** Returns the elements of a list, and charges the budget for iterating over them. */
  chargeAndGetElements(index: number): readonly RuntimeValue[] {
    const elements = collectListElements(requireListValue(this.getValue(index)));
    this.#budget.chargeForElements(elements.length);
    return elements;
  }

  /** Returns a text, and charges the budget for reading all of it. */
  chargeAndGetText(index: number): string {
    const text = this.getText(index);
    this.#budget.chargeForText(text.length);
    return text;
  }

  /** Returns a text, and charges the budget for processing each character. */
  chargeAndGetCharacters(index: number): string {
    const text = this.getText(index);
    this.#budget.chargeForCharacters(text.length);
    return text;
  }
}

/** Returns a builtin with the given number of arguments. */
export const createBuiltin =
  (
    arity: number,
    run: (args: BuiltinArgumentReader, context: BuiltinContext) => RuntimeValue,
  ): BuiltinFunctionFactory =>
  (context) => ({
    kind: "builtin",
    arity,
    run: (values) => run(new BuiltinArgumentReader(values, context.budget), context),
  });

/** Returns a builtin with one argument, on the fast path. */
export const createUnaryBuiltin =
  (
    code: (context: BuiltinContext) => (value: RuntimeValue) => RuntimeValue,
  ): BuiltinFunctionFactory =>
  (context) => {
    const run1 = code(context);
    return {
      kind: "builtin",
      arity: 1,
      run: ([value]) => {
        if (value === undefined) throw createIllTypedValueError("an argument");
        return run1(value);
      },
      run1,
    };
  };

/** Returns a builtin with two arguments, on the fast path. */
export const createBinaryBuiltin =
  (
    code: (context: BuiltinContext) => (left: RuntimeValue, right: RuntimeValue) => RuntimeValue,
  ): BuiltinFunctionFactory =>
  (context) => {
    const run2 = code(context);
    return {
      kind: "builtin",
      arity: 2,
      run: ([left, right]) => {
        if (left === undefined || right === undefined) {
          throw createIllTypedValueError("an argument");
        }
        return run2(left, right);
      },
      run2,
    };
  };

/** Marks a builtin that may compile or evaluate more code while it runs. */
export const markReentrantBuiltin =
  (code: BuiltinFunctionFactory): BuiltinFunctionFactory =>
  (context) => ({ ...code(context), callsBack: true });
