import { yieldToEventLoop } from "../../base/scheduling/yield-to-event-loop.ts";
import { decodeLosslessJson, encodeLosslessJson } from "../../base/values/tagged-json.ts";
import { createEventsToRebuildState } from "../state/condensed.ts";
import type { EvictedHistory, HistoryArchiveReader } from "../state/evicted-history.ts";
import { createStateWithoutEvicted } from "../state/eviction.ts";
import { createInitialLedgerState } from "../state/initial-state.ts";
import type { JournalEvent } from "../state/journal-event.ts";
import type { ContractRecord, LedgerState } from "../state/ledger-state.ts";
import type { StoredCheckpoint } from "../stores/journal-store.ts";
import { entryText, readEntryText, UnreadableEntry } from "../stores/text/entry-text.ts";
import { foldJournalEntry, type JournalFoldContext } from "./fold-entry.ts";

/*
 * The format of a checkpoint, which stores a state without its evicted history. The first line has
 * the version, a hash of the rules of coin history, and the location of the evicted history. The
 * second line is a journal entry: applying it to the initial state gives the state without its
 * contracts. The other lines are the contracts.
 */

const checkpointFormatVersion = 1;

/** Number of contracts in one line. The writer yields to the event loop after each line. */
const contractsPerLine = 50;

interface CheckpointHead {
  readonly checkpoint: number;
  readonly rules: string;
  readonly past: Pick<EvictedHistory, "position" | "log" | "history">;
}

/** Yields the lines of a checkpoint. O(active contracts); yields to the event loop in between. */
export async function* generateCheckpointLines(
  state: LedgerState,
  evicted: EvictedHistory,
  rules: string,
): AsyncGenerator<string, void, undefined> {
  const { position, log, history } = evicted;
  const head: CheckpointHead = {
    checkpoint: checkpointFormatVersion,
    rules,
    past: { position, log, history },
  };
  yield JSON.stringify(head);
  yield entryText(createEventsToRebuildState(state, []));
  let line: ContractRecord[] = [];
  for (const [, record] of state.contracts.entries()) {
    if (line.push(record) < contractsPerLine) continue;
    yield encodeLosslessJson(line);
    line = [];
    await yieldToEventLoop();
  }
  if (line.length > 0) yield encodeLosslessJson(line);
}

/**
 * Reads the part of a checkpoint that can be read without packages and rules of coin history.
 * Returns undefined for another version.
 */
export const readCheckpoint = ({
  lines,
}: Pick<StoredCheckpoint, "lines">):
  | {
      readonly rules: string | undefined;
      readonly past: CheckpointHead["past"];
      readonly contracts: () => readonly ContractRecord[];
    }
  | undefined => {
  const [first = "{}", , ...contractLines] = lines;
  const { checkpoint, rules, past } = JSON.parse(first) as Partial<CheckpointHead>;
  if (checkpoint !== checkpointFormatVersion || past === undefined) return undefined;
  const contracts = (): readonly ContractRecord[] =>
    contractLines.flatMap((line) => decodeLosslessJson(line) as ContractRecord[]);
  return { rules, past, contracts };
};

/** Reads an entry. Returns undefined for an entry that a later release wrote. */
const readEntryIfKnown = (text: string): readonly JournalEvent[] | undefined => {
  try {
    return readEntryText(text);
  } catch (error) {
    if (error instanceof UnreadableEntry) return undefined;
    throw error;
  }
};

/**
 * Returns the state of a checkpoint; undefined for another version, or other rules of coin history.
 * Throws PACKAGE_NOT_FOUND like {@link foldJournalEntry}.
 */
export const decodeCheckpointState = (
  { position, lines }: StoredCheckpoint,
  reader: HistoryArchiveReader,
  folding: JournalFoldContext,
): LedgerState | undefined => {
  const head = readCheckpoint({ lines });
  const written = readEntryIfKnown(lines[1] ?? "");
  if (head?.rules !== folding.rules || written === undefined) return undefined;
  const contracts = head.contracts();
  const events = written.map((event): JournalEvent =>
    event.kind === "journalCondensed" ? { ...event, state: { ...event.state, contracts } } : event,
  );
  const state = foldJournalEntry(createInitialLedgerState(), { position, events }, folding);
  return createStateWithoutEvicted(state, { reader, ...head.past });
};
