import type { SynchronizerId } from "../../base/identifiers/identifiers.ts";
import type { CreatedEventJson } from "./event-json.ts";
import type { UnassignedEventJson } from "./reassignment-json.ts";

/** One item of a snapshot of active contracts (ledger-api.md 1.6, 3.2). */
export interface ActiveContractItem {
  /** Of the activating update; `""` when it had none. */
  readonly workflowId: string;
  readonly contractEntry: ContractEntryJson;
  /** `""` in pages. */
  readonly streamContinuationToken: string;
}

/** A contract that is active, or one that is on its way to another synchronizer, as JSON of the ledger API. */
export type ContractEntryJson =
  | { readonly JsActiveContract: ActiveContractJson }
  | { readonly JsIncompleteUnassigned: IncompleteUnassignedJson };

/** A contract that is active: as it was created, and where it is now. */
export interface ActiveContractJson {
  readonly createdEvent: CreatedEventJson;
  readonly synchronizerId: SynchronizerId;
  readonly reassignmentCounter: number;
}

/** A contract on its way to another synchronizer. */
export interface IncompleteUnassignedJson {
  /** As it was activated before. */
  readonly createdEvent: CreatedEventJson;
  readonly unassignedEvent: UnassignedEventJson;
}
