import { ledgerError } from "../errors/ledger-error.ts";
import type { PackageName, QualifiedName, TypeReference } from "../model/identifiers.ts";

/** What can belong to a package: the declaration of a template or interface. */
interface Declaration {
  readonly qualifiedName: QualifiedName;
}

const names = new WeakMap<Declaration, PackageName>();

/**
 * Notes which packages a declaration belongs to: all have one name, in any number of versions. Raises
 * INVALID_ARGUMENT when it belongs to packages with another name already.
 */
export const claimForPackage = (declaration: Declaration, name: PackageName): void => {
  const known = names.get(declaration);
  if (known !== undefined && known !== name) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `${declaration.qualifiedName} belongs to package ${known} and cannot be in ${name} as well.`,
    });
  }
  names.set(declaration, name);
};

/** Raises INVALID_ARGUMENT while the declaration belongs to no package. */
export const packageNameOf = (declaration: Declaration): PackageName => {
  const name = names.get(declaration);
  if (name === undefined) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `${declaration.qualifiedName} belongs to no package yet; give it to definePackage first.`,
    });
  }
  return name;
};

/** `#<package name>:<Module>:<Entity>`. Raises as {@link packageNameOf}. */
export const referenceTo = (declaration: Declaration): TypeReference =>
  `#${packageNameOf(declaration)}:${declaration.qualifiedName}`;
