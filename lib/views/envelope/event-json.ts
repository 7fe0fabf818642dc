import type {
  ContractId,
  NodeId,
  Offset,
  PackageId,
  PackageName,
  Party,
  TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { StatusJson } from "./to-grpc-status.ts";

/** The events of the API as JSON (ledger-api.md 1.6, 1.7). */
export type EventJson =
  | { readonly CreatedEvent: CreatedEventJson }
  | { readonly ArchivedEvent: ArchivedEventJson }
  | { readonly ExercisedEvent: ExercisedEventJson };

/** The creation of a contract, as JSON of the ledger API. */
export interface CreatedEventJson {
  readonly offset: Offset;
  readonly nodeId: NodeId;
  readonly contractId: ContractId;
  readonly templateId: TypeId;
  /** Null if the template has no key. */
  readonly contractKey: unknown;
  /** Base64; `""` without a key. */
  readonly contractKeyHash: string;
  readonly createArgument: unknown;
  /** Base64; `""` if not requested. */
  readonly createdEventBlob: string;
  readonly interfaceViews: readonly InterfaceViewJson[];
  readonly witnessParties: readonly Party[];
  readonly signatories: readonly Party[];
  readonly observers: readonly Party[];
  readonly createdAt: string;
  readonly packageName: PackageName;
  readonly representativePackageId: PackageId;
  readonly acsDelta: boolean;
}

/**
 * The view of an interface on a contract, or the reason why it failed, as JSON of the ledger API.
 */
export interface InterfaceViewJson {
  readonly interfaceId: TypeId;
  readonly viewStatus: StatusJson;
  /** Null if the view failed. */
  readonly viewValue: unknown;
  readonly implementationPackageId: PackageId | null;
}

/** The archive of a contract, as JSON of the ledger API. */
export interface ArchivedEventJson {
  readonly offset: Offset;
  readonly nodeId: NodeId;
  readonly contractId: ContractId;
  readonly templateId: TypeId;
  readonly witnessParties: readonly Party[];
  readonly packageName: PackageName;
  readonly implementedInterfaces: readonly TypeId[];
}

/** The exercise of a choice, as JSON of the ledger API. */
export interface ExercisedEventJson {
  readonly offset: Offset;
  readonly nodeId: NodeId;
  readonly contractId: ContractId;
  readonly templateId: TypeId;
  /** Null unless the choice was exercised through an interface. */
  readonly interfaceId: TypeId | null;
  readonly choice: string;
  readonly choiceArgument: unknown;
  readonly actingParties: readonly Party[];
  readonly consuming: boolean;
  readonly witnessParties: readonly Party[];
  readonly lastDescendantNodeId: NodeId;
  readonly exerciseResult: unknown;
  readonly packageName: PackageName;
  readonly implementedInterfaces: readonly TypeId[];
  readonly acsDelta: boolean;
}
