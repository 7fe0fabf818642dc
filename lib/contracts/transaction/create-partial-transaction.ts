import type {
  ContractId,
  Micros,
  NodeId,
  ParticipantId,
  Party,
  TypeId,
} from "../../ground/identifiers/identifiers.ts";
import type { Contract } from "../../ground/model/contract.ts";
import type { Transaction } from "../../ground/model/node.ts";
import type { PartySet } from "../../ground/model/party-set.ts";
import type { LedgerView, PartialTransaction } from "../engine/partial-transaction.ts";
import type { PackageSelection } from "../packages/package-selection.ts";
import type { LedgerTimeBounds } from "./ledger-time-bounds.ts";
import { TransactionBuilder } from "./transaction-builder.ts";

export interface PartialTransactionOptions {
  /** Whose authority the root steps have. */
  readonly actAs: readonly Party[];
  readonly view: LedgerView;
  readonly packages: PackageSelection;
  readonly ledgerTime: Micros;
  /** Part of what contract ids are made from; ledger time by default. */
  readonly preparationTime?: Micros | undefined;
  readonly participantId: ParticipantId;
  /** 32 bytes; the same seed and steps give the same contract ids. */
  readonly submissionSeed: Uint8Array;
  /** The seed of the first root node, where it was settled before; it follows from the others if not. */
  readonly rootSeed?: Uint8Array | undefined;
  /** Levels below the outermost value; 100 by default. */
  readonly maxValueNesting?: number;
  /**
   * Whether a scope that created or consumed a contract may be rolled back: `"allowed"` (the default)
   * as on protocol version 34, or refused with DAML_EFFECTFUL_ROLLBACK_ERROR as from 35 on
   * (daml-lf.md 11.4).
   */
  readonly effectfulRollback?: "allowed" | "refused";
}

/** A partial transaction and how to end it. */
export interface OpenTransaction extends PartialTransaction {
  /** Raises LEDGER_API_INTERNAL_ERROR while an exercise or a scope is open. Linear in the nodes. */
  finish(): FinishedTransaction;

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

/** An empty transaction, to be built by an engine. */
export const createPartialTransaction = (options: PartialTransactionOptions): OpenTransaction =>
  new TransactionBuilder(options);
