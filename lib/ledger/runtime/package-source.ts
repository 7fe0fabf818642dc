import type { Package } from "../../contracts/engine/package.ts";
import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import { type LedgerError, ledgerError } from "../../ground/errors/ledger-error.ts";
import type { PackageId } from "../../ground/identifiers/identifiers.ts";
import type { PackageArchive, PackagesAdded } from "../state/ledger-event.ts";

/** What is at hand when an event is folded. */
export interface AtHand {
  /** The packages of the state before. */
  readonly known: PackageRegistry;
  /** Those that came with the decision, where it is this ledger's own. */
  readonly decided: readonly Package[];
}

/**
 * Where the definitions come from that the journal only names: what the ledger was created with, and what
 * it can read of uploads. It never changes: the packages that a ledger knows are kept in its state.
 */
export class PackageSource {
  readonly #given: ReadonlyMap<PackageId, Package>;
  readonly #darLoader: DarLoader | undefined;

  constructor(given: readonly Package[], darLoader?: DarLoader) {
    this.#given = byId(given);
    this.#darLoader = darLoader;
  }

  /** What the ledger was created with: each once, in the order in which they came. */
  given(): readonly Package[] {
    return [...this.#given.values()];
  }

  /**
   * The packages that the event adds to those known. Raises PACKAGE_NOT_FOUND for one whose definition
   * nobody gave: a state without it would look right and not be.
   */
  added(event: PackagesAdded, { known, decided }: AtHand): readonly Package[] {
    const added = event.packageIds.filter((packageId) => known.get(packageId) === undefined);
    const found = new Map([...this.#given, ...byId(decided)]);
    const isMissing = (packageId: PackageId): boolean =>
      added.includes(packageId) && !found.has(packageId);
    const uploads = event.archives?.filter(({ packageId }) => isMissing(packageId)) ?? [];
    for (const restored of this.#restored(uploads)) found.set(restored.packageId, restored);
    const missing = added.filter(isMissing);
    if (missing.length > 0) throw undefinedPackages(missing);
    return added.flatMap((packageId) => found.get(packageId) ?? []);
  }

  /** Without a loader nothing that was uploaded can be read. */
  #restored(uploads: readonly PackageArchive[]): readonly Package[] {
    return this.#darLoader?.restore(uploads.map(({ archive }) => archive)) ?? [];
  }
}

const byId = (packages: readonly Package[]): ReadonlyMap<PackageId, Package> =>
  new Map(packages.map((each) => [each.packageId, each]));

const undefinedPackages = (missing: readonly PackageId[]): LedgerError =>
  ledgerError("PACKAGE_NOT_FOUND", {
    cause: `The journal names packages that this ledger has no definition of; createLedger has to be given them: ${missing.join(", ")}.`,
    resources: missing.map((packageId) => ["PACKAGE", packageId] as const),
  });
