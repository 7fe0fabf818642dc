import type { ContractId, Party } from "../../base/identifiers/identifiers.ts";
import type { Contract, GlobalKey } from "../../base/model/contract.ts";
import type { PartySet } from "../../base/model/party-set.ts";
import type { LedgerView } from "../../contracts/engine/partial-transaction.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";

/**
 * The part of the ledger that a submission may use: unarchived contracts with a stakeholder in
 * actAs ∪ readAs, and disclosed contracts, whether they are active or not. Everything else looks as
 * if it did not exist (ledger-api.md 3.6.5, 3.6.7). Contracts in flight are included, so that
 * routing can report them.
 */
export class SubmissionView implements LedgerView {
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
    const isThere = record !== undefined && record.archived === undefined;
    const isVisible = isThere && this.#sees(record.contract);
    return isVisible ? record.contract : this.#disclosed.get(contractId);
  }

  /** Yields the disclosed contracts with the key, then lazily those on the ledger. */
  *contractsByKey({ hash }: GlobalKey): Iterable<Contract> {
    for (const disclosed of this.#disclosed.values()) {
      if (disclosed.key?.hash === hash) yield this.contract(disclosed.contractId) ?? disclosed;
    }
    const active = this.#state.active.byKey.get(hash);
    for (const [, contractId] of active?.entriesReversed() ?? []) {
      if (this.#disclosed.has(contractId)) continue;
      const contract = this.contract(contractId);
      if (contract !== undefined) yield contract;
    }
  }

  #sees({ signatories, observers }: Contract): boolean {
    return signatories.some(this.#isReader) || observers.some(this.#isReader);
  }

  readonly #isReader = (party: Party): boolean =>
    this.#actAs.includes(party) || this.#readAs.includes(party);
}
