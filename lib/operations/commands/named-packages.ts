import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import { ledgerError } from "../../ground/errors/ledger-error.ts";
import { type PackageName, splitTypeId } from "../../ground/identifiers/identifiers.ts";
import type { CommandsRequest } from "./commands-request.ts";

/** The package names by which commands refer to templates and interfaces. */
export const namesIn = ({ commands }: CommandsRequest): ReadonlySet<PackageName> =>
  new Set(
    commands.flatMap(({ value: { templateId } }) => {
      const { packageId } = splitTypeId(templateId);
      return packageId.startsWith("#") ? [packageId.slice(1)] : [];
    }),
  );

/**
 * The preference as far as selection needs it: without any reference by name, nothing is selected,
 * and validation judges the preference. Raises JSON_API_PACKAGE_SELECTION_FAILED for an unknown package.
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
