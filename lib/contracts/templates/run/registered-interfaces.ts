import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { InterfaceDeclaration } from "../types/declaration.ts";
import type { CompiledPackage } from "./compiled-package.ts";

const homes = new WeakMap<InterfaceDeclaration, TypeId>();

/**
 * Records the package of each interface. The first package that contains an interface keeps it: interfaces
 * of two packages are different (daml-lf.md 12), also those of two versions.
 */
export const registerInterfaces = ({ interfaces }: CompiledPackage): void => {
  for (const { declaration, id } of interfaces.values()) {
    if (!homes.has(declaration)) homes.set(declaration, id);
  }
};

/** Returns the id by which other packages refer to an interface; undefined if it is in no package. */
export const registeredInterfaceId = (declaration: InterfaceDeclaration): TypeId | undefined =>
  homes.get(declaration);
