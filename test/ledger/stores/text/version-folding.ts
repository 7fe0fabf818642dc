import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import type { JournalFoldContext } from "../../../../lib/ledger/replay/fold-entry.ts";
import { PackageDefinitionSource } from "../../../../lib/ledger/replay/fold-entry.ts";

/** Folds dumps of all versions; contains all their packages. */
export const versionFolding: JournalFoldContext = {
  packages: new PackageDefinitionSource([], createDamlLoader()),
  rules: "",
  historyOf: () => [],
};
