import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import { requireRecordValue } from "./as-kind.ts";
import type { RuntimeAny, RuntimeDataShape, RuntimeRecord, RuntimeValue } from "./runtime-value.ts";

/**
 * A Daml exception that propagates to the next handler (daml-lf.md 11.1). It is not a LedgerError, because
 * Daml code may catch it. An uncaught one becomes DAML_FAILURE.
 */
export class DamlException extends Error {
  override readonly name = "DamlException";
  /** The exception value with its type. */
  readonly payload: RuntimeAny;

  constructor(payload: RuntimeAny) {
    super("a Daml exception");
    this.payload = payload;
  }
}

/** The only exception that builtins throw; its package id is fixed (daml-lf.md 5). */
export const arithmeticErrorTypeId: TypeId =
  "ee33fb70918e7aaa3d3fc44d64a399fb2bf5bcefc54201b1690ecd448551ba88:DA.Exception.ArithmeticError:ArithmeticError";

const arithmeticErrorShape: RuntimeDataShape = {
  typeId: arithmeticErrorTypeId,
  names: ["message"],
};

/** Returns the exception with the message `ArithmeticError while evaluating (NAME arg1 arg2).` */
export const createDamlArithmeticException = (
  operation: string,
  args: readonly string[],
): DamlException => {
  const message = `ArithmeticError while evaluating (${[operation, ...args].join(" ")}).`;
  const value: RuntimeRecord = { kind: "record", shape: arithmeticErrorShape, fields: [message] };
  return new DamlException({
    kind: "any",
    type: { kind: "constructor", id: arithmeticErrorTypeId, arguments: [] },
    value,
  });
};

/** Returns the message of an exception that {@link createDamlArithmeticException} created. It is its only field. */
export const readArithmeticErrorMessage = ({ value }: RuntimeAny): RuntimeValue =>
  requireRecordValue(value).fields[0] ?? "";
