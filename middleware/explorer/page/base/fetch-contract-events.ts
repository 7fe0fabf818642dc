import type { EventsByContractIdResult, FiltersInput } from "../../../../lib/api.ts";
import { callLedgerApi } from "./client.ts";
import { createEventFormatForView, type ViewingParties } from "./view-settings.ts";

interface ContractEventsRequest {
  readonly as: ViewingParties;
  /** Absent: all contracts. */
  readonly filters?: FiltersInput;
}

/** Requests the creation of a contract, and its archival if it was archived. */
export const fetchContractEvents = async (
  contractId: string,
  { as, filters }: ContractEventsRequest,
  signal: AbortSignal,
): Promise<EventsByContractIdResult> =>
  (await callLedgerApi("/v2/events/events-by-contract-id", {
    body: { contractId, eventFormat: createEventFormatForView(as, filters) },
    signal,
  })) as EventsByContractIdResult;
