import { coin, coinHistory } from "../../fixtures/coin/coin-package.ts";
import { allocateParty } from "../../lib/api.ts";
import {
  amountAsOfRoundZero,
  type CoinHistoryRecordJson,
  historyPage,
  readAmount,
} from "../../lib/history.ts";
import { type ContractId, createLedger, type Ledger, type LedgerOptions } from "../../lib/index.ts";

export type CoinId = ContractId<"Coin:Coin">;

/**
 * Fees in USD. At a price of 0.005 USD per coin, the create fee is 6 coins, and 1 % applies up to 20,000
 * coins.
 */
export const fees = {
  createFee: "0.03",
  holdingFee: { rate: "0.0000190259" },
  transferFee: { initialRate: "0.01", steps: [{ from: "100", rate: "0.001" }] },
  lockHolderFee: "0.005",
  maxNumInputs: 100n,
  maxNumOutputs: 100n,
  maxNumLockHolders: 50n,
};

export const noFees = {
  ...fees,
  createFee: "0",
  transferFee: { initialRate: "0", steps: [] },
  lockHolderFee: "0",
};

/** A ledger with the built-in coin, its administrator and some owners. */
export class CoinMarket {
  readonly ledger: Ledger;
  readonly dso: string;
  readonly owners: readonly string[];
  readonly rules: ContractId<"CoinRules:CoinRules">;

  private constructor(
    ledger: Ledger,
    dso: string,
    owners: readonly string[],
    rules: ContractId<"CoinRules:CoinRules">,
  ) {
    this.ledger = ledger;
    this.dso = dso;
    this.owners = owners;
    this.rules = rules;
  }

  static async open(
    owners: readonly string[],
    options: LedgerOptions & { readonly isDevNet?: boolean } = {},
  ): Promise<CoinMarket> {
    const { isDevNet = true, ...others } = options;
    const ledger = await createLedger({
      packages: [coin],
      history: [coinHistory],
      seed: 1,
      clock: { freeze: "2025-03-04T09:00:00Z" },
      ...others,
    });
    const [dso = "", ...allocated] = await allocate(ledger, ["dso", ...owners]);
    const created = await ledger.submit({
      actAs: dso,
      commands: coin.CoinRules.create({ dso, isDevNet }),
    });
    const [rules] = created.created(coin.CoinRules);
    if (rules === undefined) throw new TypeError("The rules were not created.");
    return new CoinMarket(ledger, dso, allocated, rules);
  }

  async round(number: bigint, transferConfigUsd = fees): Promise<OpenRoundId> {
    const result = await this.ledger.submit({
      actAs: this.dso,
      commands: coin.OpenMiningRound.create({
        dso: this.dso,
        round: { number },
        coinPrice: "0.005",
        transferConfigUsd,
      }),
    });
    const [openRound] = result.created(coin.OpenMiningRound);
    if (openRound === undefined) throw new TypeError("The round was not created.");
    return openRound;
  }

  async tap(owner: string, amount: string, openRound: OpenRoundId): Promise<CoinId> {
    return this.#issued(owner, coin.CoinRules.CoinRules_DevNet_Tap, { amount, openRound });
  }

  async mint(owner: string, amount: string, openRound: OpenRoundId): Promise<CoinId> {
    return this.#issued(owner, coin.CoinRules.CoinRules_Mint, { amount, openRound });
  }

  /** Transfers coins. Returns the created coins, including change. */
  async transfer(transfer: {
    readonly sender: string;
    readonly inputs: readonly CoinId[];
    readonly outputs: readonly {
      readonly receiver: string;
      readonly amount: string;
      readonly receiverFeeRatio?: string;
    }[];
    readonly openRound: OpenRoundId;
  }): Promise<readonly CoinId[]> {
    const { sender, inputs, outputs, openRound } = transfer;
    const result = await this.ledger.submit({
      actAs: [sender, ...outputs.map(({ receiver }) => receiver)],
      readAs: this.dso,
      commands: this.rules.exercise(coin.CoinRules.CoinRules_Transfer, {
        transfer: {
          sender,
          provider: sender,
          inputs: inputs.map((value) => ({ tag: "InputCoin", value }) as const),
          outputs: outputs.map((output) => ({ receiverFeeRatio: "0", ...output })),
        },
        context: { openMiningRound: openRound },
      }),
    });
    return result.created(coin.Coin);
  }

  history(extendedFields = false): readonly CoinHistoryRecordJson[] {
    return historyPage(this.ledger, { page_size: 1000 }, { extendedFields }).transactions;
  }

