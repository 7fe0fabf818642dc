import type { ContractId, NodeId, TypeId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { Transaction } from "../../base/model/node.ts";
import type { PartySet } from "../../base/model/party-set.ts";
import type { Value } from "../../base/values/value.ts";
import type { LedgerView, PartialTransaction } from "../engine/partial-transaction.ts";
import type { PackageSelection } from "../packages/package-selection.ts";
import type { LedgerTimeBounds } from "./ledger-time-bounds.ts";

/** A partial transaction and how to end it. */
export interface OpenTransaction extends PartialTransaction {
  readonly packages: PackageSelection;

  /** Raises LEDGER_API_INTERNAL_ERROR while an exercise or a scope is open. Linear in the nodes. */
  finish(): FinishedTransaction;

  /** Whether another view would have given what the ledger was asked by key. Linear in the answers. */
  agreesWith(view: LedgerView): boolean;

  /** The exercises that are open now, or were when an error ended the transaction; innermost first. */
  openExercises(): readonly OpenExercise[];
}

export interface OpenExercise {
  /** In the order of execution, scopes counted. */
  readonly nodeId: NodeId;
  /** The interface, where the choice is one of an interface. */
  readonly typeId: TypeId;
  readonly choice: string;
  readonly contractId: ContractId;
  readonly argument: Value;
}

export interface FinishedTransaction {
  readonly transaction: Transaction;
  /** Created outside rollbacks, in order; transient contracts included. */
  readonly created: readonly Contract[];
  /** Consumed outside rollbacks, in order; local contracts included. */
  readonly consumed: ReadonlyMap<ContractId, Contract>;
  /** Contracts of the ledger the transaction depends on, in order of first use, also in rollbacks. */
  readonly inputs: ReadonlyMap<ContractId, Contract>;
  /** The ledger times for which the same commands give this transaction. */
  readonly ledgerTimeBounds: LedgerTimeBounds;
  /** Everyone that some node informs. */
  readonly informees: PartySet;
}
