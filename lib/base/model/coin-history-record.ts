import type { Micros, Offset, SynchronizerId, UpdateId } from "../identifiers/identifiers.ts";

/** One line of coin history (transaction-history.md 3, 4). */
export interface CoinHistoryRecord {
  /** An opaque id. Compared as texts, it is larger than the ids of all earlier records. */
  readonly eventId: string;
  /** The transaction of the record; absent if no transaction of this ledger created the record. */
  readonly updateId?: UpdateId;
  readonly date: Micros;
  readonly synchronizerId: SynchronizerId;
  readonly offset: Offset;
  readonly round?: bigint;
  readonly body: CoinHistoryRecordContent;
}

/** The content of a record. Amounts are decimals in units of 10^-10. */
export type CoinHistoryRecordContent =
  | ({ readonly kind: "transfer" } & HistoryTransfer)
  | { readonly kind: "mint" | "tap"; readonly owner: string; readonly amount: bigint }
  | {
      readonly kind: "abortTransferInstruction";
      readonly transferInstructionCid: string;
      readonly abortKind?: "withdraw" | "reject";
    };

/** A transfer of coins: its sender, its receivers, and what changed for each. */
export interface HistoryTransfer {
  readonly sender: HistorySender;
  readonly receivers: readonly {
    readonly party: string;
    readonly amount: bigint;
    readonly receiverFee: bigint;
  }[];
  readonly balanceChanges: readonly {
    readonly party: string;
    readonly changeToInitialAmountAsOfRoundZero: bigint;
    readonly changeToHoldingFeesRate: bigint;
  }[];
  readonly description?: string;
  readonly transferInstructionReceiver?: string;
  readonly transferInstructionAmount?: bigint;
  readonly transferInstructionCid?: string;
  readonly transferKind?:
    "create_transfer_instruction" | "transfer_instruction_accept" | "preapproval_send";
}

/** The sender of coins: inputs, change and fees. */
export interface HistorySender {
  readonly party: string;
  readonly senderChangeFee: bigint;
  readonly senderChangeAmount: bigint;
  readonly senderFee: bigint;
  readonly holdingFees: bigint;
  readonly inputCoinAmount: bigint;
  readonly inputAppRewardAmount: bigint;
  readonly inputValidatorRewardAmount: bigint;
  readonly inputSvRewardAmount: bigint;
  readonly inputValidatorFaucetAmount: bigint;
}
