import type { RuntimeValue } from "./runtime-value.ts";

/** A JavaScript function of any number of values, with variants for one and for two values. */
export interface JavaScriptFunctionByArity {
  /** True if Daml code may be compiled or evaluated while it runs. */
  readonly callsBack?: boolean;
  readonly run: (values: readonly RuntimeValue[]) => RuntimeValue;
  readonly run1?: (value: RuntimeValue) => RuntimeValue;
  readonly run2?: (left: RuntimeValue, right: RuntimeValue) => RuntimeValue;
}
