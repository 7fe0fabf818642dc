import { expect } from "chai";

import { loadFixture } from "../../../fixtures/index.ts";
import {
  ContractId,
  createLedger,
  defineInterface,
  definePackage,
  defineTemplate,
  Int64,
  isLedgerError,
  Numeric,
  Party,
  Text,
} from "../../../lib/index.ts";
import { createFetch } from "../../../middleware/index.ts";

const Named = defineInterface("Shop:Named", { view: { title: Text } });
const Item = defineTemplate("Shop:Item", {
  payload: { owner: Party, title: Text, price: Numeric(2) },
  signatories: ({ owner }) => [owner],
  key: {
    type: { owner: Party, title: Text },
    of: ({ owner, title }) => ({ owner, title }),
    maintainers: ({ owner }) => [owner],
  },
  choices: {
    Reprice: {
      argument: { price: Numeric(2) },
      result: ContractId("Shop:Item"),
      controllers: ({ owner }: { readonly owner: string }) => [owner],
    },
  },
});
Item.implement({
  Reprice: (transaction, item, { price }) => transaction.create(Item, { ...item, price }),
});
Item.implements(Named, { view: ({ title }) => ({ title }) });
const Other = defineTemplate("Shop:Other", {
  payload: { owner: Party, count: Int64 },
  signatories: ({ owner }) => [owner],
});
const shop = definePackage({
  name: "shop",
  version: "1.0.0",
  templates: { Item, Other },
  interfaces: { Named },
});

interface TransactionAnswer {
  readonly transaction: { readonly events: readonly object[] };
}

const given = async () => {
  const ledger = await createLedger({ packages: [shop], seed: 1 });
  const { alice } = await loadFixture(ledger, { steps: [{ parties: ["alice"] }] });
  const fetch = createFetch(ledger, { auth: "disabled" });
  let count = 0;
  const submit = async (
    ...commands: readonly object[]
  ): Promise<TransactionAnswer["transaction"]> => {
    count += 1;
    const cumulative = [
      { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: false } } } },
      {
        identifierFilter: {
          InterfaceFilter: {
            value: {
              interfaceId: Named.reference,
              includeInterfaceView: true,
              includeCreatedEventBlob: false,
            },
          },
        },
      },
    ];
    const response = await fetch("http://ledger/v2/commands/submit-and-wait-for-transaction", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        commands: { commands, commandId: `c${count}`, actAs: [alice], userId: "test" },
        transactionFormat: {
          transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
          eventFormat: { filtersByParty: { [alice]: { cumulative } }, verbose: true },
        },
      }),
    });
    expect(response.status).to.equal(200);
    return ((await response.json()) as TransactionAnswer).transaction;
  };
  return { alice, submit };
};

describe("readers of templates for transactions of the JSON Ledger API", () => {
  it("return the created contracts with payload and key in the form that template code gets", async () => {
    const { alice, submit } = await given();
    const transaction = await submit(
      Item.create({ owner: alice, title: "lamp", price: "2.50" }),
      Other.create({ owner: alice, count: 3 }),
    );
    const [item, ...more] = Item.createdIn(transaction);
    expect(more).to.deep.equal([]);
    expect(item?.payload.price.toString()).to.equal("2.5");
    expect(item?.key).to.deep.equal({ owner: alice, title: "lamp" });
    const [other] = Other.createdIn(transaction);
    expect(other?.payload).to.deep.equal({ owner: alice, count: 3n });
    expect(other?.key).to.equal(undefined);
  });

  it("return contracts that later commands can exercise, and exercises with their results", async () => {
    const { alice, submit } = await given();
    const created = await submit(Item.create({ owner: alice, title: "lamp", price: 1 }));
    const commands = Item.createdIn(created).map((item) =>
      item.exercise(Item.Reprice, { price: "3.00" }),
    );
    const repriced = await submit(...commands);
    const [exercise] = Item.Reprice.exercisedIn(repriced);
    const [renewed] = Item.createdIn(repriced);
    expect(exercise?.choiceArgument.price.toString()).to.equal("3.0");
    expect(exercise?.contractId).to.equal(Item.createdIn(created)[0]?.contractId);
    expect(renewed !== undefined && exercise?.exerciseResult.equals(renewed)).to.equal(true);
    expect(Item.Archive.exercisedIn(repriced)).to.deep.equal([]);
  });

  it("return the view of an interface", async () => {
    const { alice, submit } = await given();
    const transaction = await submit(
      Item.create({ owner: alice, title: "lamp", price: 1 }),
      Other.create({ owner: alice, count: 3 }),
    );
    expect(Named.createdIn(transaction).map(({ payload }) => payload)).to.deep.equal([
      { title: "lamp" },
    ]);
  });

  it("ignore a template of the same name in another package", () => {
    const event = {
      contractId: `00${"ab".repeat(32)}`,
      templateId: "77:Shop:Other",
      createArgument: { owner: "alice::1220", count: "3" },
    };
    expect(Other.from({ ...event, packageName: "shop" })?.payload.count).to.equal(3n);
    expect(Other.from({ ...event, packageName: "market" })).to.equal(undefined);
  });

  it("name the field of a payload that does not match its type", () => {
    const event = {
      contractId: `00${"ab".repeat(32)}`,
      templateId: "77:Shop:Other",
      packageName: "shop",
      createArgument: { owner: "alice::1220", count: "three" },
    };
    expect(() => Other.from(event)).to.throw(/createArgument\.count/u);
  });
});

describe("builders of commands", () => {
  it("refuse the name of a choice in place of the choice", async () => {
    const { alice, submit } = await given();
    const [item] = Item.createdIn(
      await submit(Item.create({ owner: alice, title: "lamp", price: 1 })),
    );
    const name: unknown = "Reprice";
    const choice = name as typeof Item.Reprice;
    const attempts = [
      () => item?.exercise(choice, { price: 1 }),
      () => Item.exerciseByKey({ owner: alice, title: "lamp" }, choice, { price: 1 }),
      () => Item.createAndExercise({ owner: alice, title: "l", price: 1 }, choice, { price: 1 }),
    ];
    for (const attempt of attempts) {
      try {
        attempt();
        expect.fail("was accepted");
      } catch (error) {
        if (!isLedgerError(error)) throw error;
        expect(error.code).to.equal("INVALID_ARGUMENT");
        expect(error.message).to.contain("such as Iou.Transfer");
        expect(error.message).to.contain('"Reprice"');
      }
    }
  });
});
