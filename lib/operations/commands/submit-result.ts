import { type ContractId, contractIdOf } from "../../contracts/templates/types/contract-id.ts";
import {
  type NodeId,
  type Offset,
  type Party,
  splitTypeId,
  type TypeId,
  type TypeReference,
  type UpdateId,
} from "../../ground/identifiers/identifiers.ts";
import type { Contract } from "../../ground/model/contract.ts";
import type { TransactionUpdate } from "../../ground/model/update.ts";
import type { EventEncoderState } from "../../views/envelope/event-encoder.ts";
import {
  presentTransaction,
  type TransactionPresentation,
} from "../../views/envelope/present-transaction.ts";
import {
  type TransactionJson,
  transactionJson,
  type TransactionTreeJson,
  transactionTreeJson,
} from "../../views/envelope/transaction-json.ts";
import { effectiveNodes, transientContracts } from "../../views/visibility/effective-nodes.ts";
import { wildcardTransactions } from "../../views/visibility/event-format.ts";

/** A template or interface of this program. */
export interface TypeName<Name extends string> {
  readonly qualifiedName: Name;
  readonly reference: TypeReference;
}

/** What a submission has committed, as its submitter sees it. */
export class SubmitResult {
  readonly updateId: UpdateId;
  readonly offset: Offset;
  /** That of the update: they are one. */
  readonly completionOffset: Offset;
  /** As given, or the one that the ledger chose. */
  readonly commandId: string;
  readonly #update: TransactionUpdate;
  readonly #readAs: readonly Party[];
  readonly #state: EventEncoderState;
  #transaction: TransactionJson | undefined;
  #transactionTree: TransactionTreeJson | undefined;

  /** Keeps no more of the ledger's state than the events are written with. */
  constructor(
    update: TransactionUpdate,
    readAs: readonly Party[],
    { packages, synchronizers, vetting }: EventEncoderState,
  ) {
    this.updateId = update.updateId;
    this.offset = update.offset;
    this.completionOffset = update.offset;
    this.commandId = update.submission.commandId;
    this.#update = update;
    this.#readAs = readAs;
    this.#state = { packages, synchronizers, vetting };
  }

  /** As submit-and-wait-for-transaction answers by default. Encoded at first use. */
  get transaction(): TransactionJson {
    const { actAs } = this.#update.submission;
    this.#transaction ??= this.#present({
      format: wildcardTransactions([...actAs, ...this.#readAs], "acsDelta"),
      form: transactionJson,
    });
    return this.#transaction;
  }

  /** As submit-and-wait-for-transaction-tree answers. Encoded at first use. */
  get transactionTree(): TransactionTreeJson {
    const { actAs } = this.#update.submission;
    this.#transactionTree ??= this.#present({
      format: wildcardTransactions(actAs, "ledgerEffects"),
      form: transactionTreeJson,
    });
    return this.#transactionTree;
  }

  /**
   * The contracts of a template, or of templates that implement an interface, that the transaction
   * created and left active; in order of creation.
   */
  created<Name extends string>(of: TypeName<Name>): readonly ContractId<Name>[] {
    const { transaction } = this.#update;
    const transient = transientContracts(transaction);
    const created: ContractId<Name>[] = [];
    for (const node of effectiveNodes(transaction)) {
      if (node.kind !== "create" || transient.has(node.contract.contractId)) continue;
      if (this.#isOf(node.contract, of.reference)) {
        created.push(contractIdOf<Name>(node.contract.contractId));
      }
    }
    return created;
  }

  /**
   * What the top-level exercises resulted in, in order, as JSON; commands that only create result in
   * nothing.
   */
  get exerciseResults(): readonly unknown[] {
    const { eventsById } = this.transactionTree;
    return this.#update.transaction.roots.flatMap((root: NodeId) => {
      const event = eventsById[root];
      return event !== undefined && "ExercisedTreeEvent" in event
        ? [event.ExercisedTreeEvent.value.exerciseResult]
        : [];
    });
  }

  #present<Json>(presentation: TransactionPresentation<Json>): Json {
    return presentTransaction(this.#update, presentation, this.#state);
  }

  #isOf({ templateId }: Contract, reference: TypeReference): boolean {
    if (this.#isNamed(templateId, reference)) return true;
    for (const interfaceId of this.#state.packages.template(templateId)?.implements ?? []) {
      if (this.#isNamed(interfaceId, reference)) return true;
    }
    return false;
  }

  /** Whether the reference, which is by package name, is to the type. */
  #isNamed(id: TypeId, reference: TypeReference): boolean {
    const { packageId, qualifiedName } = splitTypeId(id);
    const wanted = splitTypeId(reference);
    if (wanted.qualifiedName !== qualifiedName) return false;
    return wanted.packageId === `#${this.#state.packages.get(packageId)?.name ?? packageId}`;
  }
}
