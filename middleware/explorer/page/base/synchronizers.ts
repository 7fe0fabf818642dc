import type { ConnectedSynchronizersResult } from "../../../../lib/api.ts";
import { askLedger } from "./client.ts";
import { contentChangeCount } from "./ledger.ts";
import { useAnswer } from "./use-answer.ts";

type ConnectedSynchronizers = ConnectedSynchronizersResult["connectedSynchronizers"];

/** Loads the synchronizers that the participant is connected to. */
export const useSynchronizers = (): ConnectedSynchronizers =>
  useAnswer(
    "synchronizers",
    contentChangeCount.value,
    (signal) =>
      askLedger("/v2/state/connected-synchronizers", {
        signal,
      }) as Promise<ConnectedSynchronizersResult>,
  ).value?.connectedSynchronizers ?? [];

/** Returns the alias in a synchronizer id. */
export const getSynchronizerAlias = (synchronizerId: string): string =>
  synchronizerId.split("::")[0] ?? synchronizerId;
