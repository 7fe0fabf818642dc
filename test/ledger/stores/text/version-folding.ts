import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import type { FoldContext } from "../../../../lib/ledger/replay/fold-entry.ts";
import { PackageSource } from "../../../../lib/ledger/replay/fold-entry.ts";

/** Folds dumps of all versions; contains all their packages. */
export const versionFolding: FoldContext = {
  packages: new PackageSource([], createDamlLoader()),
  rules: "",
  historyOf: () => [],
};
