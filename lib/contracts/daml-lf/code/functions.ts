import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { RuntimeClosure, RuntimeValue } from "../runtime/runtime-value.ts";
import type { CodeEntryPoint } from "./code-store.ts";

/** Returns the value as a function; in well-typed code it always is. Raises DAML_INTERPRETATION_ERROR. */
export const requireFunctionValue = (value: RuntimeValue): RuntimeClosure => {
  if (typeof value === "object" && value.kind === "closure") return value;
  throw ledgerError("DAML_INTERPRETATION_ERROR", {
    cause: "Interpretation error: Error: a value that is not a function was applied.",
  });
};

/** Returns a partial application of the function. */
export const applyPartially = (
  fun: RuntimeClosure,
  args: readonly RuntimeValue[],
): RuntimeClosure => {
  const { arity, entry, frameSize, captured } = fun;
  const all = new Array<RuntimeValue>(captured.length + args.length);
  let index = 0;
  for (const value of captured) all[index++] = value;
  for (const value of args) all[index++] = value;
  return { kind: "closure", arity: arity - args.length, entry, frameSize, captured: all };
};

const noCaptures: readonly RuntimeValue[] = new Array<RuntimeValue>(0);

/** Returns the function of a body that captures no variables. */
export const createClosureWithoutCaptures = ({
  arity,
  entry,
  frameSize,
}: CodeEntryPoint): RuntimeClosure => ({
  kind: "closure",
  arity,
  entry,
  frameSize,
  captured: noCaptures,
});
