import type { HostedPartiesSummary } from "../../party-hosting-and-keys.ts";
import { requestExplorerData } from "./client.ts";
import { currentUserRights, ledgerContentChangeCount } from "./ledger.ts";
import { type LoadedValueState, useLoadedValue } from "./use-loaded-value.ts";

/** Loads hosting and keys of parties; undefined for users who are not administrators. */
export const useHostedParties = (): LoadedValueState<HostedPartiesSummary | undefined> =>
  useLoadedValue("parties", ledgerContentChangeCount.value, (signal) =>
    currentUserRights.peek().isAdmin
      ? (requestExplorerData("people", { signal }) as Promise<HostedPartiesSummary>)
      : Promise.resolve(undefined),
  );
