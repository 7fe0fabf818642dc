import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { PackageArchive } from "./archive.ts";

/**
 * Raises ALLOWED_LANGUAGE_VERSIONS if this engine does not run the archive's language version; `2.dev` is
 * accepted only with `allowDev` (daml-lf.md 4).
 */
export const checkDamlLfVersion = (archive: PackageArchive, allowDev: boolean): void => {
  const { languageVersion, packageId } = archive;
  const allowed = allowDev ? [...stableVersions, "2.dev"] : stableVersions;
  if (allowed.includes(languageVersion)) return;
  throw ledgerError("ALLOWED_LANGUAGE_VERSIONS", {
    cause: `Package ${packageId} is written in Daml-LF ${languageVersion}; allowed versions: ${allowed.join(", ")}.`,
    context: {
      packageId,
      languageVersion,
      allowedLanguageVersions: `List(${allowed.join(", ")})`,
    },
  });
};

const stableVersions: readonly string[] = ["2.1", "2.2", "2.3"];
