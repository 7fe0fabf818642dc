import { protocolRules } from "../../base/identifiers/protocol-version.ts";
import { Suspension } from "../../contracts/engine/suspension.ts";
import type {
  FinishedTransaction,
  OpenTransaction,
} from "../../contracts/transaction/finished-transaction.ts";
import { notFound } from "../../contracts/transaction/used-contracts.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { checkContractIds } from "./check-contract-ids.ts";
import { checkLanguageVersions } from "./check-language-versions.ts";
import { withExerciseTrace } from "./exercise-trace.ts";
import { explained } from "./explain-failure.ts";
import { type InterpretationContext, openTransaction, runCommand, viewOf } from "./run-command.ts";
import { assertSize } from "./transaction-size.ts";

type Outcome = { readonly finished: FinishedTransaction } | { readonly error: unknown };

/** Minimum number of steps of a command; as many as for a node. */
const stepsOfCommand = 100;

/**
 * Runs the commands of a submission, one after another, into one transaction. Can be interrupted
 * and then continues.
 */
export class Interpretation {
  readonly #state: LedgerState;
  readonly #admitted: AdmittedSubmission;
  readonly #context: InterpretationContext;
  readonly #transaction: OpenTransaction;
  #done = 0;
  /** Continues the current command. */
  #goOn: (() => unknown) | undefined;
  #outcome: Outcome | undefined;

  /** Raises the error of a submission that cannot be interpreted. */
  constructor(state: LedgerState, admitted: AdmittedSubmission, context: InterpretationContext) {
    this.#state = state;
    this.#admitted = admitted;
    this.#context = context;
    this.#transaction = openTransaction(state, admitted, context);
    if (admitted.unfit !== undefined) throw admitted.unfit;
    for (const command of admitted.commands) checkContractIds(command);
  }

  /**
   * Returns the resulting transaction. Throws a {@link Suspension} at the end of the time slice.
   */
  goOn(): FinishedTransaction {
    const outcome = (this.#outcome ??= this.#run());
    if ("error" in outcome) throw outcome.error;
    return outcome.finished;
  }

  #run(): Outcome {
    try {
      while (this.#done < this.#admitted.commands.length) this.#runNext();
      return { finished: this.#finish() };
    } catch (error) {
      if (error instanceof Suspension) throw error;
      return { error };
    }
  }

  #runNext(): void {
    const { turns } = this.#context;
    const command = this.#admitted.commands[this.#done];
    if (command === undefined) return;
    if (turns !== undefined) {
      if (turns.pace.steps <= 0) throw new Suspension(() => undefined);
      turns.pace.steps -= stepsOfCommand;
    }
    const goOn = this.#goOn;
    this.#goOn = undefined;
    try {
      if (goOn === undefined) runCommand(command.engine, command, this.#transaction);
      else goOn();
    } catch (error) {
      if (error instanceof Suspension) {
        this.#goOn = error.goOn;
        throw error;
      }
      const exercises = this.#transaction.openExercises();
      const origin = { exercises, command, packages: this.#registry };
      throw explained(withExerciseTrace(error, origin), {
        state: this.#state,
        admitted: this.#admitted,
        context: this.#context,
        exercises,
      });
    }
    this.#done += 1;
  }

  #finish(): FinishedTransaction {
    const { config } = this.#context;
    const finished = this.#transaction.finish();
    assertSize(finished.transaction, config.maxTransactionBytes);
    const rules = protocolRules(config.protocolVersion);
    checkLanguageVersions(finished.transaction, this.#registry, rules);
    return finished;
  }

  get #registry() {
    return this.#admitted.packages.registry;
  }

  /**
   * Returns true if the result is the same on another, later state. Raises CONTRACT_NOT_FOUND if a
   * contract that it depends on is gone there.
   */
  holdsOn(state: LedgerState): boolean {
    const view = viewOf(state, this.#admitted);
    if (this.#outcome !== undefined && "finished" in this.#outcome) {
      for (const contractId of this.#outcome.finished.inputs.keys()) {
        if (view.contract(contractId) === undefined) throw notFound(contractId);
      }
    }
    return this.#transaction.agreesWith(view);
  }
}
