import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { PackageId } from "../../base/identifiers/identifiers.ts";
import { nextTurn } from "../../base/scheduling/next-turn.ts";
import type { Package } from "../../contracts/engine/package.ts";
import type { DarLoader } from "../../contracts/packages/dar-loader.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import { applyEntry } from "../state/evolve.ts";
import type { EvolveContext } from "../state/evolve-context.ts";
import type { JournalEntry, PackageArchive, PackagesAdded } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";

/** Everything that folding a journal depends on besides the journal. */
export interface Folding {
  readonly packages: PackageSource;
  readonly historyOf: NonNullable<EvolveContext["historyOf"]>;
  /** Identifies the rules of coin history: another text, another history. */
  readonly rules: string;
  /** Throws for an entry of a store or a dump that no ledger writes; `packages` are those known after it. */
  readonly audit?: (entry: JournalEntry, packages: PackageRegistry) => void;
}

/**
 * Returns the state after one more journal entry. `decided`: the packages of the decision, if this ledger made it. Throws
 * PACKAGE_NOT_FOUND if the entry adds packages without a definition.
 */
export const foldEntry = (
  state: LedgerState,
  entry: JournalEntry,
  { packages, historyOf }: Folding,
  decided: readonly Package[] = [],
): LedgerState => {
  const added = new Map<PackageId, Package>();
  for (const event of entry.events) {
    if (event.kind !== "packagesAdded") continue;
    for (const each of packages.added(event, { known: state.packages, decided })) {
      added.set(each.packageId, each);
    }
  }
  return applyEntry(state, entry, { package: (packageId) => added.get(packageId), historyOf });
};

/** Events that are folded before the event loop runs. */
const eventsInTurn = 16;

/** As {@link foldEntry}; the event loop runs in between if the entry has many events. */
export const foldInTurns = async (
  state: LedgerState,
  entry: JournalEntry,
  folding: Folding,
): Promise<LedgerState> => {
  const { position, events } = entry;
  if (events.length <= eventsInTurn) return foldEntry(state, entry, folding);
  let folded = state;
  for (let begin = 0; begin < events.length; begin += eventsInTurn) {
    const part = { position, events: events.slice(begin, begin + eventsInTurn) };
    folded = foldEntry(folded, part, folding);
    await nextTurn();
  }
  return folded;
};

/** The definitions that are known when an event is folded. */
interface KnownDefinitions {
  /** The packages of the state before the event. */
  readonly known: PackageRegistry;
  /** The packages of the decision, if this ledger made it. */
  readonly decided: readonly Package[];
}

/**
 * Definitions of packages, which the journal only names: the packages that the ledger was created with, and those it reads from uploaded
 * archives. Immutable: the state has the packages that a ledger knows.
 */
export class PackageSource {
  readonly #given: ReadonlyMap<PackageId, Package>;
  readonly #darLoader: DarLoader | undefined;

  constructor(given: readonly Package[], darLoader?: DarLoader) {
    this.#given = byId(given);
    this.#darLoader = darLoader;
  }

  /** Returns the packages that the ledger was created with, each once, in the order given. */
  given(): readonly Package[] {
    return [...this.#given.values()];
  }

  /** Returns the packages that the event adds. Throws PACKAGE_NOT_FOUND if one has no definition. */
  added(event: PackagesAdded, { known, decided }: KnownDefinitions): readonly Package[] {
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

  /** Without a loader, uploaded archives cannot be read. */
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
