import { splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import type { DataDefinition } from "../../base/values/type.ts";
import type {
  InterfaceSignature,
  PackageSignature,
  TemplateSignature,
} from "../../contracts/engine/package-signature.ts";

/** Finds the definitions of packages by type id. */
export class TypeDefinitionLookup {
  readonly #packages: ReadonlyMap<string, PackageSignature>;

  constructor(packages: readonly PackageSignature[]) {
    this.#packages = new Map(packages.map((each) => [each.packageId, each]));
  }

  findPackage(packageId: string): PackageSignature | undefined {
    return this.#packages.get(packageId);
  }

  findDataType(id: TypeId): DataDefinition | undefined {
    const { packageId, qualifiedName } = splitTypeId(id);
    return this.#packages.get(packageId)?.dataTypes.get(qualifiedName);
  }

  findTemplate(id: TypeId): TemplateSignature | undefined {
    const { packageId, qualifiedName } = splitTypeId(id);
    return this.#packages.get(packageId)?.templates.get(qualifiedName);
  }

  findInterface(id: TypeId): InterfaceSignature | undefined {
    const { packageId, qualifiedName } = splitTypeId(id);
    return this.#packages.get(packageId)?.interfaces.get(qualifiedName);
  }

  /**
   * Returns the name of a template or interface, followed by the names of the interfaces that it
   * implements or requires: `<package name>:<Module>:<Entity>`.
   */
  listNamesWithInterfaces(id: TypeId): readonly string[] {
    const others = this.findTemplate(id)?.implements ?? this.findInterface(id)?.requires ?? [];
    return [
      this.formatNameWithPackage(id),
      ...[...others].map((other) => this.formatNameWithPackage(other)).sort(),
    ];
  }

  /** Returns the name of a type, which is the same in all versions of a package. */
  formatNameWithPackage(id: TypeId): string {
    const { packageId, qualifiedName } = splitTypeId(id);
    return `${this.#packages.get(packageId)?.name ?? packageId}:${qualifiedName}`;
  }
}
