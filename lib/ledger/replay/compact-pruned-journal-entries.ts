import type { Offset } from "../../base/identifiers/identifiers.ts";
import { yieldToEventLoop } from "../../base/scheduling/yield-to-event-loop.ts";
import { createEventsToRebuildState } from "../state/condensed.ts";
import { createInitialLedgerState } from "../state/initial-state.ts";
import type { JournalEntry } from "../state/journal-event.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { deriveLogEntriesFromEvents } from "../state/log-entries-of.ts";
import {
  applyJournalEntryInSlices,
  foldJournalEntry,
  type JournalFoldContext,
} from "./fold-entry.ts";

/** Number of entries that are applied before yielding to the event loop. */
const entriesPerYield = 50;

/**
 * Number of entries after which the state is pruned, so that it contains little more than the
 * active contracts.
 */
const entriesBetweenPrunings = 1_000;

/**
 * Yields the journal without its pruned part: all entries with offsets up to `prunedUpTo` are
 * replaced by one entry that gives the same state. A journal that already begins with such an entry
 * is yielded unchanged. O(pruned part); memory O(active contracts).
 */
export async function* compactPrunedJournalEntries(
  entries: AsyncIterable<JournalEntry>,
  prunedUpTo: Offset,
  folding: JournalFoldContext,
): AsyncGenerator<JournalEntry, void, undefined> {
  const pruned = new PrunedPart(prunedUpTo, folding);
  let isOver = prunedUpTo === 0;
  for await (const entry of entries) {
    if (!isOver) {
      isOver = pruned.endsBefore(entry);
      if (!isOver) {
        await pruned.add(entry);
        if (entry.position % entriesPerYield === 0) await yieldToEventLoop();
        continue;
      }
      yield* pruned.condensed();
    }
    yield entry;
  }
  if (!isOver) yield* pruned.condensed();
}

/** Returns true if the entry already replaces the entries up to `prunedUpTo`. */
export const isReplacementOfPrunedEntries = (
  { events }: JournalEntry,
  prunedUpTo: Offset,
): boolean =>
  events.some((event) => event.kind === "journalCondensed" && event.state.prunedUpTo >= prunedUpTo);

/**
 * Applies the entries of the pruned part of a journal, and returns the entry that replaces them.
 */
class PrunedPart {
  readonly #prunedUpTo: Offset;
  readonly #folding: JournalFoldContext;
  #state: LedgerState = createInitialLedgerState();

  constructor(prunedUpTo: Offset, folding: JournalFoldContext) {
    this.#prunedUpTo = prunedUpTo;
    this.#folding = folding;
  }

  endsBefore(entry: JournalEntry): boolean {
    if (this.#state.position === 0) return isReplacementOfPrunedEntries(entry, this.#prunedUpTo);
    const offsets = deriveLogEntriesFromEvents(entry.events).map(({ offset }) => offset);
    return offsets.length > 0 && Math.min(...offsets) > this.#prunedUpTo;
  }

  async add(entry: JournalEntry): Promise<void> {
    this.#state = await applyJournalEntryInSlices(this.#state, entry, this.#folding);
    if (entry.position % entriesBetweenPrunings === 0) this.#prunePart();
  }

  /** Yields the entry that replaces the added ones; nothing if none was added. */
  *condensed(): Generator<JournalEntry> {
    if (this.#state.position === 0) return;
    this.#prunePart();
    yield { position: this.#state.position, events: createEventsToRebuildState(this.#state) };
  }

  #prunePart(): void {
    const { position, ledgerEnd } = this.#state;
    const upTo = Math.min(ledgerEnd, this.#prunedUpTo);
    const events = [{ kind: "pruned", upTo } as const];
    this.#state = foldJournalEntry(this.#state, { position, events }, this.#folding);
  }
}
