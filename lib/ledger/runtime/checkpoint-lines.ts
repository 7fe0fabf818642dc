import { nextTurn } from "../../ground/scheduling/next-turn.ts";
import { readTaggedJson, taggedJson } from "../../ground/values/tagged-json.ts";
import { condensed } from "../state/condensed.ts";
import { initialState } from "../state/initial-state.ts";
import { withPast } from "../state/leave-memory.ts";
import type { LedgerEvent } from "../state/ledger-event.ts";
import type { ContractRecord, LedgerState } from "../state/ledger-state.ts";
import type { Past, PastReader } from "../state/past.ts";
import type { StoredCheckpoint } from "../stores/journal-store.ts";
import { entryText, readEntryText, UnreadableEntry } from "../stores/text/entry-text.ts";
import { foldEntry, type Folding } from "./fold-entry.ts";

/*
 * A checkpoint is of a state that holds nothing that is in the past. Its first line tells the form, what coin history was made by, and
 * where the past is; the second is an entry that folds to the state without its contracts; the others are the contracts.
 */

const form = 1;

/** So many contracts are put into a line, and then others have their turn. */
const contractsInLine = 50;

interface CheckpointHead {
  readonly checkpoint: number;
  readonly rules: string;
  readonly past: Pick<Past, "position" | "log" | "history">;
}

/** In turns, since it takes as long as there are active contracts. */
export async function* checkpointLines(
  state: LedgerState,
  past: Past,
  rules: string,
): AsyncGenerator<string, void, undefined> {
  const { position, log, history } = past;
  const head: CheckpointHead = { checkpoint: form, rules, past: { position, log, history } };
  yield JSON.stringify(head);
  yield entryText(condensed(state, []));
  let line: ContractRecord[] = [];
  for (const [, record] of state.contracts.entries()) {
    if (line.push(record) < contractsInLine) continue;
    yield taggedJson(line);
    line = [];
    await nextTurn();
  }
  if (line.length > 0) yield taggedJson(line);
}

/** What a checkpoint tells without the rules of coin history and the packages; undefined for one of another form. */
export const pastOfCheckpoint = ({
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
  if (checkpoint !== form || past === undefined) return undefined;
  const contracts = (): readonly ContractRecord[] =>
    contractLines.flatMap((line) => readTaggedJson(line) as ContractRecord[]);
  return { rules, past, contracts };
};

/** Undefined for what a later release wrote. */
const readable = (text: string): readonly LedgerEvent[] | undefined => {
  try {
    return readEntryText(text);
  } catch (error) {
    if (error instanceof UnreadableEntry) return undefined;
    throw error;
  }
};

/**
 * The state that a checkpoint is of; undefined for one of another form, and for one whose coin history was made by other rules. Raises
 * PACKAGE_NOT_FOUND; see {@link foldEntry}.
 */
export const stateOfCheckpoint = (
  { position, lines }: StoredCheckpoint,
  reader: PastReader,
  folding: Folding,
): LedgerState | undefined => {
  const told = pastOfCheckpoint({ lines });
  const written = readable(lines[1] ?? "");
  if (told?.rules !== folding.rules || written === undefined) return undefined;
  const contracts = told.contracts();
  const events = written.map((event): LedgerEvent =>
    event.kind === "journalCondensed" ? { ...event, state: { ...event.state, contracts } } : event,
  );
  const state = foldEntry(initialState(), { position, events }, folding);
  return withPast(state, { reader, ...told.past });
};
