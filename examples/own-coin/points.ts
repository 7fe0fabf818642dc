import { ContractId, definePackage, defineTemplate, Numeric, Party } from "ledger-in-a-box";
import { defineHistory, readAmount } from "ledger-in-a-box/history";

/** Loyalty points: a coin of your own, with choices that know nothing of any history. */
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
 * How points become records of `/v0/transactions`. It says which contracts are coins; who paid whom
 * shows from the points that were used up and made.
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
  // Redeemed points are gone: a transfer without receivers.
  burns: "show",
});
