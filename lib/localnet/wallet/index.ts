export * from "./amulets.ts";
export * from "./buy-traffic.ts";
export { runPaymentInTurn } from "./payment-queue.ts";
export {
  createAllocation,
  createTokenTransfer,
  listAllocations,
  listTransferInstructions,
  exerciseTransferInstruction,
  withdrawAllocation,
} from "./token-standard.ts";
export {
  createTokenAllocationV2,
  createTokenTransferV2,
  exerciseTransferInstructionV2,
  withdrawAllocationV2,
} from "./token-standard-v2.ts";
export * from "./transfer-offers.ts";
export { getWalletUserStatus, type UserWallet, requireWallet } from "./wallet.ts";
