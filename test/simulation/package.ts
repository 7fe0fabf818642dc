import {
  ContractException,
  ContractId,
  definePackage,
  defineTemplate,
  Int64,
  List,
  Party,
  Text,
} from "../../lib/index.ts";

/** A debt of an issuer to an owner, with other parties as observers. */
const Coin = defineTemplate("Sim:Coin", {
  payload: { issuer: Party, owner: Party, watchers: List(Party), serial: Text },
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner, watchers }) => [owner, ...watchers],
  choices: {
    Give: {
      argument: { to: Party },
      result: ContractId("Sim:Coin"),
      controllers: ({ owner }) => [owner],
    },
    Look: {
      consuming: false,
      argument: { by: Party, also: List(Party) },
      result: Text,
      controllers: (_, { by }) => [by],
      observers: (_, { also }) => also,
    },
    Halve: { controllers: ({ owner }) => [owner] },
    Join: { argument: { other: ContractId("Sim:Coin") }, controllers: ({ owner }) => [owner] },
    Break: { controllers: ({ owner }) => [owner] },
  },
});

Coin.implement({
  Give: (transaction, self, { to }) => transaction.create(Coin, { ...self, owner: to }),
  Look: (_, { serial }) => serial,
  Halve: (transaction, self) => {
    transaction.create(Coin, { ...self, serial: `${self.serial}l` });
    transaction.create(Coin, { ...self, serial: `${self.serial}r` });
  },
  Join: (transaction, self, { other }) => {
    transaction.exercise(other, Coin.Archive);
    transaction.create(Coin, { ...self, serial: `${self.serial}+` });
  },
  Break: (transaction, self) => {
    transaction.create(Coin, self);
    throw new ContractException("Sim:Broken", "broken");
  },
});

/** A number that only grows, in a contract with a key. */
const Tally = defineTemplate("Sim:Tally", {
  payload: { owner: Party, name: Text, count: Int64 },
  signatories: ({ owner }) => [owner],
  key: {
    type: { owner: Party, name: Text },
    of: ({ owner, name }) => ({ owner, name }),
    maintainers: ({ owner }) => [owner],
  },
  choices: { Bump: { result: Int64, controllers: ({ owner }) => [owner] } },
});

Tally.implement({
  Bump: (transaction, self) => {
    const count = self.count + 1n;
    transaction.create(Tally, { ...self, count });
    return count;
  },
});

/** The package that the clients of a simulation use. */
export const simulationPackage = definePackage({
  name: "simulation",
  version: "1.0.0",
  templates: { Coin, Tally },
});
