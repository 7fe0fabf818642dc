import { isLedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import { isStackOrSizeLimitError } from "../../base/errors/out-of-space.ts";
import type { ContractId, Micros } from "../../base/identifiers/identifiers.ts";
import { getProtocolVersionRules } from "../../base/identifiers/protocol-version.ts";
import { isFinalContractId } from "../../base/values/contract-id-form.ts";
import { findContractIdInValue } from "../../base/values/find-contract-id-in-value.ts";
import type { Value } from "../../base/values/value.ts";
import { StepQuotaSuspension } from "../../contracts/engine/suspension.ts";
import type {
  FinishablePartialTransaction,
  FinishedTransaction,
} from "../../contracts/transaction/finished-transaction.ts";
import { interpretationError } from "../../contracts/transaction/interpretation-error.ts";
import { createContractNotFoundError } from "../../contracts/transaction/transaction-contract-tracker.ts";
import type { TimeSliceHandle } from "../../ledger/port/time-slice-handle.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { addExerciseTrace } from "./exercise-trace.ts";
import { addSubmissionFailureExplanations } from "./explain-failure.ts";
import {
  createSubmissionLedgerView,
  createSubmissionPartialTransaction,
  type InterpretationContext,
  runCommandInEngine,
} from "./run-command.ts";
import type { SubmissionRootCommand } from "./submission-root-command.ts";
import { checkTransactionLanguageVersions } from "./transaction-packages.ts";
import { assertTransactionSize } from "./transaction-size.ts";

/**
 * Runs the commands of a submission on a state, at a ledger time, and returns one transaction.
 * Pure. Raises the errors of ledger-api.md 2.8, and ALLOWED_LANGUAGE_VERSIONS for a transaction
 * with packages that its protocol version does not allow. An endless recursion, or a value too
 * large for the machine, is a DAML_INTERPRETATION_ERROR.
 *
 * Throws a {@link StepQuotaSuspension} at the end of the time slice. When it is called again in a later
 * slice with the same time-slice handle, it continues.
 */
export const interpretCommands = (
  state: LedgerState,
  admitted: AdmittedSubmission,
  context: InterpretationContext,
): FinishedTransaction => {
  const interpretation = getOrCreateInterpretation(state, admitted, context);
  const { handle, ledgerTime, round = 0 } = context;
  const begun = { interpretation, state, ledgerTime, round };
  // Keep an interpretation that runs in time slices even if it ends in the first slice. If the
  // state changes before the commit, the submission is decided again, and may reuse the
  // interpretation.
  if (handle !== undefined && (handle.isInterrupted || handle.quota.restarts !== true)) {
    keepForNextSlice(handle, begun);
  }
  try {
    return interpretation.resumeInterpretation();
  } catch (error) {
    if (error instanceof StepQuotaSuspension && handle !== undefined) {
      keepForNextSlice(handle, begun);
    }
    throw isStackOrSizeLimitError(error) && !isLedgerError(error) ? outOfSpaceError(error) : error;
  }
};

/**
 * The ledger time of an interpretation, and the number of earlier interpretations at other ledger
 * times.
 */
export interface InterpretationTimeAttempt {
  readonly ledgerTime: Micros;
  readonly round: number;
}

interface StartedInterpretation extends InterpretationTimeAttempt {
  readonly interpretation: SubmissionInterpretation;
  readonly state: LedgerState;
}

/**
 * The interrupted interpretation of each evaluation. Only the one with the newest ledger time is
 * kept, because an interpretation may use much memory.
 */
const interruptedInterpretationByHandle = new WeakMap<TimeSliceHandle, StartedInterpretation>();

/**
 * Returns ledger time and round of the interrupted interpretation if its steps so far would be the
 * same on this state; otherwise undefined. Raises the errors of {@link interpretCommands}.
 */
export const findInterruptedInterpretation = (
  state: LedgerState,
  handle: TimeSliceHandle | undefined,
): InterpretationTimeAttempt | undefined => {
  const begun =
    handle?.isInterrupted === true ? interruptedInterpretationByHandle.get(handle) : undefined;
  return begun !== undefined && isStillValid(begun, state) ? begun : undefined;
};

const getOrCreateInterpretation = (
  state: LedgerState,
  admitted: AdmittedSubmission,
  context: InterpretationContext,
): SubmissionInterpretation => {
  const { handle, ledgerTime } = context;
  const begun =
    handle?.isInterrupted === true ? interruptedInterpretationByHandle.get(handle) : undefined;
  const isSame = begun?.ledgerTime === ledgerTime && isStillValid(begun, state);
  return isSame ? begun.interpretation : new SubmissionInterpretation(state, admitted, context);
};

const isStillValid = (
  { interpretation, state }: StartedInterpretation,
  present: LedgerState,
): boolean => state === present || interpretation.isValidForState(present);

/** Keeps the interpretation for the next time slice. */
const keepForNextSlice = (handle: TimeSliceHandle, begun: StartedInterpretation): void => {
  handle.isInterrupted = true;
  interruptedInterpretationByHandle.set(handle, begun);
};

const outOfSpaceError = ({ message }: Error) =>
  interpretationError("DAML_INTERPRETATION_ERROR", {
    cause: `The commands need more memory or stack than is available (${message}). Check whether a choice calls itself endlessly.`,
  });

type InterpretationOutcome =
  { readonly finished: FinishedTransaction } | { readonly error: unknown };

/** Number of steps that each command counts as, in addition to its code; the same as for a node. */
const stepsPerCommand = 100;

/**
 * Runs the commands of a submission, one after another, and builds one transaction. Can be
 * interrupted at the end of a time slice, and continued later.
 */
export class SubmissionInterpretation {
  readonly #state: LedgerState;
  readonly #admitted: AdmittedSubmission;
  readonly #context: InterpretationContext;
  readonly #transaction: FinishablePartialTransaction;
  #done = 0;
  /** Continues the current command. */
  #resumeCommand: (() => unknown) | undefined;
  #outcome: InterpretationOutcome | undefined;

  /** Raises an error if the submission cannot be interpreted. */
  constructor(state: LedgerState, admitted: AdmittedSubmission, context: InterpretationContext) {
    this.#state = state;
    this.#admitted = admitted;
    this.#context = context;
    this.#transaction = createSubmissionPartialTransaction(state, admitted, context);
    if (admitted.interpretationError !== undefined) throw admitted.interpretationError;
    for (const command of admitted.commands) assertNoLocalContractIds(command);
  }

  /**
   * Returns the resulting transaction. Throws a {@link StepQuotaSuspension} at the end of the time slice.
   */
  resumeInterpretation(): FinishedTransaction {
    const outcome = (this.#outcome ??= this.#run());
    if ("error" in outcome) throw outcome.error;
    return outcome.finished;
  }

  #run(): InterpretationOutcome {
    try {
      while (this.#done < this.#admitted.commands.length) this.#runNext();
      return { finished: this.#finishTransaction() };
    } catch (error) {
      if (error instanceof StepQuotaSuspension) throw error;
      return { error };
    }
  }

  #runNext(): void {
    const { handle } = this.#context;
    const command = this.#admitted.commands[this.#done];
    if (command === undefined) return;
    if (handle !== undefined) {
      if (handle.quota.steps <= 0) throw new StepQuotaSuspension(() => undefined);
      handle.quota.steps -= stepsPerCommand;
    }
    const resume = this.#resumeCommand;
    this.#resumeCommand = undefined;
    try {
      if (resume === undefined) runCommandInEngine(command.engine, command, this.#transaction);
      else resume();
    } catch (error) {
      if (error instanceof StepQuotaSuspension) {
        this.#resumeCommand = error.resume;
        throw error;
      }
      const exercises = this.#transaction.listOpenExercises();
      const origin = { exercises, command, packages: this.#registry };
      throw addSubmissionFailureExplanations(addExerciseTrace(error, origin), {
        state: this.#state,
        admitted: this.#admitted,
        context: this.#context,
        exercises,
      });
    }
    this.#done += 1;
  }

  #finishTransaction(): FinishedTransaction {
    const { config } = this.#context;
    const finished = this.#transaction.finishTransaction();
    assertTransactionSize(finished.transaction, config.maxTransactionBytes);
    const rules = getProtocolVersionRules(config.protocolVersion);
    checkTransactionLanguageVersions(finished.transaction, this.#registry, rules);
    return finished;
  }

  get #registry() {
    return this.#admitted.packages.registry;
  }

  /**
   * Returns true if the steps so far would have the same results on another, later state. Raises
   * CONTRACT_NOT_FOUND if a contract that the interpretation used is not active in that state.
   */
  isValidForState(state: LedgerState): boolean {
    const view = createSubmissionLedgerView(state, this.#admitted);
    if (this.#outcome !== undefined && "finished" in this.#outcome) {
      for (const contractId of this.#outcome.finished.inputs.keys()) {
        if (view.contract(contractId) === undefined) throw createContractNotFoundError(contractId);
      }
    }
    return this.#transaction.matchesLedgerView(view);
  }
}

/**
 * Checks that a command refers only to contracts of committed transactions, whose ids have a suffix
 * (daml-lf.md 17.2). Raises COMMAND_PREPROCESSING_FAILED. Linear in the values of the command.
 */
export const assertNoLocalContractIds = (command: SubmissionRootCommand): void => {
  if (command.kind === "exercise" && isLocal(command.contractId)) {
    throw illegalContractIdError(command.contractId);
  }
  for (const value of listCommandValues(command)) {
    const local = findContractIdInValue(value, isLocal);
    if (local !== undefined) throw illegalContractIdError(local);
  }
};

const listCommandValues = (command: SubmissionRootCommand): readonly Value[] => {
  switch (command.kind) {
    case "create":
      return [command.argument];
    case "exercise":
      return [command.choiceArgument];
    case "exerciseByKey":
      return [command.key, command.choiceArgument];
    case "createAndExercise":
      return [command.argument, command.choiceArgument];
  }
};

const isLocal = (contractId: ContractId): boolean => !isFinalContractId(contractId);

const illegalContractIdError = (contractId: ContractId) =>
  ledgerError("COMMAND_PREPROCESSING_FAILED", {
    cause: `Illegal Contract ID "${contractId}": the id of every contract on the ledger has a suffix, which is missing.`,
  });
