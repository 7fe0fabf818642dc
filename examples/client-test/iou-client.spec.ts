import { expect } from "chai";
import { createLedger, type Ledger, type Snapshot } from "ledger-in-a-box";
import { defineFixture, iou, loadFixture } from "ledger-in-a-box/fixtures";
import { createFetch } from "ledger-in-a-box/middleware";

import { IouClient, LedgerRefusal } from "./iou-client.ts";

const fixture = defineFixture({
  steps: [
    { parties: ["bank", "alice"] },
    (the) => ({
      submit: {
        as: ["bank", "alice"],
        commands: [
          iou.Iou.create({
            issuer: the("bank"),
            owner: the("alice"),
            currency: "EUR",
            amount: "100",
            observers: [],
          }),
        ],
      },
    }),
  ],
});

describe("IouClient", () => {
  let ledger: Ledger;
  let alice: IouClient;
  let begin: Snapshot;

  before(async () => {
    ledger = await createLedger({ packages: [iou] });
    const names = await loadFixture(ledger, fixture);
    alice = new IouClient(names.alice, createFetch(ledger, { auth: "disabled" }));
    begin = ledger.snapshot();
  });

  // Reverting costs O(1), however much a test has written.
  afterEach(() => ledger.revert(begin));

  it("splits an IOU", async () => {
    const [note] = await alice.owned();
    if (note !== undefined) await alice.split(note, "30", "split-1");
    const amounts = (await alice.owned()).map(({ amount }) => Number(amount));
    expect(amounts).to.have.members([30, 70]);
  });

  it("cannot split off more than there is", async () => {
    const [note] = await alice.owned();
    if (note === undefined) return expect.fail("Alice owns nothing.");
    const refusal: unknown = await alice
      .split(note, "101", "split-1")
      .catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(LedgerRefusal);
  });

  it("starts every test from the same ledger", async () => {
    expect(await alice.owned()).to.have.length(1);
  });
});