  async #issued(
    owner: string,
    choice: typeof coin.CoinRules.CoinRules_Mint,
    issue: { readonly amount: string; readonly openRound: OpenRoundId },
  ): Promise<CoinId> {
    const result = await this.ledger.submit({
      actAs: [owner, this.dso],
      commands: this.rules.exercise(choice, { receiver: owner, ...issue }),
    });
    const [made] = result.created(coin.Coin);
    if (made === undefined) throw new TypeError("No coin was created.");
    return made;
  }
}

export type OpenRoundId = ContractId<"Round:OpenMiningRound">;

const allocate = async (ledger: Ledger, hints: readonly string[]): Promise<readonly string[]> => {
  const parties: string[] = [];
  for (const partyIdHint of hints) {
    const { partyDetails } = await allocateParty(ledger, { partyIdHint });
    parties.push(partyDetails.party);
  }
  return parties;
};

/** For each party: the value of its coins in round 0, and their holding fee per round. */
export type Balances = Readonly<Record<string, { readonly amount: bigint; readonly rate: bigint }>>;

/** Returns the balances computed from the active coins, including locked ones. */
export const activeBalances = ({ state }: Ledger): Balances => {
  const balances = new Map<string, { amount: bigint; rate: bigint }>();
  for (const { contract } of state.active.all.values()) {
    const type = state.packages.template(contract.templateId)?.payload;
    if (type === undefined) continue;
    const payload = state.packages.codec(type).encode(contract.argument) as CoinPayload;
    const { owner, amount } = payload.coin ?? payload;
    if (owner === undefined || amount === undefined) continue;
    const rate = readAmount(amount.ratePerRound.rate);
    const createdRound = BigInt(amount.createdAt.number);
    const initial = readAmount(amount.initialAmount);
    add(balances, owner, {
      amount: amountAsOfRoundZero({ amount: initial, createdRound, ratePerRound: rate }),
      rate,
    });
  }
  return Object.fromEntries(balances);
};

interface HeldCoin {
  readonly owner: string;
  readonly amount: {
    readonly initialAmount: string;
    readonly createdAt: { readonly number: string };
    readonly ratePerRound: { readonly rate: string };
  };
}

/** The payload of a coin, of a locked coin, or of another template. */
type CoinPayload = Partial<HeldCoin> & { readonly coin?: HeldCoin };

/** Returns the balances computed from all changes in the history, for coins with this holding fee. */
export const historyBalances = (
  history: readonly CoinHistoryRecordJson[],
  ratePerRound: bigint,
): Balances => {
  const balances = new Map<string, { amount: bigint; rate: bigint }>();
  for (const record of history) {
    const issued = "tap" in record ? record.tap : "mint" in record ? record.mint : undefined;
    if (issued !== undefined) {
      const amount = readAmount(issued.coin_amount) + ratePerRound * BigInt(record.round ?? 0);
      add(balances, issued.coin_owner, { amount, rate: ratePerRound });
    }
    for (const change of "transfer" in record ? record.transfer.balance_changes : []) {
      add(balances, change.party, {
        amount: readAmount(change.change_to_initial_amount_as_of_round_zero),
        rate: readAmount(change.change_to_holding_fees_rate),
      });
    }
  }
  return Object.fromEntries(balances);
};

const add = (
  balances: Map<string, { amount: bigint; rate: bigint }>,
  party: string,
  change: { readonly amount: bigint; readonly rate: bigint },
): void => {
  const known = balances.get(party) ?? { amount: 0n, rate: 0n };
  balances.set(party, { amount: known.amount + change.amount, rate: known.rate + change.rate });
};

/** Returns true if the inputs of a transfer equal its outputs (transaction-history.md 7.3). */
export const isBalanced = (record: CoinHistoryRecordJson): boolean => {
  if (!("transfer" in record)) return true;
  const { sender, receivers } = record.transfer;
  const sum = (...amounts: readonly string[]): bigint =>
    amounts.reduce((total, amount) => total + readAmount(amount), 0n);
  const into = sum(
    sender.input_coin_amount,
    sender.input_app_reward_amount,
    sender.input_validator_reward_amount,
    sender.input_sv_reward_amount,
  );
  const out = sum(
    sender.sender_fee,
    sender.sender_change_amount,
    sender.sender_change_fee,
    ...receivers.map(({ amount }) => amount),
  );
  return into - readAmount(sender.holding_fees) === out;
};
