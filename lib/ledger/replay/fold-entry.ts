import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { PackageId } from "../../base/identifiers/identifiers.ts";
import { yieldToEventLoop } from "../../base/scheduling/yield-to-event-loop.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { EventApplicationContext } from "../state/event-application-context.ts";
import { applyJournalEntry } from "../state/evolve.ts";
import type { JournalEntry, PackageArchive, PackagesAdded } from "../state/journal-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";

/** The data that is needed to apply journal entries to a state. */
export interface JournalFoldContext {
  readonly packages: PackageDefinitionSource;
  /** Undefined if the ledger has no rules of coin history. */
  readonly historyOf: EventApplicationContext["historyOf"];
  /**
   * A hash of the rules of coin history. Checkpoints that were written with other rules are
   * ignored.
   */
  readonly rules: string;
  /**
   * Checks an entry of a store or a dump. Throws an error if the entry is invalid. `packages` are
   * the packages known after the entry.
   */
  readonly audit?: (entry: JournalEntry, packages: PackageRegistry) => void;
}

/**
 * Returns the state after one more journal entry. `decided` are the packages of the decision, if
 * this process made the decision. Throws PACKAGE_NOT_FOUND if the entry adds packages without a
 * definition.
 */
export const foldJournalEntry = (
  state: LedgerState,
  entry: JournalEntry,
  { packages, historyOf }: JournalFoldContext,
  decided: readonly Package[] = [],
): LedgerState => {
  // Most entries add no packages: do not allocate a map for each entry.
  let added: Map<PackageId, Package> | undefined;
  for (const event of entry.events) {
    if (event.kind !== "packagesAdded") continue;
    for (const each of packages.resolveAddedPackages(event, { known: state.packages, decided })) {
      (added ??= new Map()).set(each.packageId, each);
    }
  }
  return applyJournalEntry(state, entry, {
    package: (packageId) => added?.get(packageId),
    historyOf,
  });
};

/** Number of events that are applied before yielding to the event loop. */
const eventsPerYield = 16;

/** Like {@link foldJournalEntry}, but yields to the event loop if the entry has many events. */
export const applyJournalEntryInSlices = async (
  state: LedgerState,
  entry: JournalEntry,
  folding: JournalFoldContext,
): Promise<LedgerState> => {
  const { position, events } = entry;
  if (events.length <= eventsPerYield) return foldJournalEntry(state, entry, folding);
  let folded = state;
  for (let begin = 0; begin < events.length; begin += eventsPerYield) {
    const part = { position, events: events.slice(begin, begin + eventsPerYield) };
    folded = foldJournalEntry(folded, part, folding);
    await yieldToEventLoop();
  }
  return folded;
};

/** The package definitions that are available while an event is applied. */
interface KnownDefinitions {
  /** The packages of the state before the event. */
  readonly known: PackageRegistry;
  /** The packages of the decision, if this process made the decision. */
  readonly decided: readonly Package[];
}

/**
 * Finds the definitions of packages, of which the journal has only the ids: among the packages that
 * the ledger was created with, and in uploaded archives. Immutable.
 */
export class PackageDefinitionSource {
  readonly #initialPackages: ReadonlyMap<PackageId, Package>;
  readonly #darLoader: DarLoader | undefined;

  constructor(given: readonly Package[], darLoader?: DarLoader) {
    this.#initialPackages = mapByPackageId(given);
    this.#darLoader = darLoader;
  }

  /**
   * Returns the packages that the ledger was created with, without duplicates, in their original
   * order.
   */
  listInitialPackages(): readonly Package[] {
    return [...this.#initialPackages.values()];
  }

  /** Returns the packages that the event adds. Throws PACKAGE_NOT_FOUND if one has no definition. */
  resolveAddedPackages(
    event: PackagesAdded,
    { known, decided }: KnownDefinitions,
  ): readonly Package[] {
    const added = event.packageIds.filter((packageId) => known.get(packageId) === undefined);
    const found = new Map([...this.#initialPackages, ...mapByPackageId(decided)]);
    const isMissing = (packageId: PackageId): boolean =>
      added.includes(packageId) && !found.has(packageId);
    const uploads = event.archives?.filter(({ packageId }) => isMissing(packageId)) ?? [];
    for (const restored of this.#restoreFromArchives(uploads)) {
      found.set(restored.packageId, restored);
    }
    const missing = added.filter(isMissing);
    if (missing.length > 0) throw undefinedPackagesError(missing);
    return added.flatMap((packageId) => found.get(packageId) ?? []);
  }

  /** Returns the packages of uploaded archives; none without a loader. */
  #restoreFromArchives(uploads: readonly PackageArchive[]): readonly Package[] {
    return this.#darLoader?.restore(uploads.map(({ archive }) => archive)) ?? [];
  }
}

const mapByPackageId = (packages: readonly Package[]): ReadonlyMap<PackageId, Package> =>
  new Map(packages.map((each) => [each.packageId, each]));

const undefinedPackagesError = (missing: readonly PackageId[]): LedgerError =>
  ledgerError("PACKAGE_NOT_FOUND", {
    cause: `The code of these packages is missing: ${missing.join(", ")}. Pass them to createLedger in packages, together with from or store. To see the contracts without the code, save a file for the explorer.`,
    resources: missing.map((packageId) => ["PACKAGE", packageId] as const),
  });
