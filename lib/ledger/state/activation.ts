import type { NodeId, Offset, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";

/** The position of a node or event in the ledger. */
export interface EventPosition {
  readonly offset: Offset;
  readonly nodeId: NodeId;
  readonly synchronizerId: SynchronizerId;
}

/** A create or an assignment that has not ended yet. */
export interface Activation extends EventPosition {
  /** Increases over the life of the ledger; the key in the indexes of `ActiveContracts`. */
  readonly sequence: number;
  readonly reassignmentCounter: number;
  /** Workflow id of the activating update; `""` if it has none. */
  readonly workflowId: string;
}

/**
 * A contract that is active on a synchronizer, with the create or assignment that made it active.
 */
export interface ActiveContract {
  readonly contract: Contract;
  readonly activation: Activation;
}
