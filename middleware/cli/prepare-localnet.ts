import { basename } from "node:path";

import { loadFixture } from "../../fixtures/index.ts";
import { openLocalnetLedger } from "../../fixtures/localnet/index.ts";
import { createLocalnetOnLedger } from "../localnet/create-localnet.ts";
import type { LocalnetListenOptions, LocalnetServer } from "../localnet/listen.ts";
import type { LedgerWithInitialContent } from "./create-ledger-with-initial-content.ts";
import type { LocalnetSetting, ServerSettings } from "./settings.ts";

/** The ledger of a LocalNet, and a function that starts its other servers. */
export interface PreparedLocalnet {
  readonly prepared: LedgerWithInitialContent;
  readonly listen: (
    options: Pick<LocalnetListenOptions, "host" | "log">,
  ) => Promise<LocalnetServer>;
}

/**
 * Bootstraps a LocalNet and loads the fixtures. Rejects with the errors of `openLocalnetLedger` and
 * `loadFixture`.
 */
export const prepareLocalnet = async (
  { fixtures, seed, requests }: ServerSettings,
  { dars, anyPort }: LocalnetSetting,
): Promise<PreparedLocalnet> => {
  const { ledger, automation } = await openLocalnetLedger({
    dars,
    ledger: { seed, requests: requests && { bodies: true } },
  });
  for (const file of fixtures) await loadFixture(ledger, file);
  const localnet = createLocalnetOnLedger(ledger, automation);
  return {
    prepared: {
      ledger,
      loaded: ["LocalNet", ...fixtures.map((file) => basename(file))],
      fork: undefined,
    },
    listen: (options) =>
      localnet.listen({ ...options, except: [2975], ...(anyPort && { ports: "any" as const }) }),
  };
};
