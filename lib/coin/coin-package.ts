import { definePackage } from "../templates/define-package.ts";
import { Coin, LockedCoin, RewardCoupon } from "./coin.ts";
import { CoinRules } from "./coin-rules.ts";
import { Holding } from "./holding.ts";
import { OpenMiningRound } from "./round.ts";
import { CoinTransferFactory } from "./coin-transfer-factory.ts";
import { CoinTransferInstruction } from "./coin-transfer-instruction.ts";
import { TransferFactory, TransferInstruction } from "./transfer-interfaces.ts";
import { TransferPreapproval } from "./transfer-preapproval.ts";

/**
 * A coin with an administrator, in the manner of the coin whose history the seed's endpoint 18 serves:
 * rounds with fees that may be zero, taps and mints, transfers with several outputs, locked coins,
 * two-step transfers, preapprovals, rewards. `coinHistory` tells its history.
 */
export const coin = definePackage({
  name: "coin",
  version: "1.0.0",
  templates: {
    Coin,
    LockedCoin,
    RewardCoupon,
    OpenMiningRound,
    CoinRules,
    TransferPreapproval,
    CoinTransferFactory,
    CoinTransferInstruction,
  },
  interfaces: { Holding, TransferFactory, TransferInstruction },
});

export { coinHistory } from "./coin-history.ts";
