import type { Party } from "../base/identifiers/identifiers.ts";
import { formatAmount, parseLedgerAmount } from "./amount.ts";
import type { AmuletPayload, SpliceContract, SpliceState } from "./splice-state.ts";

/** An amulet with its value in a round, after holding fees. */
export interface AmuletValueInRound {
  readonly contract: SpliceContract<unknown>;
  readonly isLocked: boolean;
  readonly initial: bigint;
  readonly fee: bigint;
  readonly effective: bigint;
}

const createAmuletPosition = (
  contract: SpliceContract<unknown>,
  { amount }: AmuletPayload,
  { round, isLocked }: { readonly round: number; readonly isLocked: boolean },
): AmuletValueInRound => {
  const initial = parseLedgerAmount(amount.initialAmount);
  const rounds = BigInt(Math.max(round - Number(amount.createdAt.number), 0));
  const due = parseLedgerAmount(amount.ratePerRound.rate) * rounds;
  const fee = due < initial ? due : initial;
  return { contract, isLocked, initial, fee, effective: initial - fee };
};

/**
 * Returns the amulets and locked amulets of all owners with their values in a round, by owner. Takes time
 * linear in their number.
 */
export const groupAmuletValuesByOwner = (
  splice: SpliceState,
  round: number,
): ReadonlyMap<Party, readonly AmuletValueInRound[]> => {
  const byOwner = new Map<Party, AmuletValueInRound[]>();
  const add = (contract: SpliceContract<unknown>, amulet: AmuletPayload, isLocked: boolean) => {
    const positions = byOwner.get(amulet.owner) ?? [];
    positions.push(createAmuletPosition(contract, amulet, { round, isLocked }));
    byOwner.set(amulet.owner, positions);
  };
  for (const each of splice.activeContracts("amulet")) add(each, each.payload, false);
  for (const each of splice.activeContracts("lockedAmulet")) add(each, each.payload.amulet, true);
  return byOwner;
};

/**
 * Returns the amulets and locked amulets of an owner with their values in a round. Takes time linear in the
 * amulets of all owners.
 */
export const findAmuletValuesOfOwner = (
  splice: SpliceState,
  owner: Party,
  round: number,
): readonly AmuletValueInRound[] => groupAmuletValuesByOwner(splice, round).get(owner) ?? [];

const sum = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((total, each) => total + each, 0n);

export interface HoldingTotals {
  readonly unlocked: bigint;
  readonly locked: bigint;
  readonly unlockedFees: bigint;
  readonly lockedFees: bigint;
}

export const sumHoldings = (positions: readonly AmuletValueInRound[]): HoldingTotals => {
  const unlocked = positions.filter(({ isLocked }) => !isLocked);
  const locked = positions.filter(({ isLocked }) => isLocked);
  return {
    unlocked: sum(unlocked.map(({ initial }) => initial)),
    locked: sum(locked.map(({ initial }) => initial)),
    unlockedFees: sum(unlocked.map(({ fee }) => fee)),
    lockedFees: sum(locked.map(({ fee }) => fee)),
  };
};

/** Returns the totals of a party in the format of Scan and the validator. */
export const summarizeHoldings = (splice: SpliceState, party: Party, round: number) => {
  const { unlocked, locked, unlockedFees, lockedFees } = sumHoldings(
    findAmuletValuesOfOwner(splice, party, round),
  );
  return {
    party_id: party,
    total_unlocked_coin: formatAmount(unlocked),
    total_locked_coin: formatAmount(locked),
    total_coin_holdings: formatAmount(unlocked + locked),
    accumulated_holding_fees_unlocked: formatAmount(unlockedFees),
    accumulated_holding_fees_locked: formatAmount(lockedFees),
    accumulated_holding_fees_total: formatAmount(unlockedFees + lockedFees),
    total_available_coin: formatAmount(unlocked - unlockedFees),
  };
};
