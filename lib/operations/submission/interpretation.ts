import type { Micros } from "../../base/identifiers/identifiers.ts";
import { protocolRules } from "../../base/identifiers/protocol-version.ts";
import type { ContractEngine } from "../../contracts/engine/contract-engine.ts";
import type { LedgerView, PartialTransaction } from "../../contracts/engine/partial-transaction.ts";
import { Suspension } from "../../contracts/engine/suspension.ts";
import { createPartialTransaction } from "../../contracts/transaction/create-partial-transaction.ts";
import type {
  FinishedTransaction,
  OpenTransaction,
} from "../../contracts/transaction/finished-transaction.ts";
import { notFound } from "../../contracts/transaction/used-contracts.ts";
import type { DecisionContext } from "../../ledger/port/decision.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { checkContractIds } from "./check-contract-ids.ts";
import { checkLanguageVersions } from "./check-language-versions.ts";
import { withExerciseTrace } from "./exercise-trace.ts";
import type { RootCommand } from "./root-command.ts";
import { SubmissionView } from "./submission-view.ts";
import { assertSize } from "./transaction-size.ts";

export type InterpretationContext = Pick<DecisionContext, "seed" | "config" | "turns"> & {
  readonly ledgerTime: Micros;
  /** Number of repetitions because of later ledger times; default 0. */
  readonly round?: number | undefined;
};

type Outcome = { readonly finished: FinishedTransaction } | { readonly error: unknown };

/** Minimum number of steps of a command; as many as for a node. */
const stepsOfCommand = 100;

/**
 * Runs the commands of a submission, one after another, into one transaction. Can be interrupted
 * and then continues.
 */
export class Interpretation {
  readonly #admitted: AdmittedSubmission;
  readonly #context: InterpretationContext;
  readonly #transaction: OpenTransaction;
  #done = 0;
  /** Continues the current command. */
  #goOn: (() => unknown) | undefined;
  #outcome: Outcome | undefined;

  /** Raises the error of a submission that cannot be interpreted. */
  constructor(state: LedgerState, admitted: AdmittedSubmission, context: InterpretationContext) {
    const { seed, config, ledgerTime, turns } = context;
    this.#admitted = admitted;
    this.#context = context;
    this.#transaction = createPartialTransaction({
      actAs: admitted.submission.actAs,
      view: viewOf(state, admitted),
      packages: admitted.packages,
      pace: turns?.pace,
      ledgerTime,
      participantId: state.participantId,
      preparationTime: admitted.signed?.preparationTime,
      submissionSeed: seed,
      rootSeed: admitted.signed?.rootSeed,
      maxValueNesting: config.maxValueNesting,
      maxNodes: config.maxTransactionNodes,
      effectfulRollback: protocolRules(config.protocolVersion).effectfulRollback,
    });
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
      throw withExerciseTrace(error, { exercises, command, packages: this.#registry });
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

/**
 * Returns the visible part of the ledger. A signed submission discloses all its contracts, also
 * those of its keys: other contracts with such a key are ignored.
 */
const viewOf = (state: LedgerState, admitted: AdmittedSubmission): LedgerView => {
  const view = new SubmissionView(state, admitted);
  if (admitted.signed === undefined) return view;
  const { disclosedContracts } = admitted;
  return {
    contract: (contractId) => disclosedContracts.get(contractId),
    contractsByKey: ({ hash }) =>
      [...disclosedContracts.values()].filter(({ key }) => key?.hash === hash),
    presentByKey: (key) => view.contractsByKey(key),
  };
};

const runCommand = (
  engine: ContractEngine,
  command: RootCommand,
  transaction: PartialTransaction,
): void => {
  const { typeId } = command;
  switch (command.kind) {
    case "create":
      engine.create(transaction, typeId, command.argument);
      return;
    case "exercise": {
      const { contractId, choice, choiceArgument: argument } = command;
      engine.exercise(transaction, { typeId, contractId, choice, argument });
      return;
    }
    case "exerciseByKey": {
      const { key, choice, choiceArgument: argument } = command;
      engine.exerciseByKey(transaction, { typeId, key, choice, argument });
      return;
    }
    case "createAndExercise": {
      const { choice, choiceArgument: argument } = command;
      const contractId = engine.create(transaction, typeId, command.argument);
      engine.exercise(transaction, { typeId, contractId, choice, argument });
    }
  }
};
