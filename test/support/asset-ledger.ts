import { createLedger, type Ledger, type LedgerConfig } from "../../lib/index.ts";
import { assetsV1, holdingApi } from "./asset-package.ts";

/** An empty ledger that knows the assets, at a clock that stands still. */
export const assetLedger = (limits: Partial<LedgerConfig> = {}): Promise<Ledger> =>
  createLedger({
    packages: [holdingApi, assetsV1],
    seed: 1,
    clock: { freeze: "2024-05-01T00:00:00Z" },
    limits,
  });

/** The ledger forgets what happened up to the offset. */
export const prune = (ledger: Ledger, upTo: number): Promise<void> =>
  ledger.commit(() => ({ events: [{ kind: "pruned", upTo }], outcome: undefined }));
