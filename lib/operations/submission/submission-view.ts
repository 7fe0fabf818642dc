import type { ContractId, Party } from "../../base/identifiers/identifiers.ts";
import type { Contract, GlobalKey } from "../../base/model/contract.ts";
import type { PartySet } from "../../base/model/party-set.ts";
import type { LedgerView } from "../../contracts/engine/partial-transaction.ts";
import type { LedgerState } from "../../ledger/state/ledger-state.ts";
import type { AdmittedSubmission } from "./admitted-submission.ts";

/**
 * What a submission may use of the ledger: contracts that a party of actAs ∪ readAs is stakeholder of
 * and that are not archived, and those it discloses itself, whether they are still active or not.
 * Everything else looks as if it did not exist (ledger-api.md 3.6.5, 3.6.7). Contracts in flight can
 * be seen too, so that routing can say what is wrong with using them.
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

  /** Goes through the disclosed contracts, then as far as it is asked through those with the key. */
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
