import type { NodeId, Party } from "../base/identifiers/identifiers.ts";
import type { TransactionUpdate } from "../base/model/update.ts";
import { formatInstant } from "../base/values/time.ts";
import type { LedgerState } from "../ledger/state/ledger-state.ts";
import { EventEncoder } from "../views/envelope/event-encoder.ts";
import type { CreatedEventJson, ExercisedEventJson } from "../views/envelope/event-json.ts";
import { createWildcardEventFormat } from "../views/visibility/event-format.ts";
import { EventMatcher } from "../views/visibility/event-matcher.ts";
import { projectVisibleTransaction } from "../views/visibility/project-update.ts";
import type { VisibleEvent } from "../views/visibility/visible-event.ts";
import { parsePayloadTime } from "./commands.ts";
import {
  listTransactionsWithUniqueRecordTime,
  type TransactionWithUniqueRecordTime,
} from "./list-transactions-with-unique-record-time.ts";
import type { LocalnetStateView } from "./localnet-state-view.ts";
import { localnetMigrationId } from "./names.ts";
import { requireAmuletRules } from "./registry.ts";
import { badRequestError, createNotFoundServiceError } from "./service-error.ts";

/**
 * A request for the updates that the DSO sees, in ascending record time. A LocalNet has no reassignments.
 */
export interface ScanUpdateHistoryRequest {
  readonly after?: { readonly after_migration_id: number; readonly after_record_time: string };
  readonly page_size: number;
  readonly daml_value_encoding?: string;
}

/**
 * Returns a page of updates. Takes time linear in the number of updates up to the end of the page. Raises
 * INVALID_ARGUMENT for another encoding than `compact_json`.
 */
export const readScanUpdateHistoryPage = (
  { splice }: LocalnetStateView,
  request: ScanUpdateHistoryRequest,
) => {
  requireCompact(request.daml_value_encoding);
  const reader = new UpdateReader(splice.state, requireAmuletRules(splice).payload.dso);
  const { after } = request;
  const transactions: object[] = [];
  if (after !== undefined && after.after_migration_id > localnetMigrationId) {
    return { transactions };
  }
  const begin =
    after === undefined || after.after_migration_id < localnetMigrationId
      ? undefined
      : parsePayloadTime(after.after_record_time);
  for (const recorded of listTransactionsWithUniqueRecordTime(splice.state)) {
    const item =
      begin === undefined || recorded.recordTime > begin
        ? reader.createUpdateItem(recorded)
        : undefined;
    if (item !== undefined) transactions.push(item);
    if (transactions.length === request.page_size) break;
  }
  return { transactions };
};

export const updateById = (
  view: LocalnetStateView,
  { updateId, encoding }: { readonly updateId: string; readonly encoding: string | undefined },
): object => {
  requireCompact(encoding);
  return visibleUpdate(view, `id ${updateId}`, (update) => update.updateId === updateId);
};

/** Returns the externally signed transaction with this hash. */
export const updateByHash = (
  view: LocalnetStateView,
  { hash, encoding }: { readonly hash: string; readonly encoding: string | undefined },
): object => {
  requireCompact(encoding);
  return visibleUpdate(
    view,
    `hash ${hash}`,
    (update) => update.externalTransactionHash === hash.toLowerCase(),
  );
};

/** Returns the first update that matches. Takes time linear in the number of updates before it. */
const visibleUpdate = (
  { splice }: LocalnetStateView,
  what: string,
  matches: (update: TransactionUpdate) => boolean,
): object => {
  const reader = new UpdateReader(splice.state, requireAmuletRules(splice).payload.dso);
  for (const recorded of listTransactionsWithUniqueRecordTime(splice.state)) {
    const item = matches(recorded.update) ? reader.createUpdateItem(recorded) : undefined;
    if (item !== undefined) return item;
  }
  throw createNotFoundServiceError(`No update with ${what} found.`);
};

const requireCompact = (encoding: string | undefined): void => {
  if (encoding === undefined || encoding === "compact_json") return;
  throw badRequestError("Only compact_json is supported: omit daml_value_encoding.");
};

/** Returns the id of an event in Scan's history. */
export const formatScanEventId = (updateId: string, nodeId: NodeId): string =>
  `${updateId}:${nodeId}`;

