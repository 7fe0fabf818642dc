import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Value } from "../../../base/values/value.ts";
import type { RuntimeValue } from "../runtime/runtime-value.ts";
import type { ChoiceCode } from "./contract-code.ts";
import type { ContractInTemplateVersion } from "./upgrading-contract-reader.ts";

/** An exercise that is about to begin: the contract is read, but the controllers are not computed yet. */
export interface UnstartedExercise {
  readonly read: ContractInTemplateVersion;
  readonly code: ChoiceCode;
  readonly interfaceId?: TypeId;
  /** The value of `this` in the choice's code: the record, or the interface value. */
  readonly self: RuntimeValue;
  readonly argument: RuntimeValue;
  readonly ledgerArgument: Value | undefined;
  readonly byKey?: boolean;
}
