import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { InterfaceDeclaration } from "../types/declaration.ts";
import type { RunnableTypeScriptPackage } from "./runnable-typescript-package.ts";

const interfaceIdByDeclaration = new WeakMap<InterfaceDeclaration, TypeId>();

/**
 * Records the first package that contains each interface. A declaration that two packages contain, such
 * as two versions of one package, is a separate interface in each of them (daml-lf.md 12).
 */
export const registerPackageInterfaces = ({ interfaces }: RunnableTypeScriptPackage): void => {
  for (const { declaration, id } of interfaces.values()) {
    if (!interfaceIdByDeclaration.has(declaration)) interfaceIdByDeclaration.set(declaration, id);
  }
};

/**
 * Returns the id with which other packages refer to an interface; undefined if no package contains
 * the interface.
 */
export const findRegisteredInterfaceId = (declaration: InterfaceDeclaration): TypeId | undefined =>
  interfaceIdByDeclaration.get(declaration);
