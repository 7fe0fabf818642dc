import {
  addNumeric,
  divideNumeric,
  multiplyNumeric,
  rescaleNumericExactly,
  roundNumeric,
  subtractNumeric,
} from "../../../base/values/numeric.ts";
import {
  maxDateInDays,
  maxTimestampMicros,
  minDateDays,
  minTimestampMicros,
} from "../../../base/values/time.ts";
import { requireInt64Value, requireNumericValue } from "../runtime/as-kind.ts";
import { createDamlArithmeticException } from "../runtime/exception.ts";
import { int64ToText, numericToText } from "../runtime/render.ts";
import type { RuntimeNumeric, RuntimeValue } from "../runtime/runtime-value.ts";
import {
  type BuiltinArgumentReader,
  type BuiltinFunctionFactory,
  type BuiltinFunctionFactoryByName,
  createBinaryBuiltin,
  createBuiltin,
} from "./builtin.ts";

// Builtins of Int64, Numeric and conversions of time (daml-lf.md 9.2).

const maxInt64 = 2n ** 63n - 1n;
const minInt64 = -(2n ** 63n);

const isInt64 = (value: bigint): boolean => value >= minInt64 && value <= maxInt64;

const createInt64Operation = (
  operate: (left: bigint, right: bigint) => bigint | undefined,
  steps = 0,
): BuiltinFunctionFactory =>
  createBinaryBuiltin(({ name, budget }) => (leftValue, rightValue) => {
    if (steps > 0) budget.chargeSteps(steps);
    const left = requireInt64Value(leftValue);
    const right = requireInt64Value(rightValue);
    const result = operate(left, right);
    if (result !== undefined && isInt64(result)) return result;
    throw createDamlArithmeticException(name, [int64ToText(left), int64ToText(right)]);
  });

/** Steps taken from the budget for a power of Int64. */
const stepsPerPower = 2;

/**
 * Computes a power by repeated squaring. It squares only if the square is needed, so an unneeded square
 * cannot overflow.
 */
const computePower = (base: bigint, exponent: bigint): bigint | undefined => {
  if (exponent < 0n) return undefined;
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) {
      result *= square;
      if (!isInt64(result)) return undefined;
    }
    if (rest > 1n) {
      square *= square;
      if (!isInt64(square)) return undefined;
    }
  }
  return result;
};

/** Steps taken from the budget for adding or converting a Numeric. */
const stepsPerNumeric = 2;

const createNumericOperation = (
  operate: (left: RuntimeNumeric, right: RuntimeNumeric) => RuntimeNumeric | undefined,
): BuiltinFunctionFactory =>
  createBinaryBuiltin(({ name, budget }) => (leftValue, rightValue) => {
    budget.chargeSteps(stepsPerNumeric);
    const left = requireNumericValue(leftValue);
    const right = requireNumericValue(rightValue);
    const result = operate(left, right);
    if (result !== undefined) return result;
    throw createDamlArithmeticException(name, [numericToText(left), numericToText(right)]);
  });

/**
 * Returns a builtin whose first argument only determines the scale of the result. Errors list this
 * argument, too.
 */
const createScaledOperation = (
  operate: (
    left: RuntimeNumeric,
    right: RuntimeNumeric,
    scale: number,
  ) => RuntimeNumeric | undefined,
): BuiltinFunctionFactory =>
  createBuiltin(3, (args, { name, budget }) => {
    budget.chargeSteps(2 * stepsPerNumeric);
    const scaleArgument = args.getNumeric(0);
    const left = args.getNumeric(1);
    const right = args.getNumeric(2);
    const result = operate(left, right, scaleArgument.scale);
    if (result !== undefined) return result;
    throw createDamlArithmeticException(name, [scaleArgument, left, right].map(numericToText));
  });

interface NumericConversion {
  /** Returns the result, or undefined if there is none. */
  readonly convert: (args: BuiltinArgumentReader) => RuntimeValue | undefined;
  /** Returns the operands that the error lists. */
  readonly operands: (args: BuiltinArgumentReader) => readonly string[];
}

