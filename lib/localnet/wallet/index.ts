export * from "./amulets.ts";
export * from "./buy-traffic.ts";
export { runPaymentInTurn } from "./payment-queue.ts";
export {
  createTokenAllocation,
  createTokenTransfer,
  listTokenAllocations,
  listTransferInstructions,
  exerciseTransferInstruction,
  withdrawTokenAllocation,
} from "./token-standard.ts";
export {
  createTokenAllocationV2,
  createTokenTransferV2,
  exerciseTransferInstructionV2,
  withdrawTokenAllocationV2,
} from "./token-standard-v2.ts";
export * from "./transfer-offers.ts";
export { getWalletUserStatus, type UserWallet, requireWallet } from "./wallet.ts";
