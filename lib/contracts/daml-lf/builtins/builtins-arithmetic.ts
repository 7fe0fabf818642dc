import {
  addNumeric,
  castNumeric,
  divideNumeric,
  multiplyNumeric,
  roundNumeric,
  subtractNumeric,
} from "../../../base/values/numeric.ts";
import { maxDays, maxMicros, minDays, minMicros } from "../../../base/values/time.ts";
import { asInt, asNumeric } from "../runtime/as-kind.ts";
import { arithmeticException } from "../runtime/exception.ts";
import { int64ToText, numericToText } from "../runtime/render.ts";
import type { NumericV, RuntimeValue } from "../runtime/runtime-value.ts";
import {
  type Arguments,
  binaryBuiltin,
  builtin,
  type BuiltinCode,
  type BuiltinCodes,
} from "./builtin.ts";

// Builtins of Int64, Numeric and conversions of time (daml-lf.md 9.2).

const maxInt64 = 2n ** 63n - 1n;
const minInt64 = -(2n ** 63n);

const inInt64 = (value: bigint): boolean => value >= minInt64 && value <= maxInt64;

const int64Operation = (
  operate: (left: bigint, right: bigint) => bigint | undefined,
  steps = 0,
): BuiltinCode =>
  binaryBuiltin(({ name, budget }) => (leftValue, rightValue) => {
    if (steps > 0) budget.chargeSteps(steps);
    const left = asInt(leftValue);
    const right = asInt(rightValue);
    const result = operate(left, right);
    if (result !== undefined && inInt64(result)) return result;
    throw arithmeticException(name, [int64ToText(left), int64ToText(right)]);
  });

/** Steps taken from the budget for a power of Int64. */
const stepsPerPower = 2;

/**
 * Computes a power by repeated squaring. It squares only if the square is needed, so an unneeded square
 * cannot overflow.
 */
const power = (base: bigint, exponent: bigint): bigint | undefined => {
  if (exponent < 0n) return undefined;
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) {
      result *= square;
      if (!inInt64(result)) return undefined;
    }
    if (rest > 1n) {
      square *= square;
      if (!inInt64(square)) return undefined;
    }
  }
  return result;
};

/** Steps taken from the budget for adding or converting a Numeric. */
const stepsPerNumeric = 2;

const numericOperation = (
  operate: (left: NumericV, right: NumericV) => NumericV | undefined,
): BuiltinCode =>
  binaryBuiltin(({ name, budget }) => (leftValue, rightValue) => {
    budget.chargeSteps(stepsPerNumeric);
    const left = asNumeric(leftValue);
    const right = asNumeric(rightValue);
    const result = operate(left, right);
    if (result !== undefined) return result;
    throw arithmeticException(name, [numericToText(left), numericToText(right)]);
  });

/**
 * Returns a builtin whose first argument only determines the scale of the result. Errors list this
 * argument, too.
 */
const scaledOperation = (
  operate: (left: NumericV, right: NumericV, scale: number) => NumericV | undefined,
): BuiltinCode =>
  builtin(3, (args, { name, budget }) => {
    budget.chargeSteps(2 * stepsPerNumeric);
    const scaleArgument = args.numeric(0);
    const left = args.numeric(1);
    const right = args.numeric(2);
    const result = operate(left, right, scaleArgument.scale);
    if (result !== undefined) return result;
    throw arithmeticException(name, [scaleArgument, left, right].map(numericToText));
  });

interface Conversion {
  /** Returns the result, or undefined if there is none. */
  readonly convert: (args: Arguments) => RuntimeValue | undefined;
  /** Returns the operands that the error lists. */
  readonly operands: (args: Arguments) => readonly string[];
}

/** Returns a conversion that raises ArithmeticError with its operands if the result is undefined. */
const conversion = (arity: number, { convert, operands }: Conversion): BuiltinCode =>
  builtin(arity, (args, { name, budget }) => {
    budget.chargeSteps(stepsPerNumeric);
    const result = convert(args);
    if (result === undefined) throw arithmeticException(name, operands(args));
    return result;
  });

const numericToInt64 = ({ unscaled, scale }: NumericV): bigint | undefined => {
  const truncated = unscaled / 10n ** BigInt(scale);
  return inInt64(truncated) ? truncated : undefined;
};

const within = (value: bigint, min: bigint, max: bigint): boolean => value >= min && value <= max;

export const arithmeticBuiltins = {
  ADD_INT64: int64Operation((left, right) => left + right),
  SUB_INT64: int64Operation((left, right) => left - right),
  MUL_INT64: int64Operation((left, right) => left * right),
  DIV_INT64: int64Operation((left, right) => (right === 0n ? undefined : left / right)),
  MOD_INT64: int64Operation((left, right) => (right === 0n ? undefined : left % right)),
  EXP_INT64: int64Operation(power, stepsPerPower),
  ADD_NUMERIC: numericOperation(addNumeric),
  SUB_NUMERIC: numericOperation(subtractNumeric),
  MUL_NUMERIC: scaledOperation(multiplyNumeric),
  DIV_NUMERIC: scaledOperation(divideNumeric),
  ROUND_NUMERIC: conversion(2, {
    convert: (args) => {
      const digits = args.int(0);
      const value = args.numeric(1);
      return within(digits, -100n, 100n) ? roundNumeric(value, Number(digits)) : undefined;
    },
    operands: (args) => [int64ToText(args.int(0)), numericToText(args.numeric(1))],
  }),
  CAST_NUMERIC: conversion(2, {
    convert: (args) => castNumeric(args.numeric(1), args.numeric(0).scale),
    operands: (args) => [numericToText(args.numeric(0)), numericToText(args.numeric(1))],
  }),
  SHIFT_NUMERIC: builtin(2, (args) => ({
    kind: "numeric",
    scale: args.numeric(0).scale,
    unscaled: args.numeric(1).unscaled,
  })),
  INT64_TO_NUMERIC: conversion(2, {
    convert: (args) => {
      const whole: NumericV = { kind: "numeric", scale: 0, unscaled: args.int(1) };
      return castNumeric(whole, args.numeric(0).scale);
    },
    operands: (args) => [numericToText(args.numeric(0)), int64ToText(args.int(1))],
  }),
  NUMERIC_TO_INT64: conversion(1, {
    convert: (args) => numericToInt64(args.numeric(0)),
    operands: (args) => [numericToText(args.numeric(0))],
  }),
  DATE_TO_UNIX_DAYS: builtin(1, (args) => BigInt(args.date(0).days)),
  UNIX_DAYS_TO_DATE: conversion(1, {
    convert: (args) => {
      const days = args.int(0);
      const valid = within(days, BigInt(minDays), BigInt(maxDays));
      return valid ? { kind: "date", days: Number(days) } : undefined;
    },
    operands: (args) => [int64ToText(args.int(0))],
  }),
  TIMESTAMP_TO_UNIX_MICROSECONDS: builtin(1, (args) => args.timestamp(0).micros),
  UNIX_MICROSECONDS_TO_TIMESTAMP: conversion(1, {
    convert: (args) => {
      const micros = args.int(0);
      return within(micros, minMicros, maxMicros) ? { kind: "timestamp", micros } : undefined;
    },
    operands: (args) => [int64ToText(args.int(0))],
  }),
} satisfies BuiltinCodes;
