import type { ContractId, Offset, Party } from "../../base/identifiers/identifiers.ts";
import type { EventFormatInput, TransactionFilterInput } from "./formats.ts";

/** Contracts active at an offset. Either `eventFormat`, or `filter` and `verbose` as older clients have it. */
export interface GetActiveContractsRequest {
  readonly activeAtOffset: Offset;
  readonly eventFormat?: EventFormatInput | null;
  readonly filter?: TransactionFilterInput | null;
  readonly verbose?: boolean;
  /** Of the last item that came, to go on after it. */
  readonly streamContinuationToken?: string;
}

/** Which page of which active contracts: at most `limits.maxActiveContractsPageSize` of them. */
export interface GetActiveContractsPageRequest {
  /** The ledger end when absent. */
  readonly activeAtOffset?: Offset | null;
  readonly eventFormat: EventFormatInput;
  readonly maxPageSize?: number;
  /** Of the page before; absent for the first. */
  readonly pageToken?: string;
}

/** Which contract, and which of its events in which form. */
export interface GetEventsByContractIdRequest {
  readonly contractId: ContractId;
  readonly eventFormat: EventFormatInput;
}

/** Which contract, and which parties look for it. */
export interface GetContractRequest {
  readonly contractId: ContractId;
  /** Of whom one has to be a stakeholder; all that the caller may read as when absent. */
  readonly queryingParties?: readonly Party[];
}

/** Which party's permissions are told beside the synchronizers. */
export interface GetConnectedSynchronizersRequest {
  /** The permissions are those of this party; none are told when absent. */
  readonly party?: Party;
  readonly participantId?: string;
  readonly identityProviderId?: string;
}

/** The completions of a user's commands, by any of the parties. */
export interface CompletionStreamRequest {
  /** The caller when absent. */
  readonly userId?: string;
  readonly parties: readonly Party[];
  /** They begin after this offset; at the ledger end when absent. */
  readonly beginExclusive?: Offset;
}

/** The completions of anybody's commands, by any of the parties, or by all when there is none. */
export type CommandCompletionsRequest = Partial<Omit<CompletionStreamRequest, "userId">>;
