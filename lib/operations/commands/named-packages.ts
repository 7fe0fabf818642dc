import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { PackageName } from "../../base/identifiers/identifiers.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { CommandsRequest } from "./commands-request.ts";

/** Returns the package names in the well-formed template and interface references of commands. */
export const namesIn = ({ commands }: CommandsRequest): ReadonlySet<PackageName> => {
  const names = new Set<PackageName>();
  for (const { value } of commands) {
    const { templateId } = value;
    if (templateId.startsWith("#")) names.add(templateId.slice(1, templateId.indexOf(":")));
  }
  return names;
};

/**
 * Returns the package preference for package selection. Without any reference by name there is no
 * selection; then validation checks the preference. Raises JSON_API_PACKAGE_SELECTION_FAILED for an
 * unknown package.
 */
export const preferenceOf = (
  request: CommandsRequest,
  packages: PackageRegistry,
): readonly string[] => {
  const { packageIdSelectionPreference: preference } = request;
  if (preference.length === 0) return preference;
  if (namesIn(request).size === 0) return [];
  preference.forEach((packageId, index) => {
    if (packages.get(packageId) === undefined) {
      throw ledgerError("JSON_API_PACKAGE_SELECTION_FAILED", {
        cause: `The preferred package ${packageId} is not known to this participant.`,
        path: `packageIdSelectionPreference[${index}]`,
      });
    }
  });
  return preference;
};