/** Converts updates to the format of Scan, as the DSO sees them. */
class UpdateReader {
  readonly #encoder: EventEncoder;
  readonly #matcher: EventMatcher;

  constructor(state: LedgerState, dso: Party) {
    this.#encoder = new EventEncoder(state);
    this.#matcher = new EventMatcher(createWildcardEventFormat([dso]), state.packages);
  }

  /** Returns undefined if the DSO sees nothing of the transaction. */
  createUpdateItem({ update, recordTime }: TransactionWithUniqueRecordTime): object | undefined {
    const visible = projectVisibleTransaction(update, {
      matcher: this.#matcher,
      shape: "ledgerEffects",
    });
    if (visible.events.length === 0) return undefined;
    const { updateId } = update;
    const { roots, childrenOf } = buildEventTree(visible.events);
    const idOf = (nodeId: NodeId): string => formatScanEventId(updateId, nodeId);
    const events = visible.events.flatMap((event): readonly [string, object][] => {
      if (event.kind === "created") {
        const created = this.#encoder.encodeCreated(event, update.offset);
        return [[idOf(event.nodeId), createScanCreatedEventJson(created, idOf(event.nodeId))]];
      }
      if (event.kind !== "exercised") return [];
      const { nodeId } = event.node;
      const exercised = this.#encoder.encodeExercised(event, update.offset);
      const children = (childrenOf.get(nodeId) ?? []).map(idOf);
      return [[idOf(nodeId), exercisedJson(exercised, idOf(nodeId), children)]];
    });
    const { externalTransactionHash } = update;
    return {
      update_id: updateId,
      migration_id: localnetMigrationId,
      workflow_id: update.submission.workflowId,
      record_time: formatInstant(recordTime),
      synchronizer_id: update.synchronizerId,
      effective_at: formatInstant(update.effectiveAt),
      root_event_ids: roots.map(idOf),
      events_by_id: Object.fromEntries(
        events.toSorted(([left], [right]) => (left < right ? -1 : Number(left > right))),
      ),
      ...(externalTransactionHash !== undefined && {
        external_transaction_hash: externalTransactionHash,
      }),
    };
  }
}

interface EventTree {
  readonly roots: readonly NodeId[];
  readonly childrenOf: ReadonlyMap<NodeId, readonly NodeId[]>;
}

/** Returns the visible root events, and for each exercise the nearest visible events below it. */
const buildEventTree = (events: readonly VisibleEvent[]): EventTree => {
  const roots: NodeId[] = [];
  const childrenOf = new Map<NodeId, NodeId[]>();
  const open: { readonly last: NodeId; readonly children: NodeId[] }[] = [];
  for (const event of events) {
    const nodeId = event.kind === "created" ? event.nodeId : event.node.nodeId;
    while ((open.at(-1)?.last ?? Infinity) < nodeId) open.pop();
    (open.at(-1)?.children ?? roots).push(nodeId);
    if (event.kind !== "exercised") continue;
    const children: NodeId[] = [];
    childrenOf.set(nodeId, children);
    open.push({ last: event.node.lastDescendantNodeId, children });
  }
  return { roots, childrenOf };
};

/** Returns the fields of a contract that all responses of Scan have. */
export const toScanContractFields = (event: CreatedEventJson) => ({
  contract_id: event.contractId,
  template_id: event.templateId,
  package_name: event.packageName,
  create_arguments: event.createArgument,
  created_at: event.createdAt,
  signatories: event.signatories,
  observers: event.observers,
});

export const createScanCreatedEventJson = (event: CreatedEventJson, eventId: string) => ({
  event_type: "created_event",
  event_id: eventId,
  ...toScanContractFields(event),
});

const exercisedJson = (
  event: ExercisedEventJson,
  eventId: string,
  children: readonly string[],
): object => ({
  event_type: "exercised_event",
  event_id: eventId,
  contract_id: event.contractId,
  template_id: event.templateId,
  package_name: event.packageName,
  choice: event.choice,
  choice_argument: event.choiceArgument,
  child_event_ids: children,
  exercise_result: event.exerciseResult,
  consuming: event.consuming,
  acting_parties: event.actingParties,
  ...(event.interfaceId !== null && { interface_id: event.interfaceId }),
});
