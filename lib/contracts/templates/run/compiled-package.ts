import type { PackageId, PackageName, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { PackageSignature } from "../../engine/package-signature.ts";
import type { InterfaceDeclaration, TemplateDeclaration } from "../types/declaration.ts";
import type { CompiledTemplate } from "./compiled-template.ts";

/** An interface in a package. */
export interface CompiledInterface {
  readonly id: TypeId;
  readonly declaration: InterfaceDeclaration;
}

/** What a package of TypeScript templates is to the engine. */
export interface CompiledPackage {
  readonly packageId: PackageId;
  readonly name: PackageName;
  readonly templates: ReadonlyMap<TypeId, CompiledTemplate>;
  readonly interfaces: ReadonlyMap<TypeId, CompiledInterface>;
  /** By what they were declared as. */
  readonly templateOf: ReadonlyMap<TemplateDeclaration, CompiledTemplate>;
  readonly interfaceOf: ReadonlyMap<InterfaceDeclaration, CompiledInterface>;
}

const compiled = new WeakMap<PackageSignature, CompiledPackage>();

/** Tells what a package is to the engine. */
export const noteCompiledPackage = (defined: PackageSignature, as: CompiledPackage): void => {
  compiled.set(defined, as);
};

/** Undefined for a package in another language. */
export const compiledPackageOf = (known: PackageSignature): CompiledPackage | undefined =>
  compiled.get(known);
