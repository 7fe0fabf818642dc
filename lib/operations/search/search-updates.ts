import type { Offset } from "../../base/identifiers/identifiers.ts";
import type { Ledger } from "../../ledger/port/ledger.ts";
import type { LedgerState, LogEntry } from "../../ledger/state/ledger-state.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import { readJsonObject, readOffset, readOptionalJsonField } from "../../views/envelope/readers.ts";
import { createUpdateJson, type UpdateItem } from "../../views/envelope/update-json.ts";
import { EventMatcher } from "../../views/visibility/event-matcher.ts";
import {
  compileUpdateFormat,
  projectVisibleUpdate,
  type VisibleReassignmentEvent,
  type VisibleUpdate,
} from "../../views/visibility/project-update.ts";
import type { VisibleEvent } from "../../views/visibility/visible-event.ts";
import { requireNonNegativeOffset } from "../queries/offset-checks.ts";
import { scanForMatches, type SearchResultPage } from "./scan-for-matches.ts";
import {
  createSearchPartyEventFormat,
  invalidSearchPositionError,
  maxItemsScannedInStore,
  maxItemsScannedPerSearch,
  readOptionalEnumField,
  readSearchRequest,
  readSearchTypeEventFormat,
  type SearchRequest,
} from "./search-request.ts";
import { SearchTextMatcher } from "./search-text-matcher.ts";

/**
 * Searches the updates after the offset `begin` and up to `offset`, newest first, by parties,
 * template or interface, kind and text. Each row is an update with all its events that are visible
 * to the parties. `scanned` and `total` count offsets. One request scans at most 100,000 offsets.
 *
 * Raises INVALID_ARGUMENT, NEGATIVE_OFFSET, OFFSET_AFTER_LEDGER_END, and the errors of
 * `checkKnownTypes`.
 */
export const searchUpdates = async (
  ledger: Ledger,
  json: unknown,
): Promise<SearchResultPage<UpdateItem>> => {
  const { state } = ledger;
  const request = readSearchRequest(json, ledger);
  const begin = readOptionalJsonField(readJsonObject(json), "begin", readOffset) ?? 0;
  requireNonNegativeOffset(begin, "begin");
  const kind = readOptionalEnumField(json, "kind", ["transaction", "reassignment", "topology"]);
  const eventFormat = createSearchPartyEventFormat(request, ledger);
  const projection = compileUpdateFormat(
    {
      transactions: { eventFormat, shape: "ledgerEffects" },
      reassignments: eventFormat,
      topology: { parties: request.parties ?? [] },
    },
    state.packages,
  );
  const types = readSearchTypeEventFormat({ ...request, parties: undefined }, ledger);
  const matcher = types && new EventMatcher(types, state.packages);
  const text = request.text === "" ? undefined : new SearchTextMatcher(request.text);
  const encoder = new EventEncoder(state);
  return scanForMatches<readonly [Offset, LogEntry], UpdateItem>(
    {
      items: entriesAfter(begin, state.log.entriesReversed(parseStartOffset(request))),
      total: Math.min(state.log.size, Math.max(0, request.offset - begin)),
      match: ([, { update }]) => {
        if (update === undefined || (kind !== undefined && update.kind !== kind)) return undefined;
        const visible = projectVisibleUpdate(update, projection);
        if (visible === undefined) return undefined;
        if (matcher !== undefined && !hasType(visible, matcher)) return undefined;
        if (text !== undefined && !hasText(visible, text)) return undefined;
        return () => ({ update: createUpdateJson(visible, encoder.resetViewQuota()) });
      },
      positionOf: ([offset]) => String(offset),
    },
    { limit: request.limit, maxScanned: chooseMaxScanned(state) },
  );
};

function* entriesAfter(
  begin: Offset,
  entries: Iterable<readonly [Offset, LogEntry]>,
): Generator<readonly [Offset, LogEntry]> {
  for (const entry of entries) {
    if (entry[0] <= begin) return;
    yield entry;
  }
}

/** Returns the highest offset that is not scanned yet. */
const parseStartOffset = ({ after, offset }: SearchRequest): Offset => {
  if (after === undefined) return offset;
  if (/^\d{1,15}$/.test(after)) return Math.min(offset, Number(after) - 1);
  throw invalidSearchPositionError(after);
};

const chooseMaxScanned = ({ evicted }: LedgerState): number =>
  evicted === undefined ? maxItemsScannedPerSearch : maxItemsScannedInStore;

const hasType = (visible: VisibleUpdate, matcher: EventMatcher): boolean => {
  switch (visible.kind) {
    case "transaction":
      return visible.events.some((event) => {
        const { templateId, packageName } = event.kind === "created" ? event.contract : event.node;
        return matcher.findEventMatch(templateId, packageName, event.witnessParties) !== undefined;
      });
    case "reassignment":
      return visible.events.some((moved) => {
        const { templateId, packageName } = getReassignedContract(moved);
        return matcher.findEventMatch(templateId, packageName, moved.witnessParties) !== undefined;
      });
    case "topology":
      return false;
  }
};

const getReassignedContract = (moved: VisibleReassignmentEvent) =>
  moved.kind === "assigned" ? moved.contract : moved.event;

const hasText = (visible: VisibleUpdate, text: SearchTextMatcher): boolean => {
  if (text.matchesId(visible.update.updateId)) return true;
  switch (visible.kind) {
    case "transaction":
      return (
        submissionMatches(visible, text) ||
        visible.events.some((event) => eventMatches(event, text))
      );
    case "reassignment":
      return (
        submissionMatches(visible, text) ||
        visible.events.some((moved) => {
          const { contractId, templateId } = getReassignedContract(moved);
          return text.matchesId(contractId) || text.matchesTypeName(templateId);
        })
      );
    case "topology":
      return visible.events.some(({ party }) => text.matchesText(party));
  }
};

/**
 * Returns true if the text is in the command id, which only the submitters see, or in the workflow
 * id.
 */
const submissionMatches = (
  { submitted, update: { submission } }: Exclude<VisibleUpdate, { kind: "topology" }>,
  text: SearchTextMatcher,
): boolean =>
  (submitted && text.matchesText(submission.commandId)) || text.matchesText(submission.workflowId);

const eventMatches = (event: VisibleEvent, text: SearchTextMatcher): boolean => {
  if (event.kind === "created") return text.matchesContract(event.contract);
  const { contractId, templateId, choice, argument, result } = event.node;
  return (
    text.matchesText(choice) ||
    text.matchesId(contractId) ||
    text.matchesTypeName(templateId) ||
    text.isFoundInValue(argument) ||
    (result !== undefined && text.isFoundInValue(result))
  );
};
