import { Decimal } from "../templates/decimal.ts";
import type { Party } from "../templates/scalars.ts";
import type { ExpiringAmount } from "./types.ts";

const zero = Decimal.of("0");

/** What an amount would have been in round zero; such amounts add up (transaction-history.md 7.2). */
const asOfRoundZero = ({ initialAmount, createdAt, ratePerRound }: ExpiringAmount): Decimal =>
  initialAmount.plus(ratePerRound.rate.times(createdAt.number));

interface Change {
  readonly changeToInitialAmountAsOfRoundZero: Decimal;
  readonly changeToHoldingFeesRate: Decimal;
}

/** Adds up who gains and loses what in a transfer. */
export class BalanceChanges {
  readonly #changes = new Map<Party, Change>();

  gain(party: Party, amount: ExpiringAmount): void {
    this.#add(party, asOfRoundZero(amount), amount.ratePerRound.rate);
  }

  lose(party: Party, amount: ExpiringAmount): void {
    this.#add(party, asOfRoundZero(amount).negated(), amount.ratePerRound.rate.negated());
  }

  /** In order of appearance. */
  entries(): readonly (readonly [Party, Change])[] {
    return [...this.#changes];
  }

  #add(party: Party, amount: Decimal, rate: Decimal): void {
    const known = this.#changes.get(party);
    this.#changes.set(party, {
      changeToInitialAmountAsOfRoundZero: amount.plus(
        known?.changeToInitialAmountAsOfRoundZero ?? zero,
      ),
      changeToHoldingFeesRate: rate.plus(known?.changeToHoldingFeesRate ?? zero),
    });
  }
}
