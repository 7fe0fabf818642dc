import type { ContractId, Offset, Party } from "../../base/identifiers/identifiers.ts";
import type { EventFormatInput, TransactionFilterInput } from "./formats.ts";

/**
 * Requests the contracts that are active at an offset. Has either `eventFormat`, or the legacy
 * fields `filter` and `verbose`.
 */
export interface GetActiveContractsRequest {
  readonly activeAtOffset: Offset;
  readonly eventFormat?: EventFormatInput | null;
  readonly filter?: TransactionFilterInput | null;
  readonly verbose?: boolean;
  /** Token of the last received item; the response continues after it. */
  readonly streamContinuationToken?: string;
}

/**
 * Requests a page of active contracts, with at most `limits.maxActiveContractsPageSize` contracts.
 */
export interface GetActiveContractsPageRequest {
  /** Default: the ledger end. */
  readonly activeAtOffset?: Offset | null;
  readonly eventFormat: EventFormatInput;
  readonly maxPageSize?: number;
  /** Token from the previous page; absent for the first. */
  readonly pageToken?: string;
}

/** Requests the events of a contract. */
export interface GetEventsByContractIdRequest {
  readonly contractId: ContractId;
  readonly eventFormat: EventFormatInput;
}

/** Requests a contract. */
export interface GetContractRequest {
  readonly contractId: ContractId;
  /**
   * The parties that read the contract. One of them must be a stakeholder. Default: any party,
   * which requires the right CanReadAsAnyParty.
   */
  readonly queryingParties?: readonly Party[];
}

/** Requests the connected synchronizers. */
export interface GetConnectedSynchronizersRequest {
  /**
   * Return only synchronizers that host this party, with the permission for it. If absent, all
   * synchronizers are returned, without permissions.
   */
  readonly party?: Party;
  readonly participantId?: string;
  readonly identityProviderId?: string;
}

/** Requests the completions of a user's commands in which one of the parties acts. */
export interface CompletionStreamRequest {
  /** Default: the caller. */
  readonly userId?: string;
  readonly parties: readonly Party[];
  /** The stream begins after this offset. Default: 0, the beginning of the ledger. */
  readonly beginExclusive?: Offset;
}

/**
 * Requests the completions of the commands of all users in which one of the parties acts, or of all
 * commands if `parties` is absent.
 */
export type CommandCompletionsRequest = Partial<Omit<CompletionStreamRequest, "userId">>;
