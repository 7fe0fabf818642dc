import { List, Optional } from "../templates/containers.ts";
import { ContractId } from "../templates/contract-id.ts";
import { defineInterface, method } from "../templates/define-interface.ts";
import type { InputOf, NativeOf } from "../templates/descriptor.ts";
import { record } from "../templates/record-type.ts";
import { Party, Timestamp } from "../templates/scalars.ts";
import type { TransactionContext } from "../templates/transaction-context.ts";
import { variant } from "../templates/variant-type.ts";
import { Holding } from "./holding.ts";
import { CoinContext, Decimal10, InstrumentId, Metadata } from "./types.ts";

/** What a sender wants, whatever instrument it is of. */
export const TransferOrder = record("TransferInstruction:Transfer", {
  sender: Party,
  receiver: Party,
  amount: Decimal10,
  instrumentId: InstrumentId,
  requestedAt: Timestamp,
  executeBefore: Timestamp,
  inputHoldingCids: List(ContractId(Holding)),
  meta: Metadata,
});
export type TransferOrder = NativeOf<typeof TransferOrder>;

/** What the implementation needs besides: found by wallets, not chosen by users. */
export const ExtraArguments = record("TransferInstruction:ExtraArgs", {
  context: record("TransferInstruction:Context", {
    coin: CoinContext,
    preapproval: Optional(ContractId("CoinRules:TransferPreapproval")),
  }),
  meta: Metadata,
});
export type ExtraArguments = NativeOf<typeof ExtraArguments>;

const InstructionOutcome = variant("TransferInstruction:TransferInstructionResult_Output", {
  TransferInstructionResult_Pending: {
    transferInstructionCid: ContractId("TransferInstruction:TransferInstruction"),
  },
  TransferInstructionResult_Completed: { receiverHoldingCids: List(ContractId(Holding)) },
  TransferInstructionResult_Failed: {},
});

export const InstructionResult = record("TransferInstruction:TransferInstructionResult", {
  output: InstructionOutcome,
  senderChangeCids: List(ContractId(Holding)),
  meta: Metadata,
});
export type InstructionResultInput = InputOf<typeof InstructionResult>;

/** Starts transfers: at once where the receiver has agreed before, in two steps where not. */
export const TransferFactory = defineInterface("TransferInstruction:TransferFactory", {
  view: { admin: Party, meta: Metadata },
  methods: {
    transfer:
      method<
        (
          transaction: TransactionContext,
          order: TransferOrder,
          extra: ExtraArguments,
        ) => InstructionResultInput
      >(),
  },
  choices: {
    TransferFactory_Transfer: {
      argument: { expectedAdmin: Party, transfer: TransferOrder, extraArgs: ExtraArguments },
      result: InstructionResult,
      consuming: false,
      controllers: (_factory, { transfer }) => [transfer.sender],
    },
  },
});

type Answer = (transaction: TransactionContext, extra: ExtraArguments) => InstructionResultInput;

/** A transfer under way: its holdings are locked until the receiver has decided. */
export const TransferInstruction = defineInterface("TransferInstruction:TransferInstruction", {
  view: { transfer: TransferOrder, meta: Metadata },
  methods: { accept: method<Answer>(), abort: method<Answer>() },
  choices: {
    TransferInstruction_Accept: {
      argument: { extraArgs: ExtraArguments },
      result: InstructionResult,
      controllers: ({ view }) => [view.transfer.receiver],
    },
    TransferInstruction_Reject: {
      argument: { extraArgs: ExtraArguments },
      result: InstructionResult,
      controllers: ({ view }) => [view.transfer.receiver],
    },
    TransferInstruction_Withdraw: {
      argument: { extraArgs: ExtraArguments },
      result: InstructionResult,
      controllers: ({ view }) => [view.transfer.sender],
    },
  },
});

TransferFactory.implement({
  TransferFactory_Transfer(transaction, factory, { expectedAdmin, transfer, extraArgs }) {
    transaction.assert(
      factory.view.admin === expectedAdmin,
      "The factory is another administrator's.",
    );
    return factory.transfer(transaction, transfer, extraArgs);
  },
});

TransferInstruction.implement({
  TransferInstruction_Accept: (transaction, instruction, { extraArgs }) =>
    instruction.accept(transaction, extraArgs),
  TransferInstruction_Reject: (transaction, instruction, { extraArgs }) =>
    instruction.abort(transaction, extraArgs),
  TransferInstruction_Withdraw: (transaction, instruction, { extraArgs }) =>
    instruction.abort(transaction, extraArgs),
});
