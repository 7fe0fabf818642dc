import type { LfModule } from "../../../lib/daml-lf/ast.ts";
import { createDamlLoader } from "../../../lib/daml-lf/load-dar.ts";
import { isLedgerError } from "../../../lib/errors/ledger-error.ts";
import { assembleDar, assemblePackage } from "../../support/lf/assemble.ts";
import { tuplesPackage } from "../../support/lf/tuples.ts";
import { computed, type ValueRow } from "./value-table.ts";

/** All packages go into one engine, with the one that some refer to. */
const loader = createDamlLoader();
const tuples = tuplesPackage();

/** Loads a package with these modules: `accepted`, or `refused` for what is wrong with it. */
const verdictOn = (modules: readonly LfModule[], languageVersion: string): string => {
  try {
    const checked = assemblePackage({
      name: "checked",
      version: "1.0.0",
      languageVersion,
      modules,
    });
    loader.load(assembleDar(checked, [tuples]));
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
