import type { TracingEngine } from "../../contracts/engine/contract-engine.ts";
import type { PartialTransaction } from "../../contracts/engine/partial-transaction.ts";
import type { FinishablePartialTransaction } from "../../contracts/transaction/finished-transaction.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import {
  createSubmissionPartialTransaction,
  type InterpretationContext,
  runCommandInEngine,
} from "./run-command.ts";
import type { SubmissionRootCommand } from "./submission-root-command.ts";

/** A submission, with the state and the context that its commands ran with. */
export interface SubmissionToTrace {
  readonly state: LedgerState;
  readonly admitted: AdmittedSubmission;
  readonly context: InterpretationContext;
}

/** Observes a second run of commands. */
export interface SubmissionRerunObserver {
  /** Receives the messages of `debug` and `trace`. */
  readonly onMessage: (message: string) => void;
  /**
   * Returns the transaction that the next command runs in. `engine` is undefined if the command
   * runs without tracing.
   */
  readonly transactionFor: (engine: TracingEngine | undefined) => PartialTransaction;
}

/** A second run of commands. */
export interface TracedCommandRerun {
  readonly transaction: FinishablePartialTransaction;
  /** Undefined if all commands succeeded. */
  readonly failure:
    | {
        readonly error: object;
        /** The command that failed, and the engine that ran it. */
        readonly command: SubmissionRootCommand;
        readonly engine: TracingEngine | undefined;
      }
    | undefined;
}

/**
 * Runs the commands of a submission a second time, with engines that record which code is running.
 * State, seed and time are the same as in the first run, so the commands do the same, unless they
 * need more steps than a second run may take.
 */
export const rerunCommandsWithTracing = (
  { state, admitted, context }: SubmissionToTrace,
  observe?: (transaction: FinishablePartialTransaction) => SubmissionRerunObserver,
): TracedCommandRerun => {
  const transaction = createSubmissionPartialTransaction(state, admitted, {
    ...context,
    handle: undefined,
  });
  const observer = observe?.(transaction);
  const engines = new Set(admitted.commands.map(({ engine }) => engine.tracing?.()));
  for (const engine of engines) engine?.beginTrace(observer?.onMessage);
  for (const command of admitted.commands) {
    const engine = command.engine.tracing?.();
    const observed = observer?.transactionFor(engine) ?? transaction;
    try {
      runCommandInEngine(engine ?? command.engine, command, observed);
    } catch (error) {
      if (typeof error !== "object" || error === null) throw error;
      return { transaction, failure: { error, command, engine } };
    }
  }
  return { transaction, failure: undefined };
};
