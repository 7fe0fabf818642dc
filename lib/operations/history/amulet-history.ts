import { createCoinHistoryAdapter } from "./coin-history-rules.ts";

/**
 * The history rules for the coin of the package `splice-amulet`, in all its versions
 * (transaction-history.md 6).
 */
export const amuletHistory = createCoinHistoryAdapter({
  word: "Amulet",
  coin: "#splice-amulet:Splice.Amulet:Amulet",
  lockedCoin: "#splice-amulet:Splice.Amulet:LockedAmulet",
  rules: "#splice-amulet:Splice.AmuletRules:AmuletRules",
  preapproval: "#splice-amulet:Splice.AmuletRules:TransferPreapproval",
  transferFactory: "#splice-amulet:Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules",
  transferInstruction: "#splice-amulet:Splice.AmuletTransferInstruction:AmuletTransferInstruction",
  allocation: "#splice-amulet:Splice.AmuletAllocation:AmuletAllocation",
  reasonKey: "splice.lfdecentralizedtrust.org/reason",
});
