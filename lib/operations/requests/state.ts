import type { ContractId, Offset, Party } from "../../base/identifiers/identifiers.ts";
import type { EventFormatInput, TransactionFilterInput } from "./formats.ts";

/**
 * The contracts active at an offset. Has `eventFormat`, or `filter` and `verbose` in the legacy
 * form.
 */
export interface GetActiveContractsRequest {
  readonly activeAtOffset: Offset;
  readonly eventFormat?: EventFormatInput | null;
  readonly filter?: TransactionFilterInput | null;
  readonly verbose?: boolean;
  /** Token of the last received item; the response continues after it. */
  readonly streamContinuationToken?: string;
}

/** A page of active contracts, with at most `limits.maxActiveContractsPageSize` contracts. */
export interface GetActiveContractsPageRequest {
  /** Default: the ledger end. */
  readonly activeAtOffset?: Offset | null;
  readonly eventFormat: EventFormatInput;
  readonly maxPageSize?: number;
  /** Token from the previous page; absent for the first. */
  readonly pageToken?: string;
}

/** A contract, with the format of its events. */
export interface GetEventsByContractIdRequest {
  readonly contractId: ContractId;
  readonly eventFormat: EventFormatInput;
}

/** A contract, with the parties that read it. */
export interface GetContractRequest {
  readonly contractId: ContractId;
  /** One of them must be a stakeholder. Default: all parties that the caller may read as. */
  readonly queryingParties?: readonly Party[];
}

/** The party for which to return permissions. */
export interface GetConnectedSynchronizersRequest {
  /** The party of the permissions. If absent, no permissions are returned. */
  readonly party?: Party;
  readonly participantId?: string;
  readonly identityProviderId?: string;
}

/** The completions of a user's commands that one of the parties acts in. */
export interface CompletionStreamRequest {
  /** Default: the caller. */
  readonly userId?: string;
  readonly parties: readonly Party[];
  /** The stream begins after this offset. Default: the ledger end. */
  readonly beginExclusive?: Offset;
}

/**
 * The completions of all users' commands that one of the parties acts in, or of all commands if no
 * party is given.
 */
export type CommandCompletionsRequest = Partial<Omit<CompletionStreamRequest, "userId">>;
