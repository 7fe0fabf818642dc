import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type {
  PackageName,
  QualifiedName,
  TypeReference,
} from "../../../base/identifiers/identifiers.ts";
import { concatFlatString } from "../../../base/values/text.ts";

/** The declaration of a template or interface, which can belong to packages. */
interface PackagedDeclaration {
  readonly qualifiedName: QualifiedName;
}

interface AssignedPackage {
  readonly name: PackageName;
  readonly reference: TypeReference;
}

const packageByDeclaration = new WeakMap<PackagedDeclaration, AssignedPackage>();

/**
 * Assigns a declaration to a package name. It may belong to any number of versions of that name. Raises
 * INVALID_ARGUMENT if it already belongs to another name.
 */
export const bindDeclarationToPackageName = (
  declaration: PackagedDeclaration,
  name: PackageName,
): void => {
  const known = packageByDeclaration.get(declaration)?.name;
  if (known !== undefined && known !== name) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `${declaration.qualifiedName} belongs to package ${known} and cannot be in ${name} as well.`,
    });
  }
  const reference = concatFlatString("#", name, ":", declaration.qualifiedName);
  packageByDeclaration.set(declaration, { name, reference });
};

/** Returns the package name. Raises INVALID_ARGUMENT if the declaration belongs to no package. */
export const getDeclarationPackageName = (declaration: PackagedDeclaration): PackageName =>
  getAssignedPackage(declaration).name;

/** Returns `#<package name>:<Module>:<Entity>`. Raises the error of {@link getDeclarationPackageName}. */
export const getDeclaredDamlTypeReference = (declaration: PackagedDeclaration): TypeReference =>
  getAssignedPackage(declaration).reference;

const getAssignedPackage = (declaration: PackagedDeclaration): AssignedPackage => {
  const assigned = packageByDeclaration.get(declaration);
  if (assigned === undefined) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `${declaration.qualifiedName} does not belong to a package yet; pass it to definePackage first.`,
    });
  }
  return assigned;
};
