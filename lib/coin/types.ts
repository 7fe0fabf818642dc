import { GenMap, List, Optional, TextMap } from "../templates/containers.ts";
import { ContractId } from "../templates/contract-id.ts";
import type { NativeOf } from "../templates/descriptor.ts";
import { record } from "../templates/record-type.ts";
import { Int64, Numeric, Party, Text, Timestamp } from "../templates/scalars.ts";
import { enumeration, variant } from "../templates/variant-type.ts";

/** The data types of the coin package (transaction-history.md 6, 7). Amounts are Decimals. */

export const Decimal10 = Numeric(10);

/** A round of issuance; rounds are counted from 0. */
export const Round = record("Coin:Round", { number: Int64 });

const RatePerRound = record("Coin:RatePerRound", { rate: Decimal10 });

/** Loses `ratePerRound` in every round after `createdAt`; that only tells when dust may be removed. */
export const ExpiringAmount = record("Coin:ExpiringAmount", {
  initialAmount: Decimal10,
  createdAt: Round,
  ratePerRound: RatePerRound,
});
export type ExpiringAmount = NativeOf<typeof ExpiringAmount>;

export const coinFields = { dso: Party, owner: Party, amount: ExpiringAmount };
export const CoinData = record("Coin:CoinData", coinFields);
export type CoinData = NativeOf<typeof CoinData>;

/** Keeps a coin from being spent until all holders agree, or until it expires. */
export const TimeLock = record("Coin:TimeLock", {
  holders: List(Party),
  expiresAt: Timestamp,
  optContext: Optional(Text),
});

/** A rate that falls with the amount: `initialRate` up to the first step, then that step's rate. */
const SteppedRate = record("Coin:SteppedRate", {
  initialRate: Decimal10,
  steps: List(record("Coin:RateStep", { from: Decimal10, rate: Decimal10 })),
});

/** What transfers cost, in USD; a round's coin price turns it into coins. */
export const TransferConfig = record("Coin:TransferConfig", {
  createFee: Decimal10,
  holdingFee: RatePerRound,
  transferFee: SteppedRate,
  lockHolderFee: Decimal10,
  maxNumInputs: Int64,
  maxNumOutputs: Int64,
  maxNumLockHolders: Int64,
});
export type TransferConfig = NativeOf<typeof TransferConfig>;

export const RewardKind = enumeration("Coin:RewardKind", [
  "AppReward",
  "ValidatorReward",
  "SvReward",
  "ValidatorFaucet",
]);

export const TransferInput = variant("CoinRules:TransferInput", {
  InputCoin: ContractId("Coin:Coin"),
  InputRewardCoupon: ContractId("Coin:RewardCoupon"),
});

export const TransferOutput = record("CoinRules:TransferOutput", {
  receiver: Party,
  /** What part of the fee is taken from the amount, 0 … 1; the sender pays the rest. */
  receiverFeeRatio: Decimal10,
  amount: Decimal10,
  lock: Optional(TimeLock),
});
export type TransferOutput = NativeOf<typeof TransferOutput>;

export const Transfer = record("CoinRules:Transfer", {
  sender: Party,
  provider: Party,
  inputs: List(TransferInput),
  outputs: List(TransferOutput),
});
export type Transfer = NativeOf<typeof Transfer>;

const BalanceChange = record("CoinRules:BalanceChange", {
  changeToInitialAmountAsOfRoundZero: Decimal10,
  changeToHoldingFeesRate: Decimal10,
});

const TransferSummary = record("CoinRules:TransferSummary", {
  inputAppRewardAmount: Decimal10,
  /** Faucet coupons included. */
  inputValidatorRewardAmount: Decimal10,
  inputSvRewardAmount: Decimal10,
  inputCoinAmount: Decimal10,
  balanceChanges: GenMap(Party, BalanceChange),
  holdingFees: Decimal10,
  /** One per output, in their order. */
  outputFees: List(Decimal10),
  senderChangeFee: Decimal10,
  senderChangeAmount: Decimal10,
  coinPrice: Decimal10,
  inputValidatorFaucetAmount: Optional(Decimal10),
});

export const CreatedCoin = variant("CoinRules:CreatedCoin", {
  TransferResultCoin: ContractId("Coin:Coin"),
  TransferResultLockedCoin: ContractId("Coin:LockedCoin"),
});

export const TransferResult = record("CoinRules:TransferResult", {
  round: Round,
  summary: TransferSummary,
  /** One per output, in their order. */
  createdCoins: List(CreatedCoin),
  senderChangeCoin: Optional(ContractId("Coin:Coin")),
});

/** A coin made from nothing. */
export const CoinCreateSummary = record("Coin:CoinCreateSummary", {
  coin: ContractId("Coin:Coin"),
  coinPrice: Decimal10,
  round: Round,
});

/** How much less an owner has once a coin expired. */
export const CoinExpireSummary = record("Coin:CoinExpireSummary", {
  owner: Party,
  round: Round,
  changeToInitialAmountAsOfRoundZero: Decimal10,
  changeToHoldingFeesRate: Decimal10,
});

/** The administrator's round in which a transfer happens; disclose it, or read as the administrator. */
export const RoundContext = record("CoinRules:RoundContext", {
  openMiningRound: ContractId("Round:OpenMiningRound"),
});

/** What else a transfer needs of the administrator when it is not made through the rules. */
export const CoinContext = record("CoinRules:CoinContext", {
  coinRules: ContractId("CoinRules:CoinRules"),
  openMiningRound: ContractId("Round:OpenMiningRound"),
});

export const Metadata = record("TransferInstruction:Metadata", { values: TextMap(Text) });
export const InstrumentId = record("Holding:InstrumentId", { admin: Party, id: Text });
