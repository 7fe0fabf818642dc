import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type {
  PackageName,
  QualifiedName,
  TypeReference,
} from "../../../base/identifiers/identifiers.ts";
import { joinedText } from "../../../base/values/text.ts";

/** What can belong to a package: the declaration of a template or interface. */
interface Declaration {
  readonly qualifiedName: QualifiedName;
}

interface Home {
  readonly name: PackageName;
  readonly reference: TypeReference;
}

const homes = new WeakMap<Declaration, Home>();

/**
 * Notes which packages a declaration belongs to: all have one name, in any number of versions. Raises
 * INVALID_ARGUMENT when it belongs to packages with another name already.
 */
export const claimForPackage = (declaration: Declaration, name: PackageName): void => {
  const known = homes.get(declaration)?.name;
  if (known !== undefined && known !== name) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `${declaration.qualifiedName} belongs to package ${known} and cannot be in ${name} as well.`,
    });
  }
  const reference = joinedText("#", name, ":", declaration.qualifiedName);
  homes.set(declaration, { name, reference });
};

/** Raises INVALID_ARGUMENT while the declaration belongs to no package. */
export const packageNameOf = (declaration: Declaration): PackageName => homeOf(declaration).name;

/** `#<package name>:<Module>:<Entity>`. Raises as {@link packageNameOf}. */
export const referenceTo = (declaration: Declaration): TypeReference =>
  homeOf(declaration).reference;

const homeOf = (declaration: Declaration): Home => {
  const home = homes.get(declaration);
  if (home === undefined) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `${declaration.qualifiedName} belongs to no package yet; give it to definePackage first.`,
    });
  }
  return home;
};
