import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { InterfaceDeclaration } from "../types/declaration.ts";
import type { CompiledPackage } from "./compiled-package.ts";

const interfaceIds = new WeakMap<InterfaceDeclaration, TypeId>();

/**
 * Records the package of each interface: the first one that contains it. Interfaces of two packages are
 * different interfaces (daml-lf.md 12), even in two versions of one package.
 */
export const registerInterfaces = ({ interfaces }: CompiledPackage): void => {
  for (const { declaration, id } of interfaces.values()) {
    if (!interfaceIds.has(declaration)) interfaceIds.set(declaration, id);
  }
};

/** Returns the id by which other packages refer to an interface; undefined if it is in no package. */
export const registeredInterfaceId = (declaration: InterfaceDeclaration): TypeId | undefined =>
  interfaceIds.get(declaration);
