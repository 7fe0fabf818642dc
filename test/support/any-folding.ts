import { pingPackage } from "../../lib/index.ts";
import type { FoldContext } from "../../lib/ledger/replay/fold-entry.ts";
import { PackageSource } from "../../lib/ledger/replay/fold-entry.ts";

/**
 * Context to compute the state from a journal without packages. The templates of contracts may be unknown, so
 * no party can read the contracts.
 */
export const anyFolding: FoldContext = {
  packages: new PackageSource([pingPackage]),
  rules: "",
  historyOf: () => [],
};
