import type { RuntimeValue } from "./runtime-value.ts";

/** A function of the platform of any number of values, and the same of just one and of two. */
export interface PlatformFunctions {
  /** Whether Daml code may be compiled or evaluated while it runs. */
  readonly callsBack?: boolean;
  readonly run: (values: readonly RuntimeValue[]) => RuntimeValue;
  readonly run1?: (value: RuntimeValue) => RuntimeValue;
  readonly run2?: (left: RuntimeValue, right: RuntimeValue) => RuntimeValue;
}
