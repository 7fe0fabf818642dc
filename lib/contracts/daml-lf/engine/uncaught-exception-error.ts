import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import { splitTypeId } from "../../../base/identifiers/identifiers.ts";
import { createFailureStatusError } from "../builtins/builtins-failure.ts";
import { DamlException } from "../runtime/exception.ts";
import type { RuntimeAny } from "../runtime/runtime-value.ts";
import type { CompiledProgram } from "./program.ts";

/** Runs `compute`. A Daml exception in it fails the submission; no handler can catch it. */
export const runWithUncatchableExceptions = <T>(program: CompiledProgram, compute: () => T): T => {
  try {
    return compute();
  } catch (error) {
    throw error instanceof DamlException ? uncaughtExceptionError(program, error) : error;
  }
};

/** Returns an uncaught exception as a failure status (daml-lf.md 11.3). */
export const uncaughtExceptionError = (
  program: CompiledProgram,
  exception: DamlException,
): LedgerError => {
  const { payload } = exception;
  const { trace } = program.store;
  const computeMessage = (): string => formatExceptionMessage(program, payload);
  const error = createFailureStatusError({
    errorId: `UNHANDLED_EXCEPTION/${getExceptionTypeName(payload)}`,
    category: 9,
    message: trace === undefined ? computeMessage() : trace.withoutRecording(computeMessage),
    metadata: new Map(),
  });
  trace?.copyStack(exception, error);
  return error;
};

const formatExceptionMessage = (program: CompiledProgram, payload: RuntimeAny): string => {
  try {
    return program.computeExceptionMessage(payload);
  } catch (error) {
    if (!(error instanceof DamlException)) throw error;
    return `<Failed to calculate message as ${getExceptionTypeName(error.payload)} was thrown during conversion>`;
  }
};

/** Returns the name of the exception type without its package. */
const getExceptionTypeName = ({ type }: RuntimeAny): string =>
  type.kind === "constructor" ? splitTypeId(type.id).qualifiedName : type.kind;
