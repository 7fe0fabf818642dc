import type { PackageId, PackageName, TypeId } from "../../../ground/identifiers/identifiers.ts";
import type { ContractEngine } from "../../engine/contract-engine.ts";
import type { Package } from "../../engine/package.ts";
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

const compiled = new WeakMap<ContractEngine, CompiledPackage>();

/** Tells what an engine runs. */
export const noteCompiledPackage = (engine: ContractEngine, of: CompiledPackage): void => {
  compiled.set(engine, of);
};

/** Undefined for a package in another language. */
export const compiledPackageOf = ({ engine }: Package): CompiledPackage | undefined =>
  compiled.get(engine);
