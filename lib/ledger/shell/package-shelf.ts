import type { Package } from "../../contracts/engine/package.ts";
import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import type { PackageId } from "../../ground/identifiers/identifiers.ts";
import type { PackageArchive } from "../state/ledger-event.ts";

/**
 * Definitions of packages by their id, where folding finds what the journal only names. A package id
 * is a hash of the content, so ledgers may share a shelf.
 */
export class PackageShelf {
  readonly #packages = new Map<PackageId, Package>();
  readonly #darLoader: DarLoader | undefined;

  constructor(packages: readonly Package[] = [], darLoader?: DarLoader) {
    this.#darLoader = darLoader;
    this.add(packages);
  }

  get(packageId: PackageId): Package | undefined {
    return this.#packages.get(packageId);
  }

  /** Each once, in the order in which they came. */
  packages(): readonly Package[] {
    return [...this.#packages.values()];
  }

  /** Reads what was uploaded, unless it is here; a shelf without a loader cannot. */
  restore(archives: readonly PackageArchive[]): void {
    const missing = archives.filter(({ packageId }) => !this.#packages.has(packageId));
    if (missing.length === 0 || this.#darLoader === undefined) return;
    this.add(this.#darLoader.restore(missing.map(({ archive }) => archive)));
  }

  add(packages: readonly Package[]): void {
    for (const definition of packages) this.#packages.set(definition.packageId, definition);
  }
}
