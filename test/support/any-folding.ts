import { pingPackage } from "../../lib/index.ts";
import type { Folding } from "../../lib/ledger/replay/fold-entry.ts";
import { PackageSource } from "../../lib/ledger/replay/fold-entry.ts";

/** As a ledger without packages folds its journal; contracts may be of templates that nobody knows, which no reader is to be shown. */
export const anyFolding: Folding = {
  packages: new PackageSource([pingPackage]),
  rules: "",
  historyOf: () => [],
};
