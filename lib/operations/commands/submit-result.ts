import type { NodeId, Offset, Party, UpdateId } from "../../base/identifiers/identifiers.ts";
import type { ExerciseNode } from "../../base/model/node.ts";
import type { TransactionUpdate } from "../../base/model/update.ts";
import type { Choice } from "../../contracts/templates/types/choice.ts";
import type { ContractId } from "../../contracts/templates/types/contract-id.ts";
import type { Fields, NativeOf } from "../../contracts/templates/types/descriptor.ts";
import type { EventEncodingLedgerState } from "../../views/envelope/event-encoder.ts";
import {
  createTransactionResponse,
  createTransactionTreeJson,
  toTransactionJson,
  type TransactionJson,
  type TransactionResponseFormat,
  type TransactionTreeJson,
} from "../../views/envelope/transaction-json.ts";
import { createWildcardTransactionFormat } from "../../views/visibility/event-format.ts";
import {
  findEffectiveNodes,
  findTransientContracts,
} from "../../views/visibility/find-effective-nodes.ts";
import type { CreatedContract, GeneratedChoice, GeneratedType } from "../typed/generated-types.ts";
import type { TypedContract } from "../typed/to-typed-contract.ts";
import {
  decodeChoiceExercises,
  decodeCreatedContractsOfType,
  type Exercised,
  selectArchivedContractIds,
} from "../typed/transaction-parts.ts";
import type { ReadableContractType, TypeName } from "../typed/type-names.ts";

/**
 * The result of a submission: created contracts, exercises and archives with their types, and the
 * JSON that the submitters see. Each part is computed when it is first read.
 */
export class SubmitResult {
  readonly updateId: UpdateId;
  readonly offset: Offset;
  /** Offset of the completion; the same as that of the update. */
  readonly completionOffset: Offset;
  /** The command id of the request, or the one that the ledger created. */
  readonly commandId: string;
  readonly #update: TransactionUpdate;
  readonly #readAs: readonly Party[];
  readonly #state: EventEncodingLedgerState;
  #transaction: TransactionJson | undefined;
  #transactionTree: TransactionTreeJson | undefined;

  /** Keeps only the parts of the ledger's state that encoding the events needs. */
  constructor(
    update: TransactionUpdate,
    readAs: readonly Party[],
    { packages, synchronizers, vetting, participantId }: EventEncodingLedgerState,
  ) {
    this.updateId = update.updateId;
    this.offset = update.offset;
    this.completionOffset = update.offset;
    this.commandId = update.submission.commandId;
    this.#update = update;
    this.#readAs = readAs;
    this.#state = { packages, synchronizers, vetting, participantId };
  }

  /** The default response of submit-and-wait-for-transaction. Encoded at first access. */
  get transaction(): TransactionJson {
    const { actAs } = this.#update.submission;
    this.#transaction ??= this.#presentUpdate({
      format: createWildcardTransactionFormat([...actAs, ...this.#readAs], "acsDelta"),
      form: toTransactionJson,
    });
    return this.#transaction;
  }

  /** The response of submit-and-wait-for-transaction-tree. Encoded at first access. */
  get transactionTree(): TransactionTreeJson {
    const { actAs } = this.#update.submission;
    this.#transactionTree ??= this.#presentUpdate({
      format: createWildcardTransactionFormat(actAs, "ledgerEffects"),
      form: createTransactionTreeJson,
    });
    return this.#transactionTree;
  }

  /**
   * Returns the contracts of a template, or of templates that implement an interface, that the
   * transaction created and left active, in order of creation.
   */
  created<Name extends string, F extends Fields>(
    of: ReadableContractType<Name, F>,
  ): readonly TypedContract<Name, NativeOf<F>>[];
  /**
   * Returns the created contracts of a type that `ledger-in-a-box codegen` generated, as values of
   * that type.
   */
  created<Read>(of: GeneratedType<Read>): readonly Read[];
  created(of: ReadableContractType<string, Fields> | GeneratedType): readonly unknown[] {
    const { transaction } = this.#update;
    const transient = findTransientContracts(transaction);
    const created: CreatedContract[] = [];
    for (const node of findEffectiveNodes(transaction)) {
      if (node.kind === "create" && !transient.has(node.contract.contractId)) {
        created.push({ contract: node.contract, nodeId: node.nodeId, offset: this.offset });
      }
    }
    return decodeCreatedContractsOfType(created, of, this.#state);
  }

  /**
   * Returns the contracts of a template or interface that were active before the transaction and
   * are not active after it.
   */
  archived<Name extends string>(of: TypeName<Name>): readonly ContractId<Name>[];
  archived<Id>(of: GeneratedType<unknown, Id>): readonly Id[];
  archived(of: TypeName<string> | GeneratedType): readonly unknown[] {
    const transient = findTransientContracts(this.#update.transaction);
    const isArchive = ({ consuming, contractId }: ExerciseNode): boolean =>
      consuming && !transient.has(contractId);
    return selectArchivedContractIds(this.#listExerciseNodes().filter(isArchive), of, this.#state);
  }

  /** Returns the exercises of a choice, with argument and result, in order of execution. */
  exercised<Name extends string, Argument, Input, Result>(
    choice: Choice<Name, Argument, Input, Result>,
  ): readonly Exercised<Name, Argument, Result>[];
  exercised<Read>(choice: GeneratedChoice<Read>): readonly Read[];
  exercised(choice: Choice | GeneratedChoice): readonly unknown[] {
    return decodeChoiceExercises(this.#listExerciseNodes(), choice, {
      state: this.#state,
      offset: this.offset,
    });
  }

  /** The results of the top-level exercises, in order, as JSON. Create commands have no result. */
  get exerciseResults(): readonly unknown[] {
    const { eventsById } = this.transactionTree;
    return this.#update.transaction.roots.flatMap((root: NodeId) => {
      const event = eventsById[root];
      return event !== undefined && "ExercisedTreeEvent" in event
        ? [event.ExercisedTreeEvent.value.exerciseResult]
        : [];
    });
  }

  #presentUpdate<Json>(presentation: TransactionResponseFormat<Json>): Json {
    return createTransactionResponse(this.#update, presentation, this.#state);
  }

  #listExerciseNodes(): readonly ExerciseNode[] {
    return Array.from(findEffectiveNodes(this.#update.transaction)).filter(
      (node) => node.kind === "exercise",
    );
  }
}
