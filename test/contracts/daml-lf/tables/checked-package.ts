import { parsePackageArchive } from "../../../../lib/contracts/daml-lf/archive/archive.ts";
import { createPackageChecker } from "../../../../lib/contracts/daml-lf/check/check-package.ts";
import { decodePackage } from "../../../../lib/contracts/daml-lf/decode/decode-package.ts";
import type { LfModule, LfPackage } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import { runSuspendableGenerator } from "../../../../lib/contracts/engine/suspension.ts";
import { isLedgerError } from "../../../../lib/index.ts";
import { type AssembledPackage, assemblePackage } from "../../../support/lf/assemble.ts";
import { tuplesPackage } from "../../../support/lf/tuples.ts";
import { computed, type ValueRow } from "./value-table.ts";

const decoded = ({ archive }: AssembledPackage): LfPackage =>
  decodePackage(parsePackageArchive(archive));

/** The package of tuples, to which some modules refer. */
const tuples = decoded(tuplesPackage());

/** Checks a package with these modules. Returns `accepted`, or `refused` with the reason. */
export const verdictOn = (modules: readonly LfModule[], languageVersion: string): string => {
  try {
    const checked = decoded(
      assemblePackage({ name: "checked", version: "1.0.0", languageVersion, modules }),
    );
    const known = new Map([tuples, checked].map((each) => [each.packageId, each]));
    runSuspendableGenerator(createPackageChecker((packageId) => known.get(packageId))(checked));
    return "accepted";
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    const { code } = error.details;
    return code === "DAR_VALIDATION_ERROR" || code === "DAR_PARSE_ERROR" ? "refused" : code;
  }
};

type Modules = () => readonly LfModule[];

export const accepted = (what: string, modules: Modules, languageVersion = "2.1"): ValueRow =>
  computed(what, () => verdictOn(modules(), languageVersion), "accepted");

export const refused = (what: string, modules: Modules, languageVersion = "2.1"): ValueRow =>
  computed(what, () => verdictOn(modules(), languageVersion), "refused");
