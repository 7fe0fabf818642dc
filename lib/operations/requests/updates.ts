import type { Offset, Party, UpdateId } from "../../base/identifiers/identifiers.ts";
import type {
  TransactionFilterInput,
  TransactionFormatInput,
  UpdateFormatInput,
} from "./formats.ts";

/** A stream of updates. Has `updateFormat`, or `filter` and `verbose` in the legacy form. */
export interface GetUpdatesRequest {
  /** The stream begins after this offset. Default: 0, the begin of the ledger. */
  readonly beginExclusive?: Offset;
  /** Last offset of the stream. If absent, the stream follows the ledger. */
  readonly endInclusive?: Offset | null;
  readonly updateFormat?: UpdateFormatInput | null;
  readonly filter?: TransactionFilterInput | null;
  readonly verbose?: boolean;
  /** Latest first. Requires `endInclusive`. */
  readonly descendingOrder?: boolean;
}

/** A page of updates, with at most `limits.maxUpdatesPageSize` updates. */
export interface GetUpdatesPageRequest {
  readonly updateFormat: UpdateFormatInput;
  readonly beginOffsetExclusive?: Offset | null;
  readonly endOffsetInclusive?: Offset | null;
  readonly maxPageSize?: number;
  readonly descendingOrder?: boolean;
  /** Token from the previous page; absent for the first. */
  readonly pageToken?: string;
}

/** An update by its id, with the format of the response. */
export interface GetUpdateByIdRequest {
  readonly updateId: UpdateId;
  readonly updateFormat: UpdateFormatInput;
}

/** An update by its offset, 1 or more, with the format of the response. */
export interface GetUpdateByOffsetRequest {
  readonly offset: Offset;
  readonly updateFormat: UpdateFormatInput;
}

/** An update by the signed hash, with the format of the response. */
export interface GetUpdateByHashRequest {
  /** Base64 of the hash that an external party signed. */
  readonly transactionHash: string;
  readonly updateFormat: UpdateFormatInput;
}

/** The readers of a transaction: `transactionFormat`, or `requestingParties` in the legacy form. */
interface TransactionReaders {
  readonly transactionFormat?: TransactionFormatInput | null;
  readonly requestingParties?: readonly Party[];
}

/** A transaction by its update id, with its readers. */
export interface GetTransactionByIdRequest extends TransactionReaders {
  readonly updateId: UpdateId;
}

/** A transaction by its offset, with its readers. */
export interface GetTransactionByOffsetRequest extends TransactionReaders {
  readonly offset: Offset;
}

/** A transaction tree by its update id, with its readers. */
export interface GetTransactionTreeByIdRequest {
  readonly updateId: UpdateId;
  readonly parties: readonly Party[];
}

/** A transaction tree by its offset, 1 or more, with its readers. */
export interface GetTransactionTreeByOffsetRequest {
  readonly offset: Offset;
  readonly parties: readonly Party[];
}
