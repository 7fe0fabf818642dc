import type { Micros, SynchronizerId } from "../model/identifiers.ts";
import type { StateDraft } from "./state-draft.ts";

/** 0001-01-01T00:00:00Z, the earliest time of the ledger. */
const earliest: Micros = -62_135_596_800_000_000n;

export interface Connection {
  readonly alias: string;
  readonly synchronizerId: SynchronizerId;
  readonly connectedAt?: Micros;
}

/** A new synchronizer comes last; one that is connected already takes the new alias. */
export const foldConnection = (draft: StateDraft, connection: Connection): void => {
  const { alias, synchronizerId: id, connectedAt } = connection;
  const known = draft.synchronizers.find((synchronizer) => synchronizer.id === id);
  if (known !== undefined) known.alias = alias;
  else draft.synchronizers.push({ alias, id, recordTime: connectedAt ?? earliest });
};
