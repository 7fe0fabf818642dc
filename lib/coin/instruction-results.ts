import type { ContractId } from "../templates/contract-id.ts";
import type { NativeOf } from "../templates/descriptor.ts";
import { Holding } from "./holding.ts";
import type { InstructionResultInput } from "./transfer-interfaces.ts";
import type { TransferResult } from "./types.ts";

/** Says nothing. */
export const noMeta = { values: {} };

/** What the sender has left. */
export const changeOf = ({
  senderChangeCoin,
}: NativeOf<typeof TransferResult>): readonly ContractId<"Holding:Holding">[] =>
  senderChangeCoin === null ? [] : [senderChangeCoin.as(Holding)];

/** The receiver has the coins. */
export const completed = (result: NativeOf<typeof TransferResult>): InstructionResultInput => ({
  output: {
    tag: "TransferInstructionResult_Completed",
    value: { receiverHoldingCids: result.createdCoins.map(({ value }) => value.as(Holding)) },
  },
  senderChangeCids: changeOf(result),
  meta: noMeta,
});
