import type { PackageId } from "../model/identifiers.ts";
import type { Package } from "../packages/package.ts";

/**
 * Definitions of packages by their id, where folding finds what the journal only names. A package id
 * is a hash of the content, so ledgers may share a shelf.
 */
export class PackageShelf {
  readonly #packages = new Map<PackageId, Package>();

  constructor(packages: readonly Package[] = []) {
    this.add(packages);
  }

  get(packageId: PackageId): Package | undefined {
    return this.#packages.get(packageId);
  }

  /** Each once, in the order in which they came. */
  packages(): readonly Package[] {
    return [...this.#packages.values()];
  }

  add(packages: readonly Package[]): void {
    for (const definition of packages) this.#packages.set(definition.packageId, definition);
  }
}
