import { ledgerError } from "../errors/ledger-error.ts";
import type { Code, RuntimeValue } from "./runtime-value.ts";

/**
 * What an expression takes its value from. Half of all operands are variables and constants: read where
 * they are, they cost no call, and do not drive other code out of the processor's caches.
 */
export interface Operand {
  /** Of a constant, and of a top-level value once it was needed. */
  value: RuntimeValue | undefined;
  /** Of a variable; negative for all others. */
  readonly slot: number;
  readonly code: Code;
  /** Whether the code gives the same value every time. */
  readonly isConstant: boolean;
}

export const variableOperand = (slot: number, code: Code): Operand => ({
  value: undefined,
  slot,
  code,
  isConstant: false,
});

export const constantOperand = (code: Code): Operand => ({
  value: undefined,
  slot: -1,
  code,
  isConstant: true,
});

export const computedOperand = (code: Code): Operand => ({
  value: undefined,
  slot: -1,
  code,
  isConstant: false,
});

export const evaluate = (operand: Operand, frame: RuntimeValue[]): RuntimeValue => {
  const { value, slot } = operand;
  if (value !== undefined) return value;
  if (slot >= 0) return bound(frame[slot]);
  const computed = operand.code(frame);
  if (operand.isConstant) operand.value = computed;
  return computed;
};

/** The values in the order of the operands, which are given in the order they are evaluated: last first. */
export const evaluateAll = (
  lastFirst: readonly Operand[],
  frame: RuntimeValue[],
): RuntimeValue[] => {
  let index = lastFirst.length;
  const values = new Array<RuntimeValue>(index);
  for (const operand of lastFirst) values[--index] = evaluate(operand, frame);
  return values;
};

export const bound = (value: RuntimeValue | undefined): RuntimeValue => {
  if (value !== undefined) return value;
  throw ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: "Interpretation error: Error: a variable has no value; the package is ill-typed.",
  });
};
