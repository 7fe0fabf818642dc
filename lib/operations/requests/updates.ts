import type { Offset, Party, UpdateId } from "../../ground/identifiers/identifiers.ts";
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

export interface GetUpdatesPageRequest {
  readonly updateFormat: UpdateFormatInput;
  readonly beginOffsetExclusive?: Offset | null;
  readonly endOffsetInclusive?: Offset | null;
  readonly maxPageSize?: number;
  readonly descendingOrder?: boolean;
  /** Of the page before; absent for the first. */
  readonly pageToken?: string;
}

export interface GetUpdateByIdRequest {
  readonly updateId: UpdateId;
  readonly updateFormat: UpdateFormatInput;
}

export interface GetUpdateByOffsetRequest {
  readonly offset: Offset;
  readonly updateFormat: UpdateFormatInput;
}

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

export interface GetTransactionByIdRequest extends TransactionReaders {
  readonly updateId: UpdateId;
}

export interface GetTransactionByOffsetRequest extends TransactionReaders {
  readonly offset: Offset;
}

export interface GetTransactionTreeByIdRequest {
  readonly updateId: UpdateId;
  readonly parties: readonly Party[];
}

export interface GetTransactionTreeByOffsetRequest {
  readonly offset: Offset;
  readonly parties: readonly Party[];
}
