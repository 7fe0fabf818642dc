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
 * PACKAGE_NAMES_NOT_FOUND, TEMPLATES_OR_INTERFACES_NOT_FOUND,
 * NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME,
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

/** The template a filter names, in all its versions; undefined when its package is not known. */
export const resolveTemplate = (
  reference: TypeReference,
  packages: PackageRegistry,
): TemplateName | undefined => {
  const name = packageNameOf(reference, packages);
  return name === undefined ? undefined : templateName(name, splitTypeId(reference).qualifiedName);
};

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

const packageNameOf = (
  reference: TypeReference,
  packages: PackageRegistry,
): PackageName | undefined => {
  const { packageId } = splitTypeId(reference);
  return packageId.startsWith("#") ? packageId.slice(1) : packages.get(packageId)?.name;
};

const versionsNamed = (reference: TypeReference, packages: PackageRegistry): readonly Package[] => {
  const name = packageNameOf(reference, packages);
  return name === undefined ? [] : packages.versions(name);
};

const hasTemplate =
  (reference: TypeReference) =>
  (version: Package): boolean =>
    version.templates.has(splitTypeId(reference).qualifiedName);

const hasInterface =
  (reference: TypeReference) =>
  (version: Package): boolean =>
    version.interfaces.has(splitTypeId(reference).qualifiedName);

const isByName = (reference: TypeReference): boolean => reference.startsWith("#");

const checkPackages = (references: readonly TypeReference[], packages: PackageRegistry): void => {
  const unknown = references.filter((reference) => versionsNamed(reference, packages).length === 0);
  const names = new Set(
    unknown.filter(isByName).map((reference) => splitTypeId(reference).packageId.slice(1)),
  );
  if (names.size > 0) throw unknownPackageNames([...names]);
  const [reference] = unknown;
  if (reference !== undefined) throw unknownType("TEMPLATE_ID", reference);
};

const unknownPackageNames = (names: readonly PackageName[]): LedgerError =>
  ledgerError("PACKAGE_NAMES_NOT_FOUND", {
    cause: `No package with the name ${names.join(", ")} was uploaded to this participant.`,
    resources: names.map((name) => ["PACKAGE_NAME", name] as const),
  });

const unknownTemplate = (reference: TypeReference): LedgerError =>
  isByName(reference)
    ? ledgerError("NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME", {
        cause: `No version of the package defines a template ${reference}.`,
      })
    : unknownType("TEMPLATE_ID", reference);

const unknownInterface = (reference: TypeReference): LedgerError =>
  isByName(reference)
    ? ledgerError("NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME", {
        cause: `No version of the package defines an interface ${reference}.`,
      })
    : unknownType("INTERFACE_ID", reference);

const unknownType = (
  resource: "TEMPLATE_ID" | "INTERFACE_ID",
  reference: TypeReference,
): LedgerError =>
  ledgerError("TEMPLATES_OR_INTERFACES_NOT_FOUND", {
    cause: `The participant knows no template or interface ${reference}.`,
    resources: [[resource, reference]],
  });
