import type {
  CreatedEventJson,
  EventJson,
  ExercisedEventJson,
  FiltersInput,
  TransactionJson,
  UpdateItem,
  UpdatesPage,
} from "../../../../lib/api.ts";
import type { ReassignmentJson } from "../../../../lib/internal.ts";
import { callLedgerApi } from "./client.ts";
import type { ListPage } from "./paging.ts";
import {
  createUpdateFormatForView,
  type TransactionShape,
  type ViewingParties,
} from "./view-settings.ts";

/** An update as the page uses it. */
export interface ExplorerUpdate {
  readonly kind: "transaction" | "reassignment" | "topology";
  readonly updateId: string;
  readonly offset: number;
  readonly recordTime: string;
  readonly commandId: string;
  readonly workflowId: string;
  readonly synchronizerId: string;
  /** Events of a transaction. */
  readonly events: readonly EventJson[];
  /** Events of a reassignment. */
  readonly moves: ReassignmentJson["events"];
  readonly json: unknown;
}

export interface UpdatesRequest {
  readonly as: ViewingParties;
  readonly end: number;
  readonly begin?: number;
  readonly shape?: TransactionShape;
  /** Restricts the events of transactions; then only transactions are returned. */
  readonly filters?: FiltersInput;
  readonly ascending?: boolean;
  /** Page size; default 50. */
  readonly size?: number;
}

export const ledgerEffectsShape: TransactionShape = "TRANSACTION_SHAPE_LEDGER_EFFECTS";
export const acsDeltaShape: TransactionShape = "TRANSACTION_SHAPE_ACS_DELTA";

/**
 * Default page size, little more than is visible, because an update may have hundreds of events.
 */
const pageSize = 50;

/** Requests a page of updates, newest first by default. */
export const fetchUpdatesPage = async (
  {
    as,
    end,
    begin,
    shape = ledgerEffectsShape,
    filters,
    ascending = false,
    size = pageSize,
  }: UpdatesRequest,
  pageToken: string | undefined,
  signal?: AbortSignal,
): Promise<ListPage<ExplorerUpdate, string>> => {
  if (end === 0) return { rows: [], next: undefined };
  const { updates, nextPageToken } = (await callLedgerApi("/v2/updates/get-updates-page", {
    body: {
      updateFormat: createUpdateFormatForView(as, shape, filters),
      beginOffsetExclusive: begin ?? 0,
      endOffsetInclusive: end,
      maxPageSize: size,
      descendingOrder: !ascending,
      ...(pageToken === undefined ? {} : { pageToken }),
    },
    signal,
  })) as UpdatesPage;
  return { rows: updates.flatMap(toExplorerUpdates), next: nextPageToken ?? undefined };
};

/** Requests one update by id or offset; undefined if the viewing parties see none of it. */
export const fetchUpdate = async (
  key: string,
  as: ViewingParties,
  shape: TransactionShape,
  signal?: AbortSignal,
): Promise<ExplorerUpdate> => {
  const isOffset = /^\d+$/.test(key);
  const format = { updateFormat: createUpdateFormatForView(as, shape) };
  const answer = (await (isOffset
    ? callLedgerApi("/v2/updates/update-by-offset", {
        body: { offset: Number(key), ...format },
        signal,
      })
    : callLedgerApi("/v2/updates/update-by-id", {
        body: { updateId: key, ...format },
        signal,
      }))) as UpdateItem;
  const [update] = toExplorerUpdates(answer);
  if (update === undefined) throw new TypeError("No visible update at this offset.");
  return update;
};

const emptyUpdateFields = { commandId: "", workflowId: "", events: [], moves: [] };

export const toExplorerUpdates = ({ update }: UpdateItem): readonly ExplorerUpdate[] => {
  if ("Transaction" in update) {
    const { value } = update.Transaction;
    return [
      {
        ...emptyUpdateFields,
        ...pickCommonFields(value),
        kind: "transaction",
        events: value.events,
        json: value,
      },
    ];
  }
  if ("Reassignment" in update) {
    const { value } = update.Reassignment;
    return [
      {
        ...emptyUpdateFields,
        ...pickCommonFields(value),
        kind: "reassignment",
        moves: value.events,
        json: value,
      },
    ];
  }
  if ("TopologyTransaction" in update) {
    const { value } = update.TopologyTransaction;
    const { updateId, offset, recordTime, synchronizerId } = value;
    const of = { updateId, offset, recordTime, synchronizerId };
    return [{ ...emptyUpdateFields, ...of, kind: "topology", json: value }];
  }
  return [];
};

const pickCommonFields = (value: TransactionJson | ReassignmentJson) => {
  const { updateId, offset, recordTime, commandId, workflowId, synchronizerId } = value;
  return { updateId, offset, recordTime, commandId, workflowId, synchronizerId };
};

/** An event as a step of a transaction. */
export type TransactionStep =
  | { readonly kind: "create"; readonly event: CreatedEventJson }
  | { readonly kind: "exercise"; readonly event: ExercisedEventJson }
  | {
      readonly kind: "archive";
      readonly event: Extract<EventJson, { ArchivedEvent: unknown }>["ArchivedEvent"];
    };

export const convertEventToTransactionStep = (event: EventJson): TransactionStep => {
  if ("CreatedEvent" in event) return { kind: "create", event: event.CreatedEvent };
  if ("ExercisedEvent" in event) return { kind: "exercise", event: event.ExercisedEvent };
  return { kind: "archive", event: event.ArchivedEvent };
};

/** Returns the acting parties of the first visible step, or the signatories of a create. */
export const guessUpdateSubmitters = ({ events: [first] }: ExplorerUpdate): readonly string[] => {
  if (first === undefined) return [];
  const step = convertEventToTransactionStep(first);
  if (step.kind === "exercise") return step.event.actingParties;
  return step.kind === "create" ? step.event.signatories : [];
};
