import { ledgerError } from "../../../base/errors/ledger-error.ts";
import { type PackageId, splitTypeId, type TypeId } from "../../../base/identifiers/identifiers.ts";
import type {
  LfDataType,
  LfInterface,
  LfModule,
  LfPackage,
  LfTemplate,
  LfValueId,
  TypeSynonym,
  ValueDefinition,
} from "../syntax/ast.ts";
import { createInvalidPackageError } from "./validation-error.ts";

/**
 * Finds the definition for a reference in the given packages. Raises DAR_VALIDATION_ERROR, and
 * DAR_DEPENDENCIES_NOT_VALID if a package is missing.
 */
export class PackageDefinitionLookup {
  readonly #packages: (packageId: PackageId) => LfPackage | undefined;
  readonly #modules = new Map<string, LfModule>();

  constructor(packages: (packageId: PackageId) => LfPackage | undefined) {
    this.#packages = packages;
  }

  getDataType(id: TypeId): LfDataType {
    return this.#find(id, "data type", ({ dataTypes }, name) => dataTypes.get(name));
  }

  getSynonym(id: TypeId): TypeSynonym {
    return this.#find(id, "type synonym", ({ synonyms }, name) => synonyms.get(name));
  }

  getValue(id: LfValueId): ValueDefinition {
    return this.#find(id, "value", ({ values }, name) => values.get(name));
  }

  getTemplate(id: TypeId): LfTemplate {
    return this.#find(id, "template", ({ templates }, name) => templates.get(name));
  }

  getInterface(id: TypeId): LfInterface {
    return this.#find(id, "interface", ({ interfaces }, name) => interfaces.get(name));
  }

  isException(id: TypeId): boolean {
    const { module, name } = this.#locateDefinition(id);
    return module?.exceptions.has(name) ?? false;
  }

  isInterface(id: TypeId): boolean {
    const { module, name } = this.#locateDefinition(id);
    return module?.interfaces.has(name) ?? false;
  }

  #locateDefinition(id: TypeId): { readonly module: LfModule | undefined; readonly name: string } {
    const afterPackage = id.indexOf(":") + 1;
    const afterModule = id.indexOf(":", afterPackage) + 1;
    return {
      module: this.#findModule(id.slice(0, afterModule), afterPackage),
      name: id.slice(afterModule),
    };
  }

  /**
   * Returns the module of a reference. `prefix` is the reference up to the name; results are cached,
   * because references often repeat modules.
   */
  #findModule(prefix: string, afterPackage: number): LfModule | undefined {
    const known = this.#modules.get(prefix);
    if (known !== undefined) return known;
    const { modules } = this.#packages(prefix.slice(0, afterPackage - 1)) ?? {};
    const module = modules?.get(prefix.slice(afterPackage, -1));
    if (module !== undefined) this.#modules.set(prefix, module);
    return module;
  }

  #assertPackage(packageId: PackageId): void {
    if (this.#packages(packageId) !== undefined) return;
    throw ledgerError("DAR_DEPENDENCIES_NOT_VALID", {
      cause: `The DAR does not contain the package ${packageId}, to which its code refers.`,
      resources: [["PACKAGE", packageId]],
    });
  }

  #find<T>(id: TypeId, what: string, select: (module: LfModule, name: string) => T | undefined): T {
    const { module, name } = this.#locateDefinition(id);
    if (module === undefined) this.#assertPackage(splitTypeId(id).packageId);
    const found = module === undefined ? undefined : select(module, name);
    if (found === undefined) {
      throw createInvalidPackageError(`it refers to a ${what} ${id} that does not exist`);
    }
    return found;
  }
}
