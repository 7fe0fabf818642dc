import { Bool, ContractId, definePackage, defineTemplate, Party } from "../../../lib/index.ts";

/**
 * A debt of a bank to an owner. The owner can transfer it; any party that knows the contract id can read it.
 */
export const Coin = defineTemplate("Agreements:Coin", {
  payload: { bank: Party, owner: Party },
  signatories: ({ bank }) => [bank],
  observers: ({ owner }) => [owner],
  choices: {
    Pass: {
      argument: { to: Party },
      result: ContractId("Agreements:Coin"),
      controllers: ({ owner }) => [owner],
    },
    Look: { consuming: false, argument: { by: Party }, controllers: (_, { by }) => [by] },
    Melt: { argument: { by: Party }, controllers: (_, { by }) => [by] },
  },
});

Coin.implement({
  Pass: (transaction, { bank }, { to }) => transaction.create(Coin, { bank, owner: to }),
  Look: () => undefined,
  Melt: () => undefined,
});

/** An agreement between a painter and a house owner. */
export const Painting = defineTemplate("Agreements:Painting", {
  payload: { painter: Party, houseOwner: Party },
  signatories: ({ painter, houseOwner }) => [painter, houseOwner],
  choices: {
    View: { consuming: false, argument: { by: Party }, controllers: (_, { by }) => [by] },
  },
});

Painting.implement({ View: () => undefined });

/**
 * A painter's offer to paint for a coin. The house owner accepts it, or makes a counter-offer with a coin
 * that the painter may take.
 */
export const Offer = defineTemplate("Agreements:Offer", {
  payload: { painter: Party, houseOwner: Party },
  signatories: ({ painter }) => [painter],
  observers: ({ houseOwner }) => [houseOwner],
  choices: {
    Accept: {
      argument: { coin: ContractId("Agreements:Coin") },
      result: ContractId("Agreements:Painting"),
      controllers: ({ houseOwner }) => [houseOwner],
    },
    Counter: {
      argument: { coin: ContractId("Agreements:Coin") },
      result: ContractId("Agreements:CounterOffer"),
      controllers: ({ houseOwner }) => [houseOwner],
    },
  },
});

export const CounterOffer = defineTemplate("Agreements:CounterOffer", {
  payload: { painter: Party, houseOwner: Party, coin: ContractId("Agreements:Coin") },
  signatories: ({ houseOwner }) => [houseOwner],
  observers: ({ painter }) => [painter],
  choices: {
    Take: {
      result: ContractId("Agreements:Painting"),
      controllers: ({ painter }) => [painter],
    },
  },
});

Offer.implement({
  Accept: (transaction, { painter, houseOwner }, { coin }) => {
    transaction.exercise(coin, Coin.Pass, { to: painter });
    return transaction.create(Painting, { painter, houseOwner });
  },
  Counter: (transaction, { painter, houseOwner }, { coin }) =>
    transaction.create(CounterOffer, { painter, houseOwner, coin }),
});

CounterOffer.implement({
  Take: (transaction, { painter, houseOwner, coin }) => {
    transaction.exercise(coin, Coin.Pass, { to: painter });
    return transaction.create(Painting, { painter, houseOwner });
  },
});

/** Allows a delegate to use coins of the owner whose contract ids the delegate knows. */
export const Delegation = defineTemplate("Agreements:Delegation", {
  payload: { owner: Party, delegate: Party },
  signatories: ({ owner }) => [owner],
  observers: ({ delegate }) => [delegate],
  choices: {
    Fetch: {
      consuming: false,
      argument: { coin: ContractId("Agreements:Coin") },
      controllers: ({ delegate }) => [delegate],
    },
    Spend: {
      consuming: false,
      argument: { coin: ContractId("Agreements:Coin") },
      result: ContractId("Agreements:Coin"),
      controllers: ({ delegate }) => [delegate],
    },
  },
});

Delegation.implement({
  Fetch: (transaction, _, { coin }) => {
    transaction.fetch(Coin, coin);
  },
  Spend: (transaction, { delegate }, { coin }) =>
    transaction.exercise(coin, Coin.Pass, { to: delegate }),
});

/** Signed by one of two parties, and observed by one of two others, as its arguments say. */
export const Branching = defineTemplate("Agreements:Branching", {
  payload: {
    isFirst: Bool,
    first: Party,
    second: Party,
    firstReader: Party,
    secondReader: Party,
  },
  signatories: ({ isFirst, first, second }) => [isFirst ? first : second],
  observers: ({ isFirst, firstReader, secondReader }) => [isFirst ? firstReader : secondReader],
  choices: {},
});

/** A proposal that two parties must accept together. */
export const Proposal = defineTemplate("Agreements:Proposal", {
  payload: { operator: Party, receiver: Party, giver: Party },
  signatories: ({ operator }) => [operator],
  observers: ({ receiver, giver }) => [receiver, giver],
  choices: {
    AcceptBoth: {
      result: ContractId("Agreements:Accepted"),
      controllers: ({ receiver, giver }) => [receiver, giver],
    },
  },
});

export const Accepted = defineTemplate("Agreements:Accepted", {
  payload: { operator: Party, receiver: Party, giver: Party },
  signatories: ({ operator, receiver, giver }) => [operator, receiver, giver],
  choices: {},
});

Proposal.implement({
  AcceptBoth: (transaction, proposal) => transaction.create(Accepted, proposal),
});

/** A contract of two parties, through which one of them may accept proposals for both. */
export const Pair = defineTemplate("Agreements:Pair", {
  payload: { receiver: Party, giver: Party },
  signatories: ({ receiver, giver }) => [receiver, giver],
  choices: {
    AcceptFor: {
      argument: { proposal: ContractId("Agreements:Proposal") },
      result: ContractId("Agreements:Accepted"),
      controllers: ({ receiver }) => [receiver],
    },
  },
});

Pair.implement({
  AcceptFor: (transaction, _, { proposal }) => transaction.exercise(proposal, Proposal.AcceptBoth),
});

export const agreementsPackage = definePackage({
  name: "agreements",
  version: "1.0.0",
  templates: {
    Coin,
    Painting,
    Offer,
    CounterOffer,
    Delegation,
    Branching,
    Proposal,
    Accepted,
    Pair,
  },
});
