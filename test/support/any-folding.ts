import { pingPackage } from "../../lib/index.ts";
import type { JournalFoldContext } from "../../lib/ledger/replay/fold-entry.ts";
import { PackageDefinitionSource } from "../../lib/ledger/replay/fold-entry.ts";

/**
 * Context to compute the state from a journal without packages. The templates of contracts may be unknown, so
 * no party can read the contracts.
 */
export const anyFolding: JournalFoldContext = {
  packages: new PackageDefinitionSource([pingPackage]),
  rules: "",
  historyOf: () => [],
};
