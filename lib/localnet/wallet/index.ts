export * from "./amulets.ts";
export * from "./buy-traffic.ts";
export * from "./token-standard.ts";
export * from "./transfer-offers.ts";
export { userStatus, type Wallet, walletOf } from "./wallet.ts";
