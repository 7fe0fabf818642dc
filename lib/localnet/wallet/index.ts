export * from "./amulets.ts";
export * from "./buy-traffic.ts";
export { runPayment } from "./payment-queue.ts";
export {
  createAllocation,
  createTokenTransfer,
  listAllocations,
  listTokenTransfers,
  onTokenTransfer,
  withdrawAllocation,
} from "./token-standard.ts";
export {
  allocateV2,
  createTokenTransferV2,
  onTokenTransferV2,
  withdrawAllocationV2,
} from "./token-standard-v2.ts";
export * from "./transfer-offers.ts";
export { getWalletUserStatus, type UserWallet, requireWallet } from "./wallet.ts";
