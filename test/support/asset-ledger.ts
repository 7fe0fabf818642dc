import { createLedger, type Ledger, type LedgerOptions } from "../../lib/index.ts";
import { assetsV1, holdingApi } from "./asset-package.ts";

/** Returns an empty ledger with the asset package and a frozen clock. */
export const assetLedger = (options: LedgerOptions = {}): Promise<Ledger> =>
  createLedger({
    packages: [holdingApi, assetsV1],
    seed: 1,
    clock: { freeze: "2024-05-01T00:00:00Z" },
    ...options,
  });

/** Prunes the ledger up to the offset. */
export const prune = (ledger: Ledger, upTo: number): Promise<void> =>
  ledger.commit(() => ({ events: [{ kind: "pruned", upTo }], outcome: undefined }));
