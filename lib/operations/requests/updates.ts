import type { Offset, Party, UpdateId } from "../../base/identifiers/identifiers.ts";
import type {
  TransactionFilterInput,
  TransactionFormatInput,
  UpdateFormatInput,
} from "./formats.ts";

/** A stream of updates. Either `updateFormat`, or `filter` and `verbose` as older clients have it. */
export interface GetUpdatesRequest {
  /** The stream begins after this offset; 0, where the ledger begins, when absent. */
  readonly beginExclusive?: Offset;
  /** Where it ends. When absent, it goes on with what comes. */
  readonly endInclusive?: Offset | null;
  readonly updateFormat?: UpdateFormatInput | null;
  readonly filter?: TransactionFilterInput | null;
  readonly verbose?: boolean;
  /** The latest first; takes an `endInclusive`. */
  readonly descendingOrder?: boolean;
}

/** Which page of which updates: at most `limits.maxUpdatesPageSize` of them. */
export interface GetUpdatesPageRequest {
  readonly updateFormat: UpdateFormatInput;
  readonly beginOffsetExclusive?: Offset | null;
  readonly endOffsetInclusive?: Offset | null;
  readonly maxPageSize?: number;
  readonly descendingOrder?: boolean;
  /** Of the page before; absent for the first. */
  readonly pageToken?: string;
}

/** Which update, by its id, in which form. */
export interface GetUpdateByIdRequest {
  readonly updateId: UpdateId;
  readonly updateFormat: UpdateFormatInput;
}

/** Which update, by its offset of 1 or more, in which form. */
export interface GetUpdateByOffsetRequest {
  readonly offset: Offset;
  readonly updateFormat: UpdateFormatInput;
}

/** Which update, by the hash that was signed, in which form. */
export interface GetUpdateByHashRequest {
  /** What an external party signed, in Base64. */
  readonly transactionHash: string;
  readonly updateFormat: UpdateFormatInput;
}

/** Who asks of a transaction: either `transactionFormat`, or `requestingParties` as older clients have it. */
interface TransactionReaders {
  readonly transactionFormat?: TransactionFormatInput | null;
  readonly requestingParties?: readonly Party[];
}

/** Which transaction, by its update id, and for whom. */
export interface GetTransactionByIdRequest extends TransactionReaders {
  readonly updateId: UpdateId;
}

/** Which transaction, by its offset, and for whom. */
export interface GetTransactionByOffsetRequest extends TransactionReaders {
  readonly offset: Offset;
}

/** Which transaction tree, by its update id, for which parties. */
export interface GetTransactionTreeByIdRequest {
  readonly updateId: UpdateId;
  readonly parties: readonly Party[];
}

/** Which transaction tree, by its offset of 1 or more, for which parties. */
export interface GetTransactionTreeByOffsetRequest {
  readonly offset: Offset;
  readonly parties: readonly Party[];
}
