import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import {
  type PackageName,
  type QualifiedName,
  splitTypeId,
  type TypeId,
  typeId,
  type TypeReference,
} from "../../base/identifiers/identifiers.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { EventFilter, EventFormat } from "./event-format.ts";

/**
 * `<package name>:<Module>:<Entity>`: a template in all its versions. Filters and the index of
 * active contracts compare it (ledger-api.md 3.1.4).
 */
export type TemplateName = string;

export const templateName = (
  packageName: PackageName,
  qualifiedName: QualifiedName,
): TemplateName => `${packageName}:${qualifiedName}`;

/**
 * Checks that every template and interface in the formats is known, vetted or not. The order is
 * that of ledger-api.md 3.1.1: package names, then templates, then interfaces, and last the
 * references by package id. Raises PACKAGE_NAMES_NOT_FOUND,
 * NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME,
 * NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME, TEMPLATES_OR_INTERFACES_NOT_FOUND.
 */
export const checkKnownTypes = (
  formats: readonly EventFormat[],
  packages: PackageRegistry,
): void => {
  const filters = formats.flatMap(filtersOf);
  const templates = filters.flatMap((filter) =>
    filter.kind === "template" ? [filter.templateId] : [],
  );
  const interfaces = filters.flatMap((filter) =>
    filter.kind === "interface" ? [filter.interfaceId] : [],
  );
  checkPackages([...templates, ...interfaces].filter(isByName), packages);
  for (const reference of templates.filter(isByName)) {
    if (!versionsNamed(reference, packages).some(hasTemplate(reference))) {
      throw unknownTemplate(reference);
    }
  }
  for (const reference of interfaces.filter(isByName)) {
    if (!versionsNamed(reference, packages).some(hasInterface(reference))) {
      throw unknownInterface(reference);
    }
  }
  checkIds([
    ...templates.filter(
      (reference) => !isByName(reference) && !isHere(reference, hasTemplate, packages),
    ),
    ...interfaces.filter(
      (reference) => !isByName(reference) && !isHere(reference, hasInterface, packages),
    ),
  ]);
};

const isByName = (reference: TypeReference): boolean => reference.startsWith("#");

/** Returns true if the package of the reference defines the type. */
const isHere = (
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

/** Returns the template of a filter, in all its versions. */
export const resolveTemplate = (
  reference: TypeReference,
  packages: PackageRegistry,
): TemplateName =>
  templateName(packageNameOf(reference, packages), splitTypeId(reference).qualifiedName);

/** Returns the interfaces of a filter: one per package with the name that defines the interface. */
export const resolveInterfaces = (
  reference: TypeReference,
  packages: PackageRegistry,
): readonly TypeId[] => {
  const { qualifiedName } = splitTypeId(reference);
  return versionsNamed(reference, packages)
    .filter(hasInterface(reference))
    .map((version) => typeId(version.packageId, qualifiedName));
};

const filtersOf = (format: EventFormat): readonly EventFilter[] => [
  ...[...format.filtersByParty.values()].flat(),
  ...(format.filtersForAnyParty ?? []),
];

/**
 * Returns the package name, also for a reference by id: filters match all versions of a package.
 */
const packageNameOf = (reference: TypeReference, packages: PackageRegistry): PackageName => {
  const { packageId } = splitTypeId(reference);
  return isByName(reference) ? packageId.slice(1) : (packages.get(packageId)?.name ?? "");
};

const versionsNamed = (reference: TypeReference, packages: PackageRegistry): readonly Package[] =>
  packages.versions(packageNameOf(reference, packages));

const hasTemplate =
  (reference: TypeReference) =>
  (version: Package): boolean =>
    version.templates.has(splitTypeId(reference).qualifiedName);

const hasInterface =
  (reference: TypeReference) =>
  (version: Package): boolean =>
    version.interfaces.has(splitTypeId(reference).qualifiedName);

const checkPackages = (references: readonly TypeReference[], packages: PackageRegistry): void => {
  const names = new Set(references.map((reference) => packageNameOf(reference, packages)));
  const unknown = [...names].filter((name) => packages.versions(name).length === 0);
  if (unknown.length === 0) return;
  throw ledgerError("PACKAGE_NAMES_NOT_FOUND", {
    cause: `No package with the name ${unknown.join(", ")} was uploaded to this participant.`,
  });
};

const unknownTemplate = (reference: TypeReference): LedgerError =>
  ledgerError("NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME", {
    cause: `No version of the package defines a template ${reference}.`,
  });

const unknownInterface = (reference: TypeReference): LedgerError =>
  ledgerError("NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME", {
    cause: `No version of the package defines an interface ${reference}.`,
  });
