import type { Package } from "../../contracts/engine/package.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import { type LedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";
import {
  type PackageName,
  type QualifiedName,
  splitTypeId,
  type TypeId,
  typeId,
  type TypeReference,
} from "../../ground/identifiers/identifiers.ts";
import type { EventFilter, EventFormat } from "./event-format.ts";

/**
 * `<package name>:<Module>:<Entity>`: a template in all its versions, which is what filters compare
 * (ledger-api.md 3.1.4) and the active contracts are indexed by.
 */
export type TemplateName = string;

export const templateName = (
  packageName: PackageName,
  qualifiedName: QualifiedName,
): TemplateName => `${packageName}:${qualifiedName}`;

/**
 * Checks that every template and interface a format names is known here, vetted or not, in the order
 * of ledger-api.md 3.1.1: names first, then templates, then interfaces. Raises
 * PACKAGE_NAMES_NOT_FOUND, NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME,
 * NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME.
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
  checkPackages([...templates, ...interfaces], packages);
  for (const reference of templates) {
    if (!versionsNamed(reference, packages).some(hasTemplate(reference))) {
      throw unknownTemplate(reference);
    }
  }
  for (const reference of interfaces) {
    if (!versionsNamed(reference, packages).some(hasInterface(reference))) {
      throw unknownInterface(reference);
    }
  }
};

/** The template a filter names, in all its versions. */
export const resolveTemplate = (reference: TypeReference): TemplateName =>
  templateName(packageNameOf(reference), splitTypeId(reference).qualifiedName);

/** The interfaces a filter names: one per package that has the name and defines the interface. */
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

/** Of a reference by name; filters have no other. */
const packageNameOf = (reference: TypeReference): PackageName =>
  splitTypeId(reference).packageId.slice(1);

const versionsNamed = (reference: TypeReference, packages: PackageRegistry): readonly Package[] =>
  packages.versions(packageNameOf(reference));

const hasTemplate =
  (reference: TypeReference) =>
  (version: Package): boolean =>
    version.templates.has(splitTypeId(reference).qualifiedName);

const hasInterface =
  (reference: TypeReference) =>
  (version: Package): boolean =>
    version.interfaces.has(splitTypeId(reference).qualifiedName);

const checkPackages = (references: readonly TypeReference[], packages: PackageRegistry): void => {
  const names = new Set(references.map(packageNameOf));
  const unknown = [...names].filter((name) => packages.versions(name).length === 0);
  if (unknown.length === 0) return;
  throw ledgerError("PACKAGE_NAMES_NOT_FOUND", {
    cause: `No package with the name ${unknown.join(", ")} was uploaded to this participant.`,
    resources: unknown.map((name) => ["PACKAGE_NAME", name] as const),
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
