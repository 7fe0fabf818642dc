import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import type { Folding } from "../../../../lib/ledger/replay/fold-entry.ts";
import { PackageSource } from "../../../../lib/ledger/replay/fold-entry.ts";

/** What dumps of versions are folded with: all their packages are in them. */
export const versionFolding: Folding = {
  packages: new PackageSource([], createDamlLoader()),
  rules: "",
  historyOf: () => [],
};
