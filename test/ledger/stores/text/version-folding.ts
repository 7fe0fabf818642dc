import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import type { Folding } from "../../../../lib/ledger/replay/fold-entry.ts";
import { PackageSource } from "../../../../lib/ledger/replay/fold-entry.ts";

/** Folds dumps of all versions; contains all their packages. */
export const versionFolding: Folding = {
  packages: new PackageSource([], createDamlLoader()),
  rules: "",
  historyOf: () => [],
};
