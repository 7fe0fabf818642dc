import type { Fault } from "../../../../lib/index.ts";

/** Answer of the control API for `clock`. */
export interface ClockStatus {
  readonly time: string;
  readonly mode: string;
}

/** Answer of the control API for `faults`. */
export interface FaultRules {
  readonly faults: readonly Fault[];
  readonly latencies: readonly { readonly name: string }[];
}
