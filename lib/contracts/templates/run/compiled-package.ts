import type { PackageId, PackageName, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { PackageSignature } from "../../engine/package-signature.ts";
import type { InterfaceDeclaration, TemplateDeclaration } from "../types/declaration.ts";
import type { CompiledTemplate } from "./compiled-template.ts";

/** An interface of a compiled package. */
export interface CompiledInterface {
  readonly id: TypeId;
  readonly declaration: InterfaceDeclaration;
}

/** A package of TypeScript templates, prepared for the engine. */
export interface CompiledPackage {
  readonly packageId: PackageId;
  readonly name: PackageName;
  readonly templates: ReadonlyMap<TypeId, CompiledTemplate>;
  readonly interfaces: ReadonlyMap<TypeId, CompiledInterface>;
  /** Templates by their declarations. */
  readonly templateOf: ReadonlyMap<TemplateDeclaration, CompiledTemplate>;
  readonly interfaceOf: ReadonlyMap<InterfaceDeclaration, CompiledInterface>;
}

const compiledPackageCache = new WeakMap<PackageSignature, CompiledPackage>();

/** Stores the compiled form of a package. */
export const registerCompiledPackage = (defined: PackageSignature, as: CompiledPackage): void => {
  compiledPackageCache.set(defined, as);
};

/** Returns the compiled form of a package; undefined for a package in another language. */
export const findCompiledPackage = (known: PackageSignature): CompiledPackage | undefined =>
  compiledPackageCache.get(known);
