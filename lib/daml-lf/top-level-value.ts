import type { LedgerError } from "../errors/ledger-error.ts";
import { interpretationError } from "../transaction/interpretation-error.ts";
import { takeStep, withWholeBudget } from "./apply.ts";
import type { ValueName } from "./ast.ts";
import type { RuntimeValue } from "./runtime-value.ts";

/**
 * Gives a top-level value; compiles and evaluates it the first time (daml-lf.md 7). A failure is not
 * remembered; needing itself is one. Has a budget of its own, so that it does not matter which
 * submission needs the value first.
 */
export const topLevelValue = (
  name: ValueName,
  compile: () => () => RuntimeValue,
): (() => RuntimeValue) => {
  let value: RuntimeValue | undefined;
  let code: (() => RuntimeValue) | undefined;
  let isRunning = false;
  return () => {
    if (value !== undefined) return value;
    if (isRunning) throw definedByItself(name);
    isRunning = true;
    try {
      const evaluate = (code ??= compile());
      value = withWholeBudget(() => {
        takeStep();
        return evaluate();
      });
      return value;
    } finally {
      isRunning = false;
    }
  };
};

/** DAML_INTERPRETATION_ERROR: evaluating the value needs its own value. */
export const definedByItself = (name: ValueName): LedgerError =>
  interpretationError("DAML_INTERPRETATION_ERROR", {
    cause: `the value ${name} is defined by itself.`,
  });
