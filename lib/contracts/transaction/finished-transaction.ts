import type { ContractId, NodeId, TypeId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { Transaction } from "../../base/model/node.ts";
import type { PartySet } from "../../base/model/party-set.ts";
import type { Value } from "../../base/values/value.ts";
import type { PartialTransaction, VisibleContractLookup } from "../engine/partial-transaction.ts";
import type { PackageSelection } from "../packages/package-selection.ts";
import type { LedgerTimeBounds } from "./ledger-time-bounds.ts";

/** A partial transaction with the method that ends it. */
export interface FinishablePartialTransaction extends PartialTransaction {
  readonly packages: PackageSelection;

  /**
   * Returns the finished transaction. Raises LEDGER_API_INTERNAL_ERROR while an exercise or a scope is
   * open. Linear in the number of nodes.
   */
  finishTransaction(): FinishedTransaction;

  /**
   * Returns true if `view` returns the same contracts for all lookups by key of this transaction.
   * Linear in the number of contracts.
   */
  matchesLedgerView(view: VisibleContractLookup): boolean;

  /** True if a step has read the ledger time or compared with it. */
  readonly usesLedgerTime: boolean;

  /**
   * Returns the exercises that are open, or were open when an error ended the transaction; innermost first.
   */
  listOpenExercises(): readonly ExerciseInProgress[];
}

export interface ExerciseInProgress {
  /** Number of the node in order of execution; all nodes count, including rollback scopes. */
  readonly nodeId: NodeId;
  /** The interface that declares the choice; for a template's own choice, the template. */
  readonly typeId: TypeId;
  readonly choice: string;
  readonly contractId: ContractId;
  readonly argument: Value;
  /** The body of the choice has the authority of the controllers, and of the signatories of the contract. */
  readonly controllers: PartySet;
  readonly signatories: PartySet;
}

export interface FinishedTransaction {
  readonly transaction: Transaction;
  /** Contracts created outside of rollbacks, in order, including transient ones. */
  readonly created: readonly Contract[];
  /** Contracts consumed outside of rollbacks, in order, including contracts that this transaction created. */
  readonly consumed: ReadonlyMap<ContractId, Contract>;
  /**
   * Contracts of the ledger that the transaction depends on, in order of first use. Includes
   * contracts that only rolled-back scopes use.
   */
  readonly inputs: ReadonlyMap<ContractId, Contract>;
  /** Range of ledger times at which the same commands give the same transaction. */
  readonly ledgerTimeBounds: LedgerTimeBounds;
  /** Informees of all nodes. */
  readonly informees: PartySet;
}
