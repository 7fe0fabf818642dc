import { ContractId, definePackage, defineTemplate, Numeric, Party } from "ledger-in-a-box";
import { defineHistory, readAmount } from "ledger-in-a-box/history";

/** Loyalty points: a custom coin, whose choices are independent of any history. */
const Points = defineTemplate("Points:Points", {
  payload: { shop: Party, owner: Party, amount: Numeric(10) },
  signatories: ({ shop }) => [shop],
  observers: ({ owner }) => [owner],
  ensure: ({ amount }) => amount.isPositive(),
  choices: {
    Give: {
      argument: { to: Party, amount: Numeric(10) },
      result: { given: ContractId("Points:Points"), kept: ContractId("Points:Points") },
      controllers: ({ owner }) => [owner],
    },
    Redeem: { controllers: ({ owner }) => [owner] },
  },
});

Points.implement({
  Give: (transaction, points, { to, amount }) => ({
    given: transaction.create(Points, { ...points, owner: to, amount }),
    kept: transaction.create(Points, { ...points, amount: points.amount.minus(amount) }),
  }),
  Redeem: () => undefined,
});

export const points = definePackage({ name: "points", version: "1.0.0", templates: { Points } });

/**
 * Converts points to records of `/v0/transactions`. The adapter declares which contracts are coins; payers
 * and receivers follow from the archived and created points.
 */
export const pointsHistory = defineHistory({
  rules: [],
  coins: [
    {
      id: "#points:Points:Points",
      view: ({ payload }) => {
        const { owner, amount } = payload as { readonly owner: string; readonly amount: string };
        return { owner, amount: readAmount(amount) };
      },
    },
  ],
  onUnmatched: "netFlow",
  // Redeemed points are shown as a transfer without receivers.
  burns: "show",
});
