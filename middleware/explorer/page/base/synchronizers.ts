import type { ConnectedSynchronizersResult } from "../../../../lib/api.ts";
import { callLedgerApi } from "./client.ts";
import { ledgerContentChangeCount } from "./ledger.ts";
import { useLoadedValue } from "./use-loaded-value.ts";

type ConnectedSynchronizers = ConnectedSynchronizersResult["connectedSynchronizers"];

/** Loads the synchronizers that the participant is connected to. */
export const useSynchronizers = (): ConnectedSynchronizers =>
  useLoadedValue(
    "synchronizers",
    ledgerContentChangeCount.value,
    (signal) =>
      callLedgerApi("/v2/state/connected-synchronizers", {
        signal,
      }) as Promise<ConnectedSynchronizersResult>,
  ).value?.connectedSynchronizers ?? [];

/** Returns the alias in a synchronizer id. */
export const getSynchronizerAlias = (synchronizerId: string): string =>
  synchronizerId.split("::")[0] ?? synchronizerId;