/** Returns a conversion that raises ArithmeticError with its operands if the result is undefined. */
const createNumericConversion = (
  arity: number,
  { convert, operands }: NumericConversion,
): BuiltinFunctionFactory =>
  createBuiltin(arity, (args, { name, budget }) => {
    budget.chargeSteps(stepsPerNumeric);
    const result = convert(args);
    if (result === undefined) throw createDamlArithmeticException(name, operands(args));
    return result;
  });

const convertNumericToInt64 = ({ unscaled, scale }: RuntimeNumeric): bigint | undefined => {
  const truncated = unscaled / 10n ** BigInt(scale);
  return isInt64(truncated) ? truncated : undefined;
};

const isBetween = (value: bigint, min: bigint, max: bigint): boolean =>
  value >= min && value <= max;

export const arithmeticBuiltins = {
  ADD_INT64: createInt64Operation((left, right) => left + right),
  SUB_INT64: createInt64Operation((left, right) => left - right),
  MUL_INT64: createInt64Operation((left, right) => left * right),
  DIV_INT64: createInt64Operation((left, right) => (right === 0n ? undefined : left / right)),
  MOD_INT64: createInt64Operation((left, right) => (right === 0n ? undefined : left % right)),
  EXP_INT64: createInt64Operation(computePower, stepsPerPower),
  ADD_NUMERIC: createNumericOperation(addNumeric),
  SUB_NUMERIC: createNumericOperation(subtractNumeric),
  MUL_NUMERIC: createScaledOperation(multiplyNumeric),
  DIV_NUMERIC: createScaledOperation(divideNumeric),
  ROUND_NUMERIC: createNumericConversion(2, {
    convert: (args) => {
      const digits = args.getInt(0);
      const value = args.getNumeric(1);
      return isBetween(digits, -100n, 100n) ? roundNumeric(value, Number(digits)) : undefined;
    },
    operands: (args) => [int64ToText(args.getInt(0)), numericToText(args.getNumeric(1))],
  }),
  CAST_NUMERIC: createNumericConversion(2, {
    convert: (args) => rescaleNumericExactly(args.getNumeric(1), args.getNumeric(0).scale),
    operands: (args) => [numericToText(args.getNumeric(0)), numericToText(args.getNumeric(1))],
  }),
  SHIFT_NUMERIC: createBuiltin(2, (args) => ({
    kind: "numeric",
    scale: args.getNumeric(0).scale,
    unscaled: args.getNumeric(1).unscaled,
  })),
  INT64_TO_NUMERIC: createNumericConversion(2, {
    convert: (args) => {
      const whole: RuntimeNumeric = { kind: "numeric", scale: 0, unscaled: args.getInt(1) };
      return rescaleNumericExactly(whole, args.getNumeric(0).scale);
    },
    operands: (args) => [numericToText(args.getNumeric(0)), int64ToText(args.getInt(1))],
  }),
  NUMERIC_TO_INT64: createNumericConversion(1, {
    convert: (args) => convertNumericToInt64(args.getNumeric(0)),
    operands: (args) => [numericToText(args.getNumeric(0))],
  }),
  DATE_TO_UNIX_DAYS: createBuiltin(1, (args) => BigInt(args.getDate(0).days)),
  UNIX_DAYS_TO_DATE: createNumericConversion(1, {
    convert: (args) => {
      const days = args.getInt(0);
      const valid = isBetween(days, BigInt(minDateDays), BigInt(maxDateInDays));
      return valid ? { kind: "date", days: Number(days) } : undefined;
    },
    operands: (args) => [int64ToText(args.getInt(0))],
  }),
  TIMESTAMP_TO_UNIX_MICROSECONDS: createBuiltin(1, (args) => args.getTimestamp(0).micros),
  UNIX_MICROSECONDS_TO_TIMESTAMP: createNumericConversion(1, {
    convert: (args) => {
      const micros = args.getInt(0);
      return isBetween(micros, minTimestampMicros, maxTimestampMicros)
        ? { kind: "timestamp", micros }
        : undefined;
    },
    operands: (args) => [int64ToText(args.getInt(0))],
  }),
} satisfies BuiltinFunctionFactoryByName;
