import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { InterfaceDeclaration } from "../types/declaration.ts";
import type { CompiledPackage } from "./compiled-package.ts";

const homes = new WeakMap<InterfaceDeclaration, TypeId>();

/**
 * Notes which interfaces a package defines for others. The first package that has an interface keeps
 * it: two packages' interfaces are different ones (daml-lf.md 12), also those of two versions.
 */
export const noteHomes = ({ interfaces }: CompiledPackage): void => {
  for (const { declaration, id } of interfaces.values()) {
    if (!homes.has(declaration)) homes.set(declaration, id);
  }
};

/** The id that other packages know an interface by; undefined while it is in no package. */
export const homeOf = (declaration: InterfaceDeclaration): TypeId | undefined =>
  homes.get(declaration);
