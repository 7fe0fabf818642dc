import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import {
  createTypeId,
  type PackageName,
  type QualifiedName,
  splitTypeId,
  type TypeId,
  type TypeReference,
} from "../../base/identifiers/identifiers.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { EventFilter, EventFormat } from "./event-format.ts";

/**
 * `<package name>:<Module>:<Entity>`: the name of a template, which is the same in all versions of
 * its package. Filters and the index of active contracts use it (ledger-api.md 3.1.4).
 */
export type PackageQualifiedTemplateName = string;

export const createPackageQualifiedTemplateName = (
  packageName: PackageName,
  qualifiedName: QualifiedName,
): PackageQualifiedTemplateName => `${packageName}:${qualifiedName}`;

/**
 * Checks that all templates and interfaces in the formats are known; they need not be vetted.
 * Checks package names first, then templates, then interfaces, and last the references by package
 * id (ledger-api.md 3.1.1). Raises PACKAGE_NAMES_NOT_FOUND,
 * NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME,
 * NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME, TEMPLATES_OR_INTERFACES_NOT_FOUND.
 */
export const checkKnownTypes = (
  formats: readonly EventFormat[],
  packages: PackageRegistry,
): void => {
  const filters = formats.flatMap(listFilters);
  const templates = filters.flatMap((filter) =>
    filter.kind === "template" ? [filter.templateId] : [],
  );
  const interfaces = filters.flatMap((filter) =>
    filter.kind === "interface" ? [filter.interfaceId] : [],
  );
  checkPackages([...templates, ...interfaces].filter(isByName), packages);
  for (const reference of templates.filter(isByName)) {
    if (!versionsNamed(reference, packages).some(hasTemplate(reference))) {
      throw unknownTemplateError(reference);
    }
  }
  for (const reference of interfaces.filter(isByName)) {
    if (!versionsNamed(reference, packages).some(hasInterface(reference))) {
      throw unknownInterfaceError(reference);
    }
  }
  checkIds([
    ...templates.filter(
      (reference) => !isByName(reference) && !isDefined(reference, hasTemplate, packages),
    ),
    ...interfaces.filter(
      (reference) => !isByName(reference) && !isDefined(reference, hasInterface, packages),
    ),
  ]);
};

const isByName = (reference: TypeReference): boolean => reference.startsWith("#");

/** Returns true if the package of the reference defines the type. */
const isDefined = (
  reference: TypeReference,
  hasType: typeof hasTemplate,
  packages: PackageRegistry,
): boolean => {
  const named = packages.get(splitTypeId(reference).packageId);
  return named !== undefined && hasType(reference)(named);
};

const checkIds = (unknown: readonly TypeReference[]): void => {
  if (unknown.length === 0) return;
  throw ledgerError("TEMPLATES_OR_INTERFACES_NOT_FOUND", {
    cause: `Templates or interfaces do not exist: ${unknown.join(", ")}.`,
    resources: unknown.map((reference) => ["TEMPLATE_ID", reference] as const),
  });
};

/** Returns the name of the template of a filter. */
export const resolveFilterTemplateName = (
  reference: TypeReference,
  packages: PackageRegistry,
): PackageQualifiedTemplateName =>
  createPackageQualifiedTemplateName(
    getReferencedPackageName(reference, packages),
    splitTypeId(reference).qualifiedName,
  );

/**
 * Returns the interfaces of a filter: one for each version of the package that defines the
 * interface.
 */
export const resolveInterfaceVersions = (
  reference: TypeReference,
  packages: PackageRegistry,
): readonly TypeId[] => {
  const { qualifiedName } = splitTypeId(reference);
  return versionsNamed(reference, packages)
    .filter(hasInterface(reference))
    .map((version) => createTypeId(version.packageId, qualifiedName));
};

const listFilters = (format: EventFormat): readonly EventFilter[] => [
  ...[...format.filtersByParty.values()].flat(),
  ...(format.filtersForAnyParty ?? []),
];

/**
 * Returns the package name of a reference, even if the reference has a package id, because filters
 * match all versions of a package.
 */
const getReferencedPackageName = (
  reference: TypeReference,
  packages: PackageRegistry,
): PackageName => {
  const { packageId } = splitTypeId(reference);
  return isByName(reference) ? packageId.slice(1) : (packages.get(packageId)?.name ?? "");
};

const versionsNamed = (reference: TypeReference, packages: PackageRegistry): readonly Package[] =>
  packages.versions(getReferencedPackageName(reference, packages));

const hasTemplate =
  (reference: TypeReference) =>
  (version: Package): boolean =>
    version.templates.has(splitTypeId(reference).qualifiedName);

const hasInterface =
  (reference: TypeReference) =>
  (version: Package): boolean =>
    version.interfaces.has(splitTypeId(reference).qualifiedName);

const checkPackages = (references: readonly TypeReference[], packages: PackageRegistry): void => {
  const names = new Set(
    references.map((reference) => getReferencedPackageName(reference, packages)),
  );
  const unknown = [...names].filter((name) => packages.versions(name).length === 0);
  if (unknown.length === 0) return;
  throw ledgerError("PACKAGE_NAMES_NOT_FOUND", {
    cause: `No package with the name ${unknown.join(", ")} was uploaded to this participant.`,
  });
};

const unknownTemplateError = (reference: TypeReference): LedgerError =>
  ledgerError("NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME", {
    cause: `No version of the package defines a template ${reference}.`,
  });

const unknownInterfaceError = (reference: TypeReference): LedgerError =>
  ledgerError("NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME", {
    cause: `No version of the package defines an interface ${reference}.`,
  });
