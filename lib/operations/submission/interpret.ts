import type { ContractEngine } from "../../contracts/engine/contract-engine.ts";
import type { LedgerView, PartialTransaction } from "../../contracts/engine/partial-transaction.ts";
import { createPartialTransaction } from "../../contracts/transaction/create-partial-transaction.ts";
import type { FinishedTransaction } from "../../contracts/transaction/finished-transaction.ts";
import { interpretationError } from "../../contracts/transaction/interpretation-error.ts";
import { isLedgerError } from "../../ground/errors/ledger-error.ts";
import type { Micros } from "../../ground/identifiers/identifiers.ts";
import { protocolRules } from "../../ground/identifiers/protocol-version.ts";
import type { DecisionContext } from "../../ledger/port/decision.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import { checkContractIds } from "./check-contract-ids.ts";
import { checkLanguageVersions } from "./check-language-versions.ts";
import { withExerciseTrace } from "./exercise-trace.ts";
import type { RootCommand } from "./root-command.ts";
import { SubmissionView } from "./submission-view.ts";
import { assertSize } from "./transaction-size.ts";

/**
 * Runs the commands of a submission against a state, as of a ledger time, into one transaction.
 * Pure. Raises the errors of ledger-api.md 2.8, and ALLOWED_LANGUAGE_VERSIONS for a transaction that
 * uses packages its protocol version does not have; a template that never stops calling itself, or
 * builds what no machine can hold, is a DAML_INTERPRETATION_ERROR.
 */
export const interpret = (
  state: LedgerState,
  admitted: AdmittedSubmission,
  context: InterpretationContext,
): FinishedTransaction => {
  try {
    return interpretCommands(state, admitted, context);
  } catch (error) {
    throw isOutOfSpace(error) ? outOfSpace(error) : error;
  }
};

type InterpretationContext = Pick<DecisionContext, "seed" | "config"> & {
  readonly ledgerTime: Micros;
};

const interpretCommands = (
  state: LedgerState,
  admitted: AdmittedSubmission,
  { seed, config, ledgerTime }: InterpretationContext,
): FinishedTransaction => {
  const rules = protocolRules(config.protocolVersion);
  const transaction = createPartialTransaction({
    actAs: admitted.submission.actAs,
    view: viewOf(state, admitted),
    packages: admitted.packages,
    ledgerTime,
    participantId: state.participantId,
    preparationTime: admitted.signed?.preparationTime,
    submissionSeed: seed,
    rootSeed: admitted.signed?.rootSeed,
    maxValueNesting: config.maxValueNesting,
    effectfulRollback: rules.effectfulRollback,
  });
  if (admitted.unfit !== undefined) throw admitted.unfit;
  for (const command of admitted.commands) checkContractIds(command);
  let current: RootCommand | undefined;
  try {
    for (const command of admitted.commands) {
      current = command;
      run(command.engine, command, transaction);
    }
  } catch (error) {
    const { registry } = admitted.packages;
    const exercises = transaction.openExercises();
    throw withExerciseTrace(error, { exercises, command: current, packages: registry });
  }
  const finished = transaction.finish();
  assertSize(finished.transaction, config.maxTransactionBytes);
  checkLanguageVersions(finished.transaction, admitted.packages.registry, rules);
  return finished;
};

/**
 * What was signed brings all its contracts along, also those that its keys stand for: what else has such a
 * key by now changes nothing.
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

const run = (
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

/** RangeError is what the machine throws when its stack or a string, array or number is full. */
const isOutOfSpace = (error: unknown): error is RangeError =>
  error instanceof RangeError && !isLedgerError(error);

const outOfSpace = ({ message }: RangeError) =>
  interpretationError("DAML_INTERPRETATION_ERROR", {
    cause: `The commands need more space than there is (${message}). Does a choice call itself without end?`,
  });
