import type { Offset, SynchronizerId, UpdateId } from "../../base/identifiers/identifiers.ts";
import type { ExerciseNode } from "../../base/model/node.ts";
import { formatInstant } from "../../base/values/time.ts";
import type { Choice } from "../../contracts/templates/types/choice.ts";
import type { ContractId } from "../../contracts/templates/types/contract-id.ts";
import type { Fields, NativeOf } from "../../contracts/templates/types/descriptor.ts";
import type { EventEncoder } from "../../views/envelope/event-encoder.ts";
import {
  type ReassignmentJson,
  toReassignmentJson,
} from "../../views/envelope/reassignment-json.ts";
import {
  type TopologyTransactionJson,
  toTopologyTransactionJson,
} from "../../views/envelope/topology-json.ts";
import { toTransactionJson, type TransactionJson } from "../../views/envelope/transaction-json.ts";
import type { VisibleTransaction, VisibleUpdate } from "../../views/visibility/project-update.ts";
import type { CreatedContract, GeneratedChoice, GeneratedType } from "./generated-types.ts";
import type { ContractReadingLedgerState, TypedContract } from "./to-typed-contract.ts";
import {
  decodeChoiceExercises,
  decodeCreatedContractsOfType,
  type Exercised,
  selectArchivedContractIds,
} from "./transaction-parts.ts";
import type { ReadableContractType, TypeName } from "./type-names.ts";

/** The part of an update that the reading parties see. */
export type SeenUpdate = SeenTransaction | SeenReassignment | SeenTopologyChange;

interface SeenUpdateCommon {
  readonly updateId: UpdateId;
  readonly offset: Offset;
  readonly synchronizerId: SynchronizerId;
  /** Time at which the synchronizer sequenced the update, in ISO 8601. */
  readonly recordTime: string;
}

/** An unassignment or assignment of contracts. */
export interface SeenReassignment extends SeenUpdateCommon {
  readonly kind: "reassignment";
  /** The JSON of `/v2/updates`. */
  readonly json: ReassignmentJson;
}

/** A change of the hosting of a party. */
export interface SeenTopologyChange extends SeenUpdateCommon {
  readonly kind: "topology";
  /** The JSON of `/v2/updates`. */
  readonly json: TopologyTransactionJson;
}

/** The part of a transaction that the reading parties witness. */
export class SeenTransaction implements SeenUpdateCommon {
  readonly kind = "transaction";
  readonly updateId: UpdateId;
  readonly offset: Offset;
  readonly synchronizerId: SynchronizerId;
  readonly recordTime: string;
  /** Ledger time, in ISO 8601. */
  readonly effectiveAt: string;
  readonly workflowId: string;
  /** The command id; `""` unless one of the reading parties submitted the transaction. */
  readonly commandId: string;
  readonly #visible: VisibleTransaction;
  readonly #encoder: EventEncoder;
  readonly #state: ContractReadingLedgerState;
  #json: TransactionJson | undefined;

  constructor(
    visible: VisibleTransaction,
    encoder: EventEncoder,
    state: ContractReadingLedgerState,
  ) {
    const { update, submitted } = visible;
    const { updateId, offset, synchronizerId, recordTime } = pickCommonFields(update);
    this.updateId = updateId;
    this.offset = offset;
    this.synchronizerId = synchronizerId;
    this.recordTime = recordTime;
    this.effectiveAt = formatInstant(update.effectiveAt);
    this.workflowId = update.submission.workflowId;
    this.commandId = submitted ? update.submission.commandId : "";
    this.#visible = visible;
    this.#encoder = encoder;
    this.#state = state;
  }

  /** The JSON of `/v2/updates`, in the shape of ledger effects. Encoded at first access. */
  get json(): TransactionJson {
    return (this.#json ??= toTransactionJson(this.#visible, this.#encoder));
  }

  /**
   * Returns the contracts of a template or interface that the transaction created and left active,
   * in order of creation.
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
    const contracts: CreatedContract[] = [];
    for (const event of this.#visible.events) {
      if (event.kind !== "created" || !event.acsDelta) continue;
      contracts.push({ contract: event.contract, nodeId: event.nodeId, offset: this.offset });
    }
    return decodeCreatedContractsOfType(contracts, of, this.#state);
  }

  /**
   * Returns the contracts of a template or interface that were active before the transaction and
   * are not active after it.
   */
  archived<Name extends string>(of: TypeName<Name>): readonly ContractId<Name>[];
  archived<Id>(of: GeneratedType<unknown, Id>): readonly Id[];
  archived(of: TypeName<string> | GeneratedType): readonly unknown[] {
    return selectArchivedContractIds(
      this.#listExerciseNodes((acsDelta) => acsDelta),
      of,
      this.#state,
    );
  }

  /** Returns the exercises of a choice, in order of execution. */
  exercised<Name extends string, Argument, Input, Result>(
    choice: Choice<Name, Argument, Input, Result>,
  ): readonly Exercised<Name, Argument, Result>[];
  exercised<Read>(choice: GeneratedChoice<Read>): readonly Read[];
  exercised(choice: Choice | GeneratedChoice): readonly unknown[] {
    return decodeChoiceExercises(
      this.#listExerciseNodes(() => true),
      choice,
      { state: this.#state, offset: this.offset },
    );
  }

  #listExerciseNodes(isWanted: (acsDelta: boolean) => boolean): readonly ExerciseNode[] {
    return this.#visible.events.flatMap((event) =>
      event.kind === "exercised" && isWanted(event.acsDelta) ? [event.node] : [],
    );
  }
}

export const createUpdateSeenByReader = (
  visible: VisibleUpdate,
  encoder: EventEncoder,
  state: ContractReadingLedgerState,
): SeenUpdate => {
  switch (visible.kind) {
    case "transaction":
      return new SeenTransaction(visible, encoder, state);
    case "reassignment": {
      const json = toReassignmentJson(visible, encoder);
      return { kind: "reassignment", ...pickCommonFields(visible.update), json };
    }
    case "topology":
      return {
        kind: "topology",
        ...pickCommonFields(visible.update),
        json: toTopologyTransactionJson(visible),
      };
  }
};

const pickCommonFields = ({
  updateId,
  offset,
  synchronizerId,
  recordTime,
}: VisibleUpdate["update"]): SeenUpdateCommon => ({
  updateId,
  offset,
  synchronizerId,
  recordTime: formatInstant(recordTime),
});
