import type { Micros, SynchronizerId } from "../../ground/identifiers/identifiers.ts";
import {
  defaultSynchronizerParameters,
  type SynchronizerParameters,
} from "../../ground/model/synchronizer-parameters.ts";
import { produce } from "./immer.ts";
import type { StateDraft } from "./state-draft.ts";

/** 0001-01-01T00:00:00Z, the earliest time of the ledger. */
const earliest: Micros = -62_135_596_800_000_000n;

export interface Connection {
  readonly alias: string;
  readonly synchronizerId: SynchronizerId;
  readonly connectedAt?: Micros;
  readonly parameters?: SynchronizerParameters;
}

/** A new synchronizer comes last; one that is connected already takes the new alias and parameters. */
export const foldConnection = (draft: StateDraft, connection: Connection): void => {
  const { alias, synchronizerId, connectedAt = earliest } = connection;
  draft.synchronizers = produce(draft.synchronizers, (synchronizers) => {
    const known = synchronizers.find(({ id }) => id === synchronizerId);
    const parameters = connection.parameters ?? known?.parameters ?? defaultSynchronizerParameters;
    if (known !== undefined) Object.assign(known, { alias, parameters });
    else synchronizers.push({ alias, id: synchronizerId, recordTime: connectedAt, parameters });
  });
};

/** Its record time only moves forward; that of an unknown synchronizer changes nothing. */
export const foldRecordTime = (draft: StateDraft, id: SynchronizerId, recordTime: Micros): void => {
  const index = draft.synchronizers.findIndex((synchronizer) => synchronizer.id === id);
  const synchronizer = draft.synchronizers[index];
  if (synchronizer === undefined || recordTime <= synchronizer.recordTime) return;
  draft.synchronizers = draft.synchronizers.with(index, { ...synchronizer, recordTime });
};
