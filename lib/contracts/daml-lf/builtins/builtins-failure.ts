import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import {
  createFailureErrorContext,
  interpretationError,
} from "../../transaction/interpretation-error.ts";
import { requireValueKind } from "../runtime/as-kind.ts";
import type { RuntimeValue } from "../runtime/runtime-value.ts";
import {
  type BuiltinFunctionFactoryByName,
  createBuiltin,
  markReentrantBuiltin,
} from "./builtin.ts";

/** Reason why Daml code fails a submission. Category 8 is InvalidIndependentOfSystemState, 9 is InvalidGivenCurrentSystemStateOther. */

export interface FailureStatus {
  readonly errorId: string;
  readonly category: 8 | 9;
  readonly message: string;
  readonly metadata: ReadonlyMap<string, string>;
}

/** Returns the error of `failWithStatus` and of uncaught exceptions (ledger-api.md 2.8). */
export const createFailureStatusError = (status: FailureStatus): LedgerError =>
  interpretationError("DAML_FAILURE", {
    cause: `User failure: ${status.errorId} (error category ${status.category}): ${status.message}`,
    category: status.category === 8 ? "invalidIndependent" : "invalidState",
    context: createFailureErrorContext(status.metadata, status.errorId),
  });

const textEntries = (value: RuntimeValue): ReadonlyMap<string, string> =>
  new Map(
    requireValueKind("textMap", value)
      .entries.entries()
      .flatMap(([key, text]) => (typeof text === "string" ? [[key, text] as const] : [])),
  );

export const failureBuiltinFunctions = {
  // A trace listener may call the ledger, which may run the engine again.
  TRACE: markReentrantBuiltin(
    createBuiltin(2, (args, { traces }) => {
      traces.emit(args.getText(0));
      return args.getValue(1);
    }),
  ),
  ERROR: createBuiltin(1, (args) => {
    throw interpretationError("INTERPRETATION_USER_ERROR", {
      cause: `User abort: ${args.getText(0)}`,
      resources: [["EXCEPTION_TEXT", args.getText(0)]],
    });
  }),
  COERCE_CONTRACT_ID: createBuiltin(1, (args) => args.getContractId(0)),
  FAIL_WITH_STATUS: createBuiltin(4, (args) => {
    throw createFailureStatusError({
      errorId: args.getText(0),
      category: requireValueKind("failureCategory", args.getValue(1)).category,
      message: args.getText(2),
      metadata: textEntries(args.getValue(3)),
    });
  }),
} satisfies BuiltinFunctionFactoryByName;
