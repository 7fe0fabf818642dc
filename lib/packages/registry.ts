import { OrderedMap } from "../state/ordered-map.ts";
import type { PackageId, PackageName } from "../model/identifiers.ts";
import type { Package } from "./package.ts";

/** The packages a participant knows: an immutable value, part of the ledger state. */
export class PackageRegistry {
  static readonly empty: PackageRegistry = new PackageRegistry(
    OrderedMap.empty(),
    OrderedMap.empty(),
  );

  readonly #byId: OrderedMap<PackageId, Package>;
  readonly #byName: OrderedMap<PackageName, readonly Package[]>;

  private constructor(
    byId: OrderedMap<PackageId, Package>,
    byName: OrderedMap<PackageName, readonly Package[]>,
  ) {
    this.#byId = byId;
    this.#byName = byName;
  }

  get(packageId: PackageId): Package | undefined {
    return this.#byId.get(packageId);
  }

  /** All versions of a name, highest version first. */
  versions(name: PackageName): readonly Package[] {
    return this.#byName.get(name) ?? [];
  }

  packages(): IterableIterator<Package> {
    return this.#byId.values();
  }
}
