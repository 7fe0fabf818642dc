import type {
  CoinHistoryRecord,
  HistorySender,
  HistoryTransfer,
} from "../../base/model/coin-history-record.ts";
import { formatTimestamp } from "../../base/values/time.ts";
import { amountText } from "./amount.ts";
import { omitUndefinedProperties } from "./omit-undefined.ts";

/**
 * A history record as JSON (transaction-history.md 3). It has exactly one of the keys `transfer`,
 * `mint`, `tap` and `abort_transfer_instruction`.
 */
export type CoinHistoryRecordJson = HistoryEnvelope & HistoryPayload;

interface HistoryEnvelope {
  readonly event_id: string;
  /** Ledger time in RFC 3339, UTC, with up to six fraction digits, without trailing zeros. */
  readonly date: string;
  readonly domain_id: string;
  /** `00` and 16 lowercase hex digits; `""` for offset 0. */
  readonly offset: string;
  readonly round?: number;
  readonly transaction_type?: string;
}

type HistoryPayload =
  | { readonly transfer: TransferPayload }
  | { readonly mint: CoinAmountPayload }
  | { readonly tap: CoinAmountPayload }
  | {
      readonly abort_transfer_instruction: {
        readonly transfer_instruction_cid: string;
        readonly abort_kind?: string;
      };
    };

interface CoinAmountPayload {
  readonly coin_owner: string;
  readonly coin_amount: string;
}

interface TransferPayload extends TransferInstructionPayload {
  readonly sender: SenderPayload;
  readonly receivers: readonly {
    readonly party: string;
    readonly amount: string;
    readonly receiver_fee: string;
  }[];
  readonly balance_changes: readonly {
    readonly party: string;
    readonly change_to_initial_amount_as_of_round_zero: string;
    readonly change_to_holding_fees_rate: string;
  }[];
  readonly transfer_kind?: string;
}

interface TransferInstructionPayload {
  readonly description?: string;
  readonly transferInstructionReceiver?: string;
  readonly transferInstructionAmount?: string;
  readonly transferInstructionCid?: string;
}

interface SenderPayload {
  readonly party: string;
  readonly input_coin_amount: string;
  readonly input_app_reward_amount: string;
  readonly input_validator_reward_amount: string;
  readonly input_sv_reward_amount: string;
  readonly input_validator_faucet_amount: string;
  readonly sender_change_amount: string;
  readonly sender_change_fee: string;
  readonly sender_fee: string;
  readonly holding_fees: string;
}

export interface HistoryEncodingOptions {
  /**
   * If true, adds the fields `transaction_type`, `transfer_kind` and `abort_kind`, which the
   * original history service returns, although its API description does not have them
   * (transaction-history.md 4). Default: false.
   */
  readonly extendedFields?: boolean;
}

/** Returns the JSON form of a record. Absent optional fields are omitted. */
export const toCoinHistoryRecordJson = (
  record: CoinHistoryRecord,
  { extendedFields = false }: HistoryEncodingOptions = {},
): CoinHistoryRecordJson => ({
  event_id: record.eventId,
  date: formatTimestamp(record.date),
  domain_id: record.synchronizerId,
  offset: historyOffset(record.offset),
  ...(record.round === undefined ? {} : { round: Number(record.round) }),
  ...(extendedFields ? { transaction_type: transactionTypeNames[record.body.kind] } : {}),
  ...createHistoryPayload(record.body, extendedFields),
});

/**
 * Returns an offset as nine big-endian bytes in hex, of which the first is zero; `""` for offset 0.
 */
const historyOffset = (offset: number): string =>
  offset === 0 ? "" : offset.toString(16).padStart(18, "0");

const transactionTypeNames = {
  transfer: "transfer",
  mint: "mint",
  tap: "devnet_tap",
  abortTransferInstruction: "abort_transfer_instruction",
} as const;

const createHistoryPayload = (
  body: CoinHistoryRecord["body"],
  extendedFields: boolean,
): HistoryPayload => {
  switch (body.kind) {
    case "transfer":
      return { transfer: transferPayload(body, extendedFields) };
    case "mint":
      return { mint: coinAmount(body) };
    case "tap":
      return { tap: coinAmount(body) };
    case "abortTransferInstruction":
      return {
        abort_transfer_instruction: {
          transfer_instruction_cid: body.transferInstructionCid,
          ...(extendedFields && body.abortKind !== undefined ? { abort_kind: body.abortKind } : {}),
        },
      };
  }
};

const coinAmount = (body: { owner: string; amount: bigint }): CoinAmountPayload => ({
  coin_owner: body.owner,
  coin_amount: amountText(body.amount),
});

const transferPayload = (transfer: HistoryTransfer, extendedFields: boolean): TransferPayload => ({
  sender: senderPayload(transfer.sender),
  receivers: transfer.receivers.map(({ party, amount, receiverFee }) => ({
    party,
    amount: amountText(amount),
    receiver_fee: amountText(receiverFee),
  })),
  balance_changes: transfer.balanceChanges.map((change) => ({
    party: change.party,
    change_to_initial_amount_as_of_round_zero: amountText(
      change.changeToInitialAmountAsOfRoundZero,
    ),
    change_to_holding_fees_rate: amountText(change.changeToHoldingFeesRate),
  })),
  ...instructionPayload(transfer),
  ...(extendedFields && transfer.transferKind !== undefined
    ? { transfer_kind: transfer.transferKind }
    : {}),
});

const instructionPayload = (transfer: HistoryTransfer): TransferInstructionPayload =>
  omitUndefinedProperties({
    description: transfer.description === "" ? undefined : transfer.description,
    transferInstructionReceiver: transfer.transferInstructionReceiver,
    transferInstructionAmount: formatOptionalAmount(transfer.transferInstructionAmount),
    transferInstructionCid: transfer.transferInstructionCid,
  });

const formatOptionalAmount = (amount: bigint | undefined): string | undefined =>
  amount === undefined ? undefined : amountText(amount);

const senderPayload = (sender: HistorySender): SenderPayload => ({
  party: sender.party,
  input_coin_amount: amountText(sender.inputCoinAmount),
  input_app_reward_amount: amountText(sender.inputAppRewardAmount),
  input_validator_reward_amount: amountText(sender.inputValidatorRewardAmount),
  input_sv_reward_amount: amountText(sender.inputSvRewardAmount),
  input_validator_faucet_amount: amountText(sender.inputValidatorFaucetAmount),
  sender_change_amount: amountText(sender.senderChangeAmount),
  sender_change_fee: amountText(sender.senderChangeFee),
  sender_fee: amountText(sender.senderFee),
  holding_fees: amountText(sender.holdingFees),
});
