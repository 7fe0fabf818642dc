import { splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import type { DataDefinition } from "../../base/values/type.ts";
import type {
  InterfaceSignature,
  PackageSignature,
  TemplateSignature,
} from "../../contracts/engine/package-signature.ts";

/** What packages define, by the ids of types. */
export class Definitions {
  readonly #packages: ReadonlyMap<string, PackageSignature>;

  constructor(packages: readonly PackageSignature[]) {
    this.#packages = new Map(packages.map((each) => [each.packageId, each]));
  }

  package(packageId: string): PackageSignature | undefined {
    return this.#packages.get(packageId);
  }

  data(id: TypeId): DataDefinition | undefined {
    const { packageId, qualifiedName } = splitTypeId(id);
    return this.#packages.get(packageId)?.dataTypes.get(qualifiedName);
  }

  template(id: TypeId): TemplateSignature | undefined {
    const { packageId, qualifiedName } = splitTypeId(id);
    return this.#packages.get(packageId)?.templates.get(qualifiedName);
  }

  interface(id: TypeId): InterfaceSignature | undefined {
    const { packageId, qualifiedName } = splitTypeId(id);
    return this.#packages.get(packageId)?.interfaces.get(qualifiedName);
  }

  /** What a contract of this template or interface is known as, itself first: `<package name>:<Module>:<Entity>`. */
  namesOf(id: TypeId): readonly string[] {
    const others = this.template(id)?.implements ?? this.interface(id)?.requires ?? [];
    return [this.nameOf(id), ...[...others].map((other) => this.nameOf(other)).sort()];
  }

  /** The same for all versions of a package. */
  nameOf(id: TypeId): string {
    const { packageId, qualifiedName } = splitTypeId(id);
    return `${this.#packages.get(packageId)?.name ?? packageId}:${qualifiedName}`;
  }
}
