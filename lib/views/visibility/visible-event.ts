import type { NodeId, Party, TypeId } from "../../base/identifiers/identifiers.ts";
import type { Contract } from "../../base/model/contract.ts";
import type { ExerciseNode } from "../../base/model/node.ts";

/**
 * An event of a transaction in the form that the requested parties may see (ledger-api.md 3.1.3).
 */
export type VisibleEvent = VisibleCreate | VisibleArchivedEvent | VisibleExercise;

interface VisibleEventCommon {
  /** The requested parties that see the event; at least one. */
  readonly witnessParties: readonly Party[];
}

export interface VisibleCreate extends VisibleEventCommon {
  readonly kind: "created";
  readonly nodeId: NodeId;
  readonly contract: Contract;
  readonly acsDelta: boolean;
  readonly includeBlob: boolean;
  /** Interfaces of the template with a requested view. */
  readonly views: readonly TypeId[];
}

export interface VisibleArchivedEvent extends VisibleEventCommon {
  readonly kind: "archived";
  readonly node: ExerciseNode;
  readonly implementedInterfaces: readonly TypeId[];
}

export interface VisibleExercise extends VisibleEventCommon {
  readonly kind: "exercised";
  readonly node: ExerciseNode;
  readonly acsDelta: boolean;
  readonly implementedInterfaces: readonly TypeId[];
}
