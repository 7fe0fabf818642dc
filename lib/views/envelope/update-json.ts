import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Synchronizer } from "../../ledger/state/ledger-state.ts";
import type { VisibleUpdate } from "../visibility/project-update.ts";
import { createSynchronizerTimeJson, type SynchronizerTimeJson } from "./completion-json.ts";
import type { EventEncoder } from "./event-encoder.ts";
import { type ReassignmentJson, toReassignmentJson } from "./reassignment-json.ts";
import { type TopologyTransactionJson, toTopologyTransactionJson } from "./topology-json.ts";
import {
  createTransactionTreeJson,
  toTransactionJson,
  type TransactionJson,
  type TransactionTreeJson,
} from "./transaction-json.ts";

/** An item of an update stream (ledger-api.md 1.6). */
export interface UpdateItem {
  readonly update: UpdateJson | CheckpointItemJson;
}

/**
 * An update of a stream or a look-up, as JSON of the ledger API. It has exactly one key, the kind.
 */
export type UpdateJson =
  | { readonly Transaction: { readonly value: TransactionJson } }
  | { readonly Reassignment: { readonly value: ReassignmentJson } }
  | { readonly TopologyTransaction: { readonly value: TopologyTransactionJson } };

/** An item of the legacy stream in tree form. */
export interface TreeUpdateItem {
  readonly update: TreeUpdateJson | CheckpointItemJson;
}

/** An update of the legacy tree streams. It has exactly one key, the kind. */
export type TreeUpdateJson =
  | { readonly TransactionTree: { readonly value: TransactionTreeJson } }
  | { readonly Reassignment: { readonly value: ReassignmentJson } };

/** A checkpoint as an item of a stream. */
export interface CheckpointItemJson {
  readonly OffsetCheckpoint: { readonly value: OffsetCheckpointJson };
}

/** Tells the reader that it has received everything up to `offset`. */
export interface OffsetCheckpointJson {
  readonly offset: Offset;
  readonly synchronizerTimes: readonly SynchronizerTimeJson[];
}

export const createUpdateJson = (visible: VisibleUpdate, encoder: EventEncoder): UpdateJson => {
  switch (visible.kind) {
    case "transaction":
      return { Transaction: { value: toTransactionJson(visible, encoder) } };
    case "reassignment":
      return { Reassignment: { value: toReassignmentJson(visible, encoder) } };
    case "topology":
      return { TopologyTransaction: { value: toTopologyTransactionJson(visible) } };
  }
};

/** Returns the update in tree form; undefined for topology transactions, which have none. */
export const createTreeUpdateJson = (
  visible: VisibleUpdate,
  encoder: EventEncoder,
): TreeUpdateJson | undefined => {
  switch (visible.kind) {
    case "transaction":
      return { TransactionTree: { value: createTransactionTreeJson(visible, encoder) } };
    case "reassignment":
      return { Reassignment: { value: toReassignmentJson(visible, encoder) } };
    case "topology":
      return undefined;
  }
};

/** Returns a checkpoint: an offset, and the record time of each synchronizer at that offset. */
export const createCheckpointJson = ({
  offset,
  synchronizers,
}: {
  readonly offset: Offset;
  readonly synchronizers: readonly Synchronizer[];
}): CheckpointItemJson => ({
  OffsetCheckpoint: {
    value: {
      offset,
      synchronizerTimes: synchronizers.map(({ id, recordTime }) =>
        createSynchronizerTimeJson(id, recordTime),
      ),
    },
  },
});
