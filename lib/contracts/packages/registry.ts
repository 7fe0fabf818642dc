import { ImmutableOrderedMap } from "../../base/collections/immutable-ordered-map.ts";
import {
  type PackageId,
  type PackageName,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import { type Codec, createCodecLookup } from "../../base/values/codec.ts";
import { createTypeShapes, type Shapes } from "../../base/values/shape.ts";
import type { DataDefinition, DataLookup, Type } from "../../base/values/type.ts";
import type { Package } from "../engine/package.ts";
import type { KnownPackages } from "../engine/package-selector.ts";
import type { InterfaceSignature, TemplateSignature } from "../engine/package-signature.ts";
import { comparePackageVersions } from "./package-version.ts";

/**
 * The packages that a participant knows. The registry is immutable and part of the ledger state. It
 * caches shapes and codecs; a registry with one more package has new caches.
 */
export class PackageRegistry implements KnownPackages {
  static readonly empty: PackageRegistry = new PackageRegistry(
    ImmutableOrderedMap.empty(),
    ImmutableOrderedMap.empty(),
  );

  readonly #byId: ImmutableOrderedMap<PackageId, Package>;
  readonly #byName: ImmutableOrderedMap<PackageName, readonly Package[]>;
  /** Cache of {@link implementations}. */
  readonly #implementations = new Map<TypeId, readonly TypeId[]>();
  /** Cache of {@link template}. */
  readonly #templates = new Map<TypeId, TemplateSignature>();
  #shapes: Shapes | undefined;
  #codecs: ((type: Type) => Codec) | undefined;

  private constructor(
    byId: ImmutableOrderedMap<PackageId, Package>,
    byName: ImmutableOrderedMap<PackageName, readonly Package[]>,
  ) {
    this.#byId = byId;
    this.#byName = byName;
  }

  /** Returns a registry with these packages. */
  static of(packages: Iterable<Package>): PackageRegistry {
    let registry = PackageRegistry.empty;
    for (const added of packages) registry = registry.add(added);
    return registry;
  }

  get(packageId: PackageId): Package | undefined {
    return this.#byId.get(packageId);
  }

  /** Returns all packages with this name, highest version first. Several packages may have the same version. */
  versions(name: PackageName): readonly Package[] {
    return this.#byName.get(name) ?? [];
  }

  /** Iterates over all packages in ascending order of package id. */
  packages(): IterableIterator<Package> {
    return this.#byId.values();
  }

  /**
   * Returns a registry that also contains `added`, or this registry if it already contains a package with
   * that id.
   */
  add(added: Package): PackageRegistry {
    if (this.#byId.has(added.packageId)) return this;
    const versions = [...this.versions(added.name), added].sort(highestFirst);
    return new PackageRegistry(
      this.#byId.set(added.packageId, added),
      this.#byName.set(added.name, versions),
    );
  }

  /** Returns a template by concrete id; undefined if the package or the template is unknown. */
  template(id: TypeId): TemplateSignature | undefined {
    const known = this.#templates.get(id);
    if (known !== undefined) return known;
    const { packageId, qualifiedName } = splitTypeId(id);
    const found = this.#byId.get(packageId)?.templates.get(qualifiedName);
    if (found !== undefined) this.#templates.set(id, found);
    return found;
  }

  /** Returns an interface by concrete id; undefined if the package or the interface is unknown. */
  interface(id: TypeId): InterfaceSignature | undefined {
    const { packageId, qualifiedName } = splitTypeId(id);
    return this.#byId.get(packageId)?.interfaces.get(qualifiedName);
  }

  /**
   * Returns the templates that implement an interface, in all versions, sorted. The first call examines all
   * templates of the packages that refer to the interface's package.
   */
  implementations(interfaceId: TypeId): readonly TypeId[] {
    let found = this.#implementations.get(interfaceId);
    if (found === undefined) {
      found = [...findImplementations(interfaceId, this.packages())].sort();
      this.#implementations.set(interfaceId, found);
    }
    return found;
  }

  /** Returns the definition of a data type of any package; undefined if it is unknown. */
  readonly definitions: DataLookup = (id) => this.#findDataDefinition(id);

  /** Shapes of the types of all packages. */
  get shapes(): Shapes {
    return (this.#shapes ??= createTypeShapes(this.definitions));
  }

  /** Returns the codec of a type of these packages. O(1) for a type that was requested before. */
  codec(type: Type): Codec {
    this.#codecs ??= createCodecLookup(this.shapes);
    return this.#codecs(type);
  }

  #findDataDefinition(id: TypeId): DataDefinition | undefined {
    const { packageId, qualifiedName } = splitTypeId(id);
    return this.#byId.get(packageId)?.dataTypes.get(qualifiedName);
  }
}

const highestFirst = (left: Package, right: Package): number =>
  comparePackageVersions(right.version, left.version) ||
  (left.packageId < right.packageId ? -1 : 1);

function* findImplementations(
  interfaceId: TypeId,
  packages: Iterable<Package>,
): Generator<TypeId, void> {
  const owner = splitTypeId(interfaceId).packageId;
  for (const each of packages) {
    if (each.packageId === owner || each.dependencies.includes(owner)) {
      for (const template of each.templates.values()) {
        if (template.implements.has(interfaceId)) yield template.id;
      }
    }
  }
}
