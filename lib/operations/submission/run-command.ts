import type { ContractId, Micros, Party } from "../../base/identifiers/identifiers.ts";
import { getProtocolVersionRules } from "../../base/identifiers/protocol-version.ts";
import type { Contract, GlobalContractKey } from "../../base/model/contract.ts";
import type { PartySet } from "../../base/model/party-set.ts";
import type { ContractEngine } from "../../contracts/engine/contract-engine.ts";
import type {
  PartialTransaction,
  VisibleContractLookup,
} from "../../contracts/engine/partial-transaction.ts";
import type { FinishablePartialTransaction } from "../../contracts/transaction/finished-transaction.ts";
import { createPartialTransaction } from "../../contracts/transaction/transaction-builder.ts";
import type { LedgerDecisionInputs } from "../../ledger/port/ledger-decision.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";
import type { SubmissionRootCommand } from "./submission-root-command.ts";

/** The seed, limits and ledger time with which commands are interpreted. */
export type InterpretationContext = Pick<LedgerDecisionInputs, "seed" | "config" | "handle"> & {
  readonly ledgerTime: Micros;
  /** Number of earlier interpretations at other ledger times; default 0. */
  readonly round?: number | undefined;
};

/** Returns an empty transaction in which to run the commands of a submission. */
export const createSubmissionPartialTransaction = (
  state: LedgerState,
  admitted: AdmittedSubmission,
  { seed, config, ledgerTime, handle }: InterpretationContext,
): FinishablePartialTransaction =>
  createPartialTransaction({
    actAs: admitted.submission.actAs,
    view: createSubmissionLedgerView(state, admitted),
    packages: admitted.packages,
    quota: handle?.quota,
    ledgerTime,
    participantId: state.participantId,
    preparationTime: admitted.signed?.preparationTime,
    submissionSeed: seed,
    rootSeed: admitted.signed?.rootSeed,
    maxValueNesting: config.maxValueNesting,
    maxNodes: config.maxTransactionNodes,
    effectfulRollback: getProtocolVersionRules(config.protocolVersion).effectfulRollback,
  });

/**
 * Returns the part of the ledger that a submission sees. A signed submission contains all contracts
 * that it uses, so it sees only these, also in look-ups by key.
 */
export const createSubmissionLedgerView = (
  state: LedgerState,
  admitted: AdmittedSubmission,
): VisibleContractLookup => {
  const view = new SubmissionLedgerView(state, admitted);
  if (admitted.signed === undefined) return view;
  const { disclosedContracts } = admitted;
  return {
    contract: (contractId) => disclosedContracts.get(contractId),
    contractsByKey: ({ hash }) =>
      [...disclosedContracts.values()].filter(({ key }) => key?.hash === hash),
    presentByKey: (key) => view.contractsByKey(key),
  };
};

/** Runs a command by an engine. */
export const runCommandInEngine = (
  engine: ContractEngine,
  command: SubmissionRootCommand,
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

/**
 * The contracts that a submission may use: unarchived contracts with a stakeholder in actAs or
 * readAs, and disclosed contracts, whether they are active or not. Other contracts seem not to
 * exist (ledger-api.md 3.6.5, 3.6.7). Contracts in flight are included, so that routing can report
 * them.
 */
export class SubmissionLedgerView implements VisibleContractLookup {
  readonly #state: LedgerState;
  readonly #actAs: PartySet;
  readonly #readAs: PartySet;
  readonly #disclosed: ReadonlyMap<ContractId, Contract>;

  constructor(state: LedgerState, admitted: AdmittedSubmission) {
    this.#state = state;
    this.#actAs = admitted.submission.actAs;
    this.#readAs = admitted.readAs;
    this.#disclosed = admitted.disclosedContracts;
  }

  contract(contractId: ContractId): Contract | undefined {
    const record = this.#state.contracts.get(contractId);
    const isUnarchived = record !== undefined && record.archived === undefined;
    const isVisible = isUnarchived && this.#isVisibleToReaders(record.contract);
    return isVisible ? record.contract : this.#disclosed.get(contractId);
  }

  /** Yields the disclosed contracts with the key, then lazily those on the ledger. */
  *contractsByKey({ hash }: GlobalContractKey): Iterable<Contract> {
    for (const disclosed of this.#disclosed.values()) {
      if (disclosed.key?.hash === hash) yield this.contract(disclosed.contractId) ?? disclosed;
    }
    const active = this.#state.active.byKey.get(hash);
    for (const [, { contract: candidate }] of active?.entriesReversed() ?? []) {
      if (this.#disclosed.has(candidate.contractId)) continue;
      const contract = this.contract(candidate.contractId);
      if (contract !== undefined) yield contract;
    }
  }

  #isVisibleToReaders({ signatories, observers }: Contract): boolean {
    return signatories.some(this.#isReader) || observers.some(this.#isReader);
  }

  readonly #isReader = (party: Party): boolean =>
    this.#actAs.includes(party) || this.#readAs.includes(party);
}
