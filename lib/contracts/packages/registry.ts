import { OrderedMap } from "../../base/collections/ordered-map.ts";
import {
  type PackageId,
  type PackageName,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import { type Codec, createCodecs } from "../../base/values/codec.ts";
import { createShapes, type Shapes } from "../../base/values/shape.ts";
import type { DataDefinition, DataLookup, Type } from "../../base/values/type.ts";
import type { Package } from "../engine/package.ts";
import type { KnownPackages } from "../engine/package-choice.ts";
import type { InterfaceSignature, TemplateSignature } from "../engine/package-signature.ts";
import { comparePackageVersions } from "./package-version.ts";

/**
 * The packages a participant knows: an immutable value, part of the ledger state. What it prepares
 * for values (shapes, codecs) is kept with it, so nothing is prepared twice while no package comes.
 */
export class PackageRegistry implements KnownPackages {
  static readonly empty: PackageRegistry = new PackageRegistry(
    OrderedMap.empty(),
    OrderedMap.empty(),
  );

  readonly #byId: OrderedMap<PackageId, Package>;
  readonly #byName: OrderedMap<PackageName, readonly Package[]>;
  /** What {@link implementations} found before. */
  readonly #implementations = new Map<TypeId, readonly TypeId[]>();
  /** What {@link template} found before. */
  readonly #templates = new Map<TypeId, TemplateSignature>();
  #shapes: Shapes | undefined;
  #codecs: ((type: Type) => Codec) | undefined;

  private constructor(
    byId: OrderedMap<PackageId, Package>,
    byName: OrderedMap<PackageName, readonly Package[]>,
  ) {
    this.#byId = byId;
    this.#byName = byName;
  }

  /** A registry with these packages. */
  static of(packages: Iterable<Package>): PackageRegistry {
    let registry = PackageRegistry.empty;
    for (const added of packages) registry = registry.add(added);
    return registry;
  }

  get(packageId: PackageId): Package | undefined {
    return this.#byId.get(packageId);
  }

  /** All packages of a name, highest version first; of one version there may be several. */
  versions(name: PackageName): readonly Package[] {
    return this.#byName.get(name) ?? [];
  }

  /** Ascending by package id. */
  packages(): IterableIterator<Package> {
    return this.#byId.values();
  }

  /** A registry that knows `added` as well; this very one when it knows its id already. */
  add(added: Package): PackageRegistry {
    if (this.#byId.has(added.packageId)) return this;
    const versions = [...this.versions(added.name), added].sort(highestFirst);
    return new PackageRegistry(
      this.#byId.set(added.packageId, added),
      this.#byName.set(added.name, versions),
    );
  }

  /** By concrete id; undefined when the package or the template is not known. */
  template(id: TypeId): TemplateSignature | undefined {
    const known = this.#templates.get(id);
    if (known !== undefined) return known;
    const { packageId, qualifiedName } = splitTypeId(id);
    const found = this.#byId.get(packageId)?.templates.get(qualifiedName);
    if (found !== undefined) this.#templates.set(id, found);
    return found;
  }

  /** By concrete id; undefined when the package or the interface is not known. */
  interface(id: TypeId): InterfaceSignature | undefined {
    const { packageId, qualifiedName } = splitTypeId(id);
    return this.#byId.get(packageId)?.interfaces.get(qualifiedName);
  }

  /**
   * The templates that implement an interface, in all their versions; sorted. Looks at all templates of
   * the packages that refer to its package the first time.
   */
  implementations(interfaceId: TypeId): readonly TypeId[] {
    let found = this.#implementations.get(interfaceId);
    if (found === undefined) {
      found = [...implementationsOf(interfaceId, this.packages())].sort();
      this.#implementations.set(interfaceId, found);
    }
    return found;
  }

  /** Answers the data types of all packages. */
  readonly definitions: DataLookup = (id) => this.#definition(id);

  /** Shapes of the types of all packages. */
  get shapes(): Shapes {
    return (this.#shapes ??= createShapes(this.definitions));
  }

  /** The codec of a type that a signature of these packages names. O(1) for a type seen before. */
  codec(type: Type): Codec {
    this.#codecs ??= createCodecs(this.shapes);
    return this.#codecs(type);
  }

  #definition(id: TypeId): DataDefinition | undefined {
    const { packageId, qualifiedName } = splitTypeId(id);
    return this.#byId.get(packageId)?.dataTypes.get(qualifiedName);
  }
}

const highestFirst = (left: Package, right: Package): number =>
  comparePackageVersions(right.version, left.version) ||
  (left.packageId < right.packageId ? -1 : 1);

function* implementationsOf(
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
