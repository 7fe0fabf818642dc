/**
 * What `fixtures` and `middleware` may use of the core besides what is published: none of it is promised
 * to anybody else.
 */
export type {
  InterfaceSignature,
  TemplateSignature,
} from "./contracts/engine/package-signature.ts";
export type { PackageRegistry } from "./contracts/packages/registry.ts";
export { encodeCreatedEventBlob } from "./contracts/transaction/created-event-blob.ts";
export { catalogue } from "./ground/errors/catalogue.ts";
export {
  type ContractId,
  type Micros,
  nameBeforeNamespace,
  namespaceOf,
  type PackageId,
  type Party,
  splitTypeId,
  type SynchronizerId,
  type TypeId,
  type UpdateId,
} from "./ground/identifiers/identifiers.ts";
export type { PartyDetails, Right } from "./ground/model/administration.ts";
export { type Contract, stakeholdersOf } from "./ground/model/contract.ts";
export type { CreateNode, ExerciseNode, Node } from "./ground/model/node.ts";
export type {
  ParticipantPermission,
  ReassignmentEvent,
  ReassignmentUpdate,
  Submission,
  TopologyUpdate,
  TransactionUpdate,
  UnassignedEvent,
} from "./ground/model/update.ts";
export type { PackageValidity, Vetting } from "./ground/model/vetting.ts";
export type { ContractRecord, InFlightReassignment } from "./ledger/state/ledger-state.ts";
export { coinHistoryFor } from "./operations/history/coin-history-rules.ts";
export { historyTransaction } from "./operations/history/history-transaction.ts";
export { readHistoryRecord } from "./operations/history/read-history-record.ts";
export {
  choiceOf,
  enumOf,
  type JsonObject,
  listOf,
  mapOf,
  optional,
  optionalList,
  optionalText,
  readAt,
  readBoolean,
  type Reader,
  readObject,
  readText,
  readTimestamp,
  required,
} from "./views/envelope/readers.ts";
export type { ReassignmentJson } from "./views/envelope/reassignment-json.ts";
export { effectiveNodes, transientContracts } from "./views/visibility/effective-nodes.ts";
