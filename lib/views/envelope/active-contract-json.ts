import type { SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { CreatedEventJson } from "./event-json.ts";
import type { UnassignedEventJson } from "./reassignment-json.ts";

/** One item of a snapshot of active contracts (ledger-api.md 1.6, 3.2). */
export interface ActiveContractItem {
  /** Workflow id of the activating update; `""` if it has none. */
  readonly workflowId: string;
  readonly contractEntry: ContractEntryJson;
  /** `""` in pages. */
  readonly streamContinuationToken: string;
}

/** A contract that is active or in flight, as JSON of the ledger API. */
export type ContractEntryJson =
  | { readonly JsActiveContract: ActiveContractJson }
  | { readonly JsIncompleteUnassigned: IncompleteUnassignedJson };

/** An active contract: its created event and its synchronizer. */
export interface ActiveContractJson {
  readonly createdEvent: CreatedEventJson;
  readonly synchronizerId: SynchronizerId;
  readonly reassignmentCounter: number;
}

/** A contract that was unassigned and is not assigned yet. */
export interface IncompleteUnassignedJson {
  /** The created event of the last activation. */
  readonly createdEvent: CreatedEventJson;
  readonly unassignedEvent: UnassignedEventJson;
}
