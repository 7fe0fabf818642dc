import type { LedgerError } from "../../../ground/errors/ledger-error.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import { asKind } from "../runtime/as-kind.ts";
import type { RuntimeValue } from "../runtime/runtime-value.ts";
import { trace } from "../runtime/trace.ts";
import { type Builtin, builtin } from "./builtin.ts";

/** What ends a submission, and the functions that do nothing (daml-lf.md 9.2: 0, 1, 42, 66). */

export interface FailureStatus {
  readonly errorId: string;
  readonly category: 8 | 9;
  readonly message: string;
  readonly metadata: ReadonlyMap<string, string>;
}

/** The error of `failWithStatus` and of uncaught exceptions (ledger-api.md 2.8). */
export const failureStatus = (status: FailureStatus): LedgerError =>
  interpretationError("DAML_FAILURE", {
    cause: `User failure: ${status.errorId} (error category ${status.category}): ${status.message}`,
    category: status.category === 8 ? "invalidIndependent" : "invalidState",
    context: { ...Object.fromEntries(status.metadata), error_id: status.errorId },
  });

const textEntries = (value: RuntimeValue): ReadonlyMap<string, string> =>
  new Map(
    asKind("textMap", value)
      .entries.entries()
      .flatMap(([key, text]) => (typeof text === "string" ? [[key, text] as const] : [])),
  );

export const failureBuiltins: ReadonlyMap<number, Builtin> = new Map([
  [
    0,
    {
      ...builtin("TRACE", 2, (args) => {
        trace(args.text(0));
        return args.any(1);
      }),
      // Who hears it may ask the ledger, and so the engine.
      callsBack: true,
    },
  ],
  [
    1,
    builtin("ERROR", 1, (args) => {
      throw interpretationError("INTERPRETATION_USER_ERROR", {
        cause: `User abort: ${args.text(0)}`,
        resources: [["EXCEPTION_TEXT", args.text(0)]],
      });
    }),
  ],
  [42, builtin("COERCE_CONTRACT_ID", 1, (args) => args.contractId(0))],
  [
    66,
    builtin("FAIL_WITH_STATUS", 4, (args) => {
      throw failureStatus({
        errorId: args.text(0),
        category: asKind("failureCategory", args.any(1)).category,
        message: args.text(2),
        metadata: textEntries(args.any(3)),
      });
    }),
  ],
]);
