import type { ActiveContractItem, CreatedEventJson, FiltersInput } from "../../../../lib/api.ts";
import { callLedgerApi } from "./client.ts";
import type { ListPage } from "./paging.ts";
import { createEventFormatForView, type ViewingParties } from "./view-settings.ts";

/** A contract in a list. */
export interface ListedContract {
  readonly event: CreatedEventJson;
  readonly synchronizerId: string;
  /** Target synchronizer of a contract that is being reassigned. */
  readonly goingTo?: string;
  readonly reassignmentId?: string;
  /** Time until which only the submitter may assign it. */
  readonly exclusiveUntil?: string | null;
}

/** Maximum page size of a participant. */
export const maxContractsPageSize = 200;

export interface ContractsRequest {
  readonly as: ViewingParties;
  readonly offset: number;
  readonly filters?: FiltersInput | undefined;
}

/** Requests one page of the contracts that were active at an offset. */
export const fetchContractsPage = async (
  { as, offset, filters }: ContractsRequest,
  token: string | undefined,
  signal?: AbortSignal,
): Promise<ListPage<ListedContract, string>> => {
  const items = (await callLedgerApi(`/v2/state/active-contracts?limit=${maxContractsPageSize}`, {
    body: {
      activeAtOffset: offset,
      eventFormat: createEventFormatForView(as, filters),
      ...(token === undefined ? {} : { streamContinuationToken: token }),
    },
    signal,
  })) as readonly ActiveContractItem[];
  const next =
    items.length < maxContractsPageSize ? undefined : items.at(-1)?.streamContinuationToken;
  return { rows: items.flatMap(extractListedContracts), next: next === "" ? undefined : next };
};

export const extractListedContracts = ({
  contractEntry: entry,
}: ActiveContractItem): readonly ListedContract[] => {
  if ("JsActiveContract" in entry) {
    const { createdEvent, synchronizerId } = entry.JsActiveContract;
    return [{ event: createdEvent, synchronizerId }];
  }
  if ("JsIncompleteUnassigned" in entry) {
    const { createdEvent, unassignedEvent } = entry.JsIncompleteUnassigned;
    const { source, target, reassignmentId, assignmentExclusivity } = unassignedEvent;
    const flight = { goingTo: target, reassignmentId, exclusiveUntil: assignmentExclusivity };
    return [{ event: createdEvent, synchronizerId: source, ...flight }];
  }
  return [];
};
