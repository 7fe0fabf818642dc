import { coinHistoryFor } from "../history/coin-rules.ts";

/** Under which wallets keep what a transfer is for. */
export const reasonKey = "splice.lfdecentralizedtrust.org/reason";

/** The history of the built-in coin, for `createLedger({ packages: [coin], history: [coinHistory] })`. */
export const coinHistory = coinHistoryFor({
  word: "Coin",
  coin: "#coin:Coin:Coin",
  lockedCoin: "#coin:Coin:LockedCoin",
  rules: "#coin:CoinRules:CoinRules",
  preapproval: "#coin:CoinRules:TransferPreapproval",
  transferFactory: "#coin:CoinRules:CoinTransferFactory",
  transferInstruction: "#coin:CoinTransferInstruction:CoinTransferInstruction",
  reasonKey,
});
