import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Value } from "../../../base/values/value.ts";
import type { RuntimeValue } from "../runtime/runtime-value.ts";
import type { ChoiceCode } from "./contract-code.ts";
import type { ReadContract } from "./contract-reader.ts";

/** A choice about to run, its contract read and its controllers still to be computed. */
export interface OpenChoice {
  readonly read: ReadContract;
  readonly code: ChoiceCode;
  readonly interfaceId?: TypeId;
  /** What the choice's code sees as `this`: the record, or the interface value. */
  readonly self: RuntimeValue;
  readonly argument: RuntimeValue;
  readonly ledgerArgument: Value | undefined;
  readonly byKey?: boolean;
}
