import type { Offset, Party, UpdateId } from "../../base/identifiers/identifiers.ts";
import type {
  TransactionFilterInput,
  TransactionFormatInput,
  UpdateFormatInput,
} from "./formats.ts";

/**
 * Requests a stream of updates. Has either `updateFormat`, or the legacy fields `filter` and
 * `verbose`.
 */
export interface GetUpdatesRequest {
  /** The stream begins after this offset. Default: 0, the beginning of the ledger. */
  readonly beginExclusive?: Offset;
  /** Last offset of the stream. If absent, the stream follows the ledger. */
  readonly endInclusive?: Offset | null;
  readonly updateFormat?: UpdateFormatInput | null;
  readonly filter?: TransactionFilterInput | null;
  readonly verbose?: boolean;
  /** If true, the latest updates come first, and `endInclusive` is required. */
  readonly descendingOrder?: boolean;
}

/** Requests a page of updates, with at most `limits.maxUpdatesPageSize` updates. */
export interface GetUpdatesPageRequest {
  readonly updateFormat: UpdateFormatInput;
  readonly beginOffsetExclusive?: Offset | null;
  readonly endOffsetInclusive?: Offset | null;
  readonly maxPageSize?: number;
  readonly descendingOrder?: boolean;
  /** Token from the previous page; absent for the first. */
  readonly pageToken?: string;
}

/** Requests an update by its id. */
export interface GetUpdateByIdRequest {
  readonly updateId: UpdateId;
  readonly updateFormat: UpdateFormatInput;
}

/** Requests an update by its offset, 1 or more. */
export interface GetUpdateByOffsetRequest {
  readonly offset: Offset;
  readonly updateFormat: UpdateFormatInput;
}

/** Requests an update by the hash that an external party signed. */
export interface GetUpdateByHashRequest {
  /** Base64 of the hash that an external party signed. */
  readonly transactionHash: string;
  readonly updateFormat: UpdateFormatInput;
}

/** The format of the response: `transactionFormat`, or the legacy field `requestingParties`. */
interface RequestedTransactionFormat {
  readonly transactionFormat?: TransactionFormatInput | null;
  readonly requestingParties?: readonly Party[];
}

/** Requests a transaction by its update id. */
export interface GetTransactionByIdRequest extends RequestedTransactionFormat {
  readonly updateId: UpdateId;
}

/** Requests a transaction by its offset. */
export interface GetTransactionByOffsetRequest extends RequestedTransactionFormat {
  readonly offset: Offset;
}

/** Requests a transaction tree by its update id. */
export interface GetTransactionTreeByIdRequest {
  readonly updateId: UpdateId;
  readonly parties: readonly Party[];
}

/** Requests a transaction tree by its offset, 1 or more. */
export interface GetTransactionTreeByOffsetRequest {
  readonly offset: Offset;
  readonly parties: readonly Party[];
}
