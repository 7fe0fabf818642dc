import type {
  HistoryBody,
  HistoryRecord,
  HistorySender,
  HistoryTransfer,
} from "../../../../base/model/history-record.ts";
import { type Kinds, listOf, oneOf, optional, recordOf, text, unionOf, whole } from "./shape.ts";
import { amount } from "./value-shape.ts";

type BodyOf<Kind extends HistoryBody["kind"]> = Extract<HistoryBody, { readonly kind: Kind }>;
type Given = Extract<HistoryBody, { readonly owner: string }>;

const sender = recordOf<HistorySender>({
  party: text,
  senderChangeFee: amount,
  senderChangeAmount: amount,
  senderFee: amount,
  holdingFees: amount,
  inputCoinAmount: amount,
  inputAppRewardAmount: amount,
  inputValidatorRewardAmount: amount,
  inputSvRewardAmount: amount,
  inputValidatorFaucetAmount: amount,
});

const given = recordOf<Given>({ kind: text, owner: text, amount });

const body = unionOf({
  transfer: recordOf<BodyOf<"transfer">>({
    kind: text,
    sender,
    receivers: listOf(
      recordOf<HistoryTransfer["receivers"][number]>({ party: text, amount, receiverFee: amount }),
    ),
    balanceChanges: listOf(
      recordOf<HistoryTransfer["balanceChanges"][number]>({
        party: text,
        changeToInitialAmountAsOfRoundZero: amount,
        changeToHoldingFeesRate: amount,
      }),
    ),
    description: optional(text),
    transferInstructionReceiver: optional(text),
    transferInstructionAmount: optional(amount),
    transferInstructionCid: optional(text),
    transferKind: optional(
      oneOf("create_transfer_instruction", "transfer_instruction_accept", "preapproval_send"),
    ),
  }),
  mint: given,
  tap: given,
  abortTransferInstruction: recordOf<BodyOf<"abortTransferInstruction">>({
    kind: text,
    transferInstructionCid: text,
    abortKind: optional(oneOf("withdraw", "reject")),
  }),
} satisfies Kinds<HistoryBody>);

export const historyRecord = recordOf<HistoryRecord>({
  eventId: text,
  updateId: optional(text),
  date: amount,
  synchronizerId: text,
  offset: whole,
  round: optional(amount),
  body,
});
