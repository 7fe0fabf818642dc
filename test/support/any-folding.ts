import { pingPackage } from "../../lib/index.ts";
import type { FoldContext } from "../../lib/ledger/replay/fold-entry.ts";
import { PackageSource } from "../../lib/ledger/replay/fold-entry.ts";

/**
 * Folds a journal like a ledger without packages. Contracts may have unknown templates, so readers cannot be
 * shown them.
 */
export const anyFolding: FoldContext = {
  packages: new PackageSource([pingPackage]),
  rules: "",
  historyOf: () => [],
};
