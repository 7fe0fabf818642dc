import { produce } from "../../base/collections/immer.ts";
import type { Micros, SynchronizerId } from "../../base/identifiers/identifiers.ts";
import {
  defaultSynchronizerParameters,
  type SynchronizerParameters,
} from "../../base/model/synchronizer-parameters.ts";
import { minMicros } from "../../base/values/time.ts";
import type { Synchronizer } from "./ledger-state.ts";
import type { StateDraft } from "./state-draft.ts";

export interface Connection {
  readonly alias: string;
  readonly synchronizerId: SynchronizerId;
  readonly connectedAt?: Micros;
  readonly parameters?: SynchronizerParameters;
}

/** A new synchronizer comes last; one that is connected already takes the new alias and parameters. */
export const foldConnection = (draft: StateDraft, connection: Connection): void => {
  const { alias, synchronizerId: id, connectedAt: recordTime = minMicros } = connection;
  const { parameters = defaultSynchronizerParameters } = connection;
  const index = draft.synchronizers.findIndex((synchronizer) => synchronizer.id === id);
  const known = draft.synchronizers[index];
  // Synchronizer by synchronizer: a draft of the list would freeze it, every submission searches it, and
  // a frozen list takes ten times as long to search.
  draft.synchronizers =
    known === undefined
      ? [...draft.synchronizers, { alias, id, recordTime, parameters }]
      : draft.synchronizers.with(index, reconnected(known, connection));
};

const reconnected = (known: Synchronizer, { alias, parameters }: Connection): Synchronizer =>
  produce(known, (synchronizer) => {
    synchronizer.alias = alias;
    if (parameters !== undefined) synchronizer.parameters = parameters;
  });

/**
 * Its record time only moves forward; that of an unknown synchronizer changes nothing. Without a draft,
 * which would cost each transaction two microseconds more.
 */
export const foldRecordTime = (draft: StateDraft, id: SynchronizerId, recordTime: Micros): void => {
  const index = draft.synchronizers.findIndex((synchronizer) => synchronizer.id === id);
  const synchronizer = draft.synchronizers[index];
  if (synchronizer === undefined || recordTime <= synchronizer.recordTime) return;
  draft.synchronizers = draft.synchronizers.with(index, { ...synchronizer, recordTime });
};
