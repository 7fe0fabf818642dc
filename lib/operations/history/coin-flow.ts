import { ledgerError } from "../../base/errors/ledger-error.ts";
import type { NodeId, Party } from "../../base/identifiers/identifiers.ts";
import type { HistoryTransfer } from "../../base/model/coin-history-record.ts";
import { amountAsOfRoundZero, sumAmounts } from "./amount.ts";
import type { CoinHistoryRecordDraft, CoinInContract, HistoryAdapter } from "./history-rules.ts";

/**
 * The coins that a part of a transaction consumed and created. Coins that it both created and
 * consumed are not included.
 */
export interface TransactionCoinFlow {
  readonly consumed: readonly ConsumedOrCreatedCoin[];
  readonly created: readonly ConsumedOrCreatedCoin[];
}

export interface ConsumedOrCreatedCoin {
  /** The create, or the consuming exercise. */
  readonly nodeId: NodeId;
  readonly coin: CoinInContract;
}

export interface CoinFlowOptions extends Pick<HistoryAdapter, "burns"> {
  /** The node that the record is about; a part of the record's id. */
  readonly nodeId: NodeId;
  readonly round?: bigint | undefined;
  /** If true, new coins without consumed coins are recorded as taps; otherwise as mints. */
  readonly faucet?: boolean | undefined;
}

/**
 * Returns the records of a flow (transaction-history.md 12); undefined if coins of several owners
 * were consumed, because then it is unknown who paid whom. Raises INVALID_ARGUMENT if the consumed
 * coins are worth less than the created ones.
 */
export const deriveCoinFlowRecords = (
  { consumed, created }: TransactionCoinFlow,
  reading: CoinFlowOptions,
): readonly CoinHistoryRecordDraft[] | undefined => {
  const [sender, ...others] = listCoinOwners(consumed);
  if (others.length > 0) return undefined;
  if (sender === undefined) return createIssueRecords(created, reading);
  if (created.length === 0 && reading.burns !== "show") return [];
  const coins = { consumed: listCoinViews(consumed), created: listCoinViews(created) };
  if (onlyLocksDiffer(coins)) return [];
  const { nodeId, round } = reading;
  return [{ nodeId, round, body: { kind: "transfer", ...createTransfer(sender, coins) } }];
};

interface CoinChanges {
  readonly consumed: readonly CoinInContract[];
  readonly created: readonly CoinInContract[];
}

const listCoinViews = (flowing: readonly ConsumedOrCreatedCoin[]): readonly CoinInContract[] =>
  flowing.map(({ coin }) => coin);

/** Returns the owners in order of appearance. */
const listCoinOwners = (coins: readonly ConsumedOrCreatedCoin[]): readonly Party[] => [
  ...new Set(coins.map(({ coin }) => coin.owner)),
];

/**
 * Returns one record for each owner of created coins. If there are several owners, each record has
 * the node id of the first coin that its owner received.
 */
const createIssueRecords = (
  created: readonly ConsumedOrCreatedCoin[],
  { nodeId, round, faucet }: CoinFlowOptions,
): readonly CoinHistoryRecordDraft[] => {
  const owners = listCoinOwners(created);
  return owners.map((owner) => {
    const own = created.filter(({ coin }) => coin.owner === owner);
    const amount = sumCoinAmounts(listCoinViews(own));
    return {
      nodeId: owners.length === 1 ? nodeId : (own[0]?.nodeId ?? nodeId),
      round,
      body: { kind: faucet === true ? "tap" : "mint", owner, amount },
    };
  });
};

const sumCoinAmounts = (coins: readonly CoinInContract[]): bigint =>
  sumAmounts(coins.map(({ amount }) => amount));

const createTransfer = (sender: Party, { consumed, created }: CoinChanges): HistoryTransfer => {
  const input = sumCoinAmounts(consumed);
  const fee = input - sumCoinAmounts(created);
  if (fee < 0n) {
    throw ledgerError("INVALID_ARGUMENT", {
      cause: `The created coins are worth more than the consumed coins of ${sender}. Add a rule to the history adapter that reports where the additional coins come from.`,
    });
  }
  const receivers = [...new Set(created.map(({ owner }) => owner))].filter((to) => to !== sender);
  return {
    sender: {
      party: sender,
      senderChangeFee: 0n,
      senderChangeAmount: sumCoinAmounts(created.filter(({ owner }) => owner === sender)),
      senderFee: fee,
      holdingFees: 0n,
      inputCoinAmount: input,
      inputAppRewardAmount: 0n,
      inputValidatorRewardAmount: 0n,
      inputSvRewardAmount: 0n,
      inputValidatorFaucetAmount: 0n,
    },
    receivers: receivers.map((party) => ({
      party,
      amount: sumCoinAmounts(created.filter(({ owner }) => owner === party)),
      receiverFee: 0n,
    })),
    balanceChanges: computeBalanceChanges({ consumed, created }),
  };
};

/**
 * Returns the balance changes, sorted by party. They are amounts as of round zero, so that changes
 * of different rounds can be added (transaction-history.md 7.2).
 */
const computeBalanceChanges = ({
  consumed,
  created,
}: CoinChanges): HistoryTransfer["balanceChanges"] => {
  const parties = new Set([...consumed, ...created].map(({ owner }) => owner));
  return [...parties].sort().map((party) => {
    const gained = created.filter(({ owner }) => owner === party);
    const lost = consumed.filter(({ owner }) => owner === party);
    const gain = (measure: (coin: CoinInContract) => bigint): bigint =>
      sumAmounts(gained.map(measure)) - sumAmounts(lost.map(measure));
    return {
      party,
      changeToInitialAmountAsOfRoundZero: gain(toRoundZeroAmount),
      changeToHoldingFeesRate: gain(({ ratePerRound = 0n }) => ratePerRound),
    };
  });
};

const toRoundZeroAmount = ({
  amount,
  createdRound = 0n,
  ratePerRound = 0n,
}: CoinInContract): bigint => amountAsOfRoundZero({ amount, createdRound, ratePerRound });

/**
 * Returns true if every consumed coin was created again for the same owner with the same amount,
 * and only locks changed.
 */
const onlyLocksDiffer = ({ consumed, created }: CoinChanges): boolean =>
  containSameTexts(consumed.map(formatOwnerAmount), created.map(formatOwnerAmount)) &&
  !containSameTexts(consumed.map(formatLockedAmount), created.map(formatLockedAmount));

const formatOwnerAmount = ({ owner, amount }: CoinInContract): string => `${amount} ${owner}`;

const formatLockedAmount = (coin: CoinInContract): string =>
  `${formatOwnerAmount(coin)} ${[...(coin.lockedBy ?? [])].sort().join(" ")}`;

const containSameTexts = (left: readonly string[], right: readonly string[]): boolean => {
  const sorted = right.toSorted();
  return left.length === right.length && left.toSorted().every((text, i) => text === sorted[i]);
};
