import type { Package } from "../../contracts/engine/package.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { PackageId } from "../../ground/identifiers/identifiers.ts";
import { nextTurn } from "../../ground/scheduling/next-turn.ts";
import { applyEntry } from "../state/evolve.ts";
import type { EvolveContext } from "../state/evolve-context.ts";
import type { JournalEntry } from "../state/ledger-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import type { PackageSource } from "./package-source.ts";

/** What a ledger folds its journal with. */
export interface Folding {
  readonly packages: PackageSource;
  readonly historyOf: NonNullable<EvolveContext["historyOf"]>;
  /** Tells apart what coin history is made by: another text, another history. */
  readonly rules: string;
  /** Raises an error for what is read of a store or a dump and cannot be of a ledger; `packages` are known after it. */
  readonly audit?: (entry: JournalEntry, packages: PackageRegistry) => void;
}

/**
 * The state after one more journal entry; `decided` are the packages that came with the decision, where
 * it is this ledger's own. Raises PACKAGE_NOT_FOUND when the entry adds packages that nobody defined.
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

/** So many events are folded, and then others have their turn. */
const eventsInTurn = 16;

/** As {@link foldEntry}, in turns where the entry has many events. */
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
