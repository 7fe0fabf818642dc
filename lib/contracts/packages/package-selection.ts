import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import {
  type PackageId,
  type PackageName,
  splitTypeId,
  type TypeReference,
} from "../../base/identifiers/identifiers.ts";
import type { Package } from "../engine/package.ts";
import type { SubmissionPackageSelector } from "../engine/package-selector.ts";
import type { InterfaceSignature, TemplateSignature } from "../engine/package-signature.ts";
import type { PackageRegistry } from "./registry.ts";

export interface PackageSelectionOptions {
  /**
   * Ids of packages that this submission prefers to other packages with the same name
   * (`packageIdSelectionPreference`). The constructor raises INVALID_ARGUMENT for an unknown id and
   * for two ids with the same package name.
   */
  readonly preference?: readonly PackageId[];
  /** Returns true for packages that may be selected, such as the vetted ones. Default: every package. */
  readonly isUsable?: (candidate: Package) => boolean;
}

/**
 * Selects one package per package name for a whole submission (daml-lf.md 18.4, ledger-api.md
 * 3.6.4): the package that the submission prefers, otherwise the package with the highest usable
 * version.
 */
export class PackageSelection implements SubmissionPackageSelector {
  readonly registry: PackageRegistry;
  readonly #preferredByName: ReadonlyMap<PackageName, Package>;
  readonly #isUsable: (candidate: Package) => boolean;
  readonly #found = new Map<PackageName, Package>();

  constructor(
    registry: PackageRegistry,
    { preference = [], isUsable = () => true }: PackageSelectionOptions = {},
  ) {
    this.registry = registry;
    this.#preferredByName = packagesByName(registry, preference);
    this.#isUsable = isUsable;
  }

  /** Returns the selected package; undefined if the name is unknown or has no usable version. */
  find(name: PackageName): Package | undefined {
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const found = this.#choosePackage(name);
    if (found !== undefined) this.#found.set(name, found);
    return found;
  }

  #choosePackage(name: PackageName): Package | undefined {
    const pinned = this.#preferredByName.get(name);
    if (pinned !== undefined) return this.#isUsable(pinned) ? pinned : undefined;
    return this.registry.versions(name).find(this.#isUsable);
  }

  /** Returns the selected package. Raises UNRESOLVED_PACKAGE_NAME. */
  getPreferredPackage(name: PackageName): Package {
    const found = this.find(name);
    if (found === undefined) {
      throw ledgerError("UNRESOLVED_PACKAGE_NAME", {
        cause: `No usable package with the name ${name} is known to this participant.`,
        resources: [["PACKAGE_NAME", name]],
      });
    }
    return found;
  }

  /** Returns a package by id. Raises PACKAGE_NOT_FOUND. */
  getPackage(packageId: PackageId): Package {
    const found = this.registry.get(packageId);
    if (found === undefined) {
      throw ledgerError("PACKAGE_NOT_FOUND", {
        cause: `The package ${packageId} is not known to this participant.`,
        resources: [["PACKAGE", packageId]],
      });
    }
    return found;
  }

  /**
   * Returns the package of a reference in a command; undefined for an unknown package id. Raises
   * PACKAGE_NAMES_NOT_FOUND for an unknown `#name`, JSON_API_PACKAGE_SELECTION_FAILED for a name
   * without a usable package.
   */
  findReferencedPackage(reference: TypeReference): Package | undefined {
    const { packageId, packageName } = splitTypeId(reference);
    if (packageName === undefined) return this.registry.get(packageId);
    const found = this.find(packageName);
    if (found === undefined) throw selectionFailedError(packageName, this.registry);
    return found;
  }

  /**
   * Returns the template that a command names. Raises TEMPLATES_OR_INTERFACES_NOT_FOUND and the
   * errors of {@link findReferencedPackage}.
   */
  getTemplate(reference: TypeReference): TemplateSignature {
    const { qualifiedName } = splitTypeId(reference);
    const searchedPackage = this.findReferencedPackage(reference);
    const found = searchedPackage?.templates.get(qualifiedName);
    if (found === undefined) {
      throw unknownTypeError("TEMPLATE_ID", reference, {
        searchedPackage,
        registry: this.registry,
      });
    }
    return found;
  }

  /** Returns the template or interface that a command names. Raises the errors of {@link getTemplate}. */
  getTemplateOrInterface(reference: TypeReference): TemplateSignature | InterfaceSignature {
    const { qualifiedName } = splitTypeId(reference);
    const searchedPackage = this.findReferencedPackage(reference);
    const found =
      searchedPackage?.templates.get(qualifiedName) ??
      searchedPackage?.interfaces.get(qualifiedName);
    if (found === undefined) {
      throw unknownTypeError("TEMPLATE_ID", reference, {
        searchedPackage,
        registry: this.registry,
      });
    }
    return found;
  }
}

const noPackages: ReadonlyMap<PackageName, Package> = new Map();

const packagesByName = (
  registry: PackageRegistry,
  preference: readonly PackageId[],
): ReadonlyMap<PackageName, Package> => {
  if (preference.length === 0) return noPackages;
  const pinned = new Map<PackageName, Package>();
  for (const packageId of preference) {
    const found = registry.get(packageId);
    if (found === undefined) {
      throw invalidPreferenceError(`the package ${packageId} is not known to this participant`);
    }
    if (pinned.has(found.name)) {
      throw invalidPreferenceError(`it names two packages with the name ${found.name}`);
    }
    pinned.set(found.name, found);
  }
  return pinned;
};

const invalidPreferenceError = (why: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", {
    cause: `The package id selection preference cannot be used: ${why}.`,
  });

const selectionFailedError = (name: PackageName, registry: PackageRegistry): LedgerError =>
  registry.versions(name).length === 0
    ? ledgerError("PACKAGE_NAMES_NOT_FOUND", {
        cause: `No package known to this participant has the name ${name}.`,
      })
    : ledgerError("JSON_API_PACKAGE_SELECTION_FAILED", {
        cause: `None of the packages with the name ${name} can be used in this submission.`,
      });

const unknownTypeError = (
  resource: "TEMPLATE_ID" | "INTERFACE_ID",
  reference: TypeReference,
  { searchedPackage, registry }: SearchedPackages,
): LedgerError =>
  ledgerError("TEMPLATES_OR_INTERFACES_NOT_FOUND", {
    cause: `${reference} is not known to this participant.${suggestReferences(reference, registry)}`,
    resources: [
      [
        resource,
        searchedPackage === undefined ? reference : formatIdInPackage(searchedPackage, reference),
      ],
    ],
  });

/**
 * The places where a type was searched for: the package that was selected for its name, and the
 * registry.
 */
interface SearchedPackages {
  readonly searchedPackage?: Package | undefined;
  readonly registry: PackageRegistry;
}

const formatIdInPackage = ({ packageId }: Package, reference: TypeReference): string =>
  `${packageId}:${splitTypeId(reference).qualifiedName}`;

/** Returns a hint with the packages that contain the entity, or an empty text. */
const suggestReferences = (reference: TypeReference, registry: PackageRegistry): string => {
  const { qualifiedName } = splitTypeId(reference);
  const holders = new Set<PackageName>();
  for (const { name, templates, interfaces } of registry.packages()) {
    if (templates.has(qualifiedName) || interfaces.has(qualifiedName)) holders.add(name);
  }
  if (holders.size === 0) return "";
  return ` Did you mean ${[...holders].map((name) => `#${name}:${qualifiedName}`).join(" or ")}?`;
};
