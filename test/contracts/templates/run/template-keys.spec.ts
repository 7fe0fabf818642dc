import { expect } from "chai";

import {
  ContractId,
  definePackage,
  defineTemplate,
  Int64,
  Optional,
  Party,
  Text,
} from "../../../../lib/index.ts";
import { errorOf } from "../../../support/error-of.ts";
import type { OpenOptions } from "../../../support/open-transaction.ts";
import { type AnyCommand, onlyContract, runCommands } from "../../../support/run-commands.ts";

const Account = defineTemplate("Bank:Account", {
  payload: { bank: Party, owner: Party, number: Text, balance: Int64 },
  signatories: ({ bank }) => [bank],
  observers: ({ owner }) => [owner],
  key: {
    type: { bank: Party, number: Text },
    of: ({ bank, number }) => ({ bank, number }),
    maintainers: ({ bank }) => [bank],
    unique: true,
  },
  choices: {
    Deposit: {
      argument: { amount: Int64 },
      result: Int64,
      controllers: ({ bank }) => [bank],
    },
  },
});

Account.implement({
  Deposit: (tx, account, { amount }) => {
    const balance = account.balance + amount;
    tx.create(Account, { ...account, balance });
    return balance;
  },
});

const Teller = defineTemplate("Bank:Teller", {
  payload: { bank: Party, clerk: Party },
  signatories: ({ bank }) => [bank],
  choices: {
    Look: {
      consuming: false,
      argument: { number: Text },
      result: Optional(ContractId(Account)),
      controllers: ({ clerk }) => [clerk],
    },
    Balance: {
      consuming: false,
      argument: { number: Text },
      result: Int64,
      controllers: ({ clerk }) => [clerk],
    },
    Credit: {
      consuming: false,
      argument: { number: Text, amount: Int64 },
      result: Int64,
      controllers: ({ clerk }) => [clerk],
    },
  },
});

Teller.implement({
  Look: (tx, { bank }, { number }) => tx.lookupByKey(Account, { bank, number }),
  Balance: (tx, { bank }, { number }) => tx.fetchByKey(Account, { bank, number }).payload.balance,
  Credit: (tx, { bank }, { number, amount }) =>
    tx.exerciseByKey(Account, { bank, number }, Account.Deposit, { amount }),
});

const banks = definePackage({ name: "banks", version: "1.0.0", templates: { Account, Teller } });
const run = (
  actAs: readonly string[],
  commands: readonly AnyCommand[],
  options: OpenOptions = {},
) => runCommands(actAs, commands, { known: [banks], ...options });

const account = { bank: "bank", owner: "alice", number: "1", balance: 10 };
const opened = onlyContract(run(["bank"], [Account.create(account)]));
const contracts = [opened];
const key = { bank: "bank", number: "1" };
const teller = { bank: "bank", clerk: "carl" };
const asTeller = (command: AnyCommand) => run(["bank", "carl"], [command], { contracts });

describe("keys of TypeScript templates", () => {
  it("are stored on their contracts, with maintainers", () => {
    expect(opened.key?.maintainers).to.deep.equal(["bank"]);
    expect(opened.key?.value).to.deep.equal({
      kind: "record",
      fields: [
        { kind: "party", value: "bank" },
        { kind: "text", value: "1" },
      ],
    });
  });

  it("are unique if declared so", () => {
    const again = () => run(["bank"], [Account.create(account)], { contracts });
    const { code, resources } = errorOf(again);
    expect(code).to.equal("DUPLICATE_CONTRACT_KEY");
    expect(resources).to.deep.equal([
      ["TEMPLATE_ID", opened.templateId],
      ["CONTRACT_KEY", JSON.stringify(key)],
      ["PACKAGE_NAME", "banks"],
    ]);
  });

  it("identify contracts in commands", () => {
    const command = Account.exerciseByKey(key, Account.Deposit, { amount: 5 });
    const { results, transaction, consumed } = run(["bank"], [command], { contracts });
    expect(results).to.deep.equal(["15"]);
    expect(transaction.nodes[0]).to.deep.include({ byKey: true, key: opened.key });
    expect([...consumed.keys()]).to.deep.equal([opened.contractId]);
  });

  it("fail with CONTRACT_KEY_NOT_FOUND if no contract has the key", () => {
    const command = Account.exerciseByKey({ ...key, number: "2" }, Account.Archive);
    const { code, resources } = errorOf(() => run(["bank"], [command], { contracts }));
    expect(code).to.equal("CONTRACT_KEY_NOT_FOUND");
    expect(resources[1]).to.deep.equal(["CONTRACT_KEY", JSON.stringify({ ...key, number: "2" })]);
    const balance = Teller.createAndExercise(teller, Teller.Balance, { number: "2" });
    expect(errorOf(() => asTeller(balance)).code).to.equal("CONTRACT_KEY_NOT_FOUND");
  });

  it("are looked up by code, which gets the contract or null", () => {
    const look = (number: string) =>
      asTeller(Teller.createAndExercise(teller, Teller.Look, { number }));
    const hit = look("1");
    expect(hit.results).to.deep.equal([opened.contractId]);
    expect(hit.transaction.nodes[2]).to.deep.include({
      kind: "lookupByKey",
      contractIds: [opened.contractId],
    });
    const miss = look("2");
    expect(miss.results).to.deep.equal([null]);
    expect(miss.transaction.nodes[2]).to.deep.include({ contractIds: [] });
  });

  it("find the contract that code fetches or exercises", () => {
    const fetched = asTeller(Teller.createAndExercise(teller, Teller.Balance, { number: "1" }));
    expect(fetched.results).to.deep.equal(["10"]);
    expect(fetched.transaction.nodes[2]).to.include({ kind: "fetch", byKey: true });
    const credited = asTeller(
      Teller.createAndExercise(teller, Teller.Credit, { number: "1", amount: 1 }),
    );
    expect(credited.results).to.deep.equal(["11"]);
  });

  it("require a maintainer for creates and look-ups", () => {
    const Loose = defineTemplate("Bank:Loose", {
      payload: { owner: Party, name: Text },
      signatories: ({ owner }) => [owner],
      key: { type: Text, of: ({ name }) => name, maintainers: () => [] },
    });
    const loose = definePackage({ name: "loose", version: "1.0.0", templates: { Loose } });
    const attempt = (command: AnyCommand) => () =>
      runCommands(["alice"], [command], { known: [loose] });
    expect(errorOf(attempt(Loose.create({ owner: "alice", name: "n" }))).code).to.equal(
      "CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS",
    );
    expect(errorOf(attempt(Loose.exerciseByKey("n", Loose.Archive))).code).to.equal(
      "FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS",
    );
  });

  it("are refused for a template without key", () => {
    const command = {
      ExerciseByKeyCommand: {
        templateId: "#banks:Bank:Teller",
        contractKey: {},
        choice: "Archive",
        choiceArgument: {},
      },
    };
    expect(errorOf(() => run(["bank"], [command])).code).to.equal("COMMAND_PREPROCESSING_FAILED");
  });
});
