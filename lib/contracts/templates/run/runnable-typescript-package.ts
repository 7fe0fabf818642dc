import type { PackageId, PackageName, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { PackageSignature } from "../../engine/package-signature.ts";
import type { InterfaceDeclaration, TemplateDeclaration } from "../types/declaration.ts";
import type { RunnableTypeScriptTemplate } from "./runnable-typescript-template.ts";

/** An interface of a compiled package. */
export interface RunnableTypeScriptInterface {
  readonly id: TypeId;
  readonly declaration: InterfaceDeclaration;
}

/** A package of TypeScript templates, prepared for the engine. */
export interface RunnableTypeScriptPackage {
  readonly packageId: PackageId;
  readonly name: PackageName;
  readonly templates: ReadonlyMap<TypeId, RunnableTypeScriptTemplate>;
  readonly interfaces: ReadonlyMap<TypeId, RunnableTypeScriptInterface>;
  /** Templates by their declarations. */
  readonly templateOf: ReadonlyMap<TemplateDeclaration, RunnableTypeScriptTemplate>;
  readonly interfaceOf: ReadonlyMap<InterfaceDeclaration, RunnableTypeScriptInterface>;
}

const compiledPackageCache = new WeakMap<PackageSignature, RunnableTypeScriptPackage>();

/** Stores the compiled form of a package. */
export const registerRunnableTypeScriptPackage = (
  defined: PackageSignature,
  as: RunnableTypeScriptPackage,
): void => {
  compiledPackageCache.set(defined, as);
};

/** Returns the compiled form of a package; undefined for a package in another language. */
export const findRunnableTypeScriptPackage = (
  known: PackageSignature,
): RunnableTypeScriptPackage | undefined => compiledPackageCache.get(known);
