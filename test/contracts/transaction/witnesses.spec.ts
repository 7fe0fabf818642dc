import { expect } from "chai";

import {
  contractOnLedger,
  createContract,
  exerciseOf,
  openTransaction,
  runExercise,
} from "../../support/open-transaction.ts";
import { unit } from "../../support/values.ts";

const deed = contractOnLedger({ signatories: ["alice"], observers: ["bob", "carol"] });
const open = (...actAs: string[]) => openTransaction(actAs, { contracts: [deed] });
const witnesses = (transaction: ReturnType<typeof open>) =>
  transaction.finishTransaction().transaction.nodes.map((node) => node.witnesses.join(" "));

describe("witnesses", () => {
  it("of a create are its stakeholders", () => {
    const transaction = open("alice");
    createContract(transaction, { observers: ["zoe", "bob", "alice"] });
    expect(witnesses(transaction)).to.deep.equal(["alice bob zoe"]);
  });

  it("of a consuming exercise are stakeholders, controllers and choice observers", () => {
    const transaction = open("dave");
    runExercise(transaction, deed, { controllers: ["dave"], choiceObservers: ["eve"] });
    expect(witnesses(transaction)).to.deep.equal(["alice bob carol dave eve"]);
  });

  it("of a non-consuming exercise are signatories, controllers and choice observers", () => {
    const transaction = open("bob");
    runExercise(transaction, deed, {
      consuming: false,
      controllers: ["bob"],
      choiceObservers: ["eve"],
    });
    expect(witnesses(transaction)).to.deep.equal(["alice bob eve"]);
  });

  it("of a fetch are signatories and the stakeholders whose authority it has", () => {
    const transaction = open("carol", "dave");
    transaction.fetchContract({ contract: deed, templateId: deed.templateId });
    expect(witnesses(transaction)).to.deep.equal(["alice carol"]);
    expect(transaction.finishTransaction().transaction.nodes[0]).to.deep.include({
      actingParties: ["carol"],
      stakeholders: ["alice", "bob", "carol"],
    });
  });

  it("of a child node include those of its parent, even across rollbacks", () => {
    const transaction = open("bob");
    transaction.beginExercise(
      exerciseOf(deed, { consuming: false, controllers: ["bob"], choiceObservers: ["eve"] }),
    );
    createContract(transaction, { observers: ["zoe"] });
    transaction.beginScope();
    createContract(transaction);
    transaction.rollbackScope();
    transaction.endExercise(unit);
    expect(witnesses(transaction)).to.deep.equal([
      "alice bob eve",
      "alice bob eve zoe",
      "",
      "alice bob eve",
    ]);
  });

  it("are not inherited by siblings", () => {
    const transaction = open("alice");
    createContract(transaction, { observers: ["bob"] });
    createContract(transaction, { observers: ["carol"] });
    expect(witnesses(transaction)).to.deep.equal(["alice bob", "alice carol"]);
  });

  it("of all nodes together are the informees of the transaction", () => {
    const transaction = open("dave");
    runExercise(transaction, deed, { controllers: ["dave"], choiceObservers: ["eve"] });
    expect(transaction.finishTransaction().informees).to.deep.equal([
      "alice",
      "bob",
      "carol",
      "dave",
      "eve",
    ]);
  });
});

describe("ledger time", () => {
  const at = (ledgerTime: bigint) => openTransaction(["alice"], { ledgerTime });

  it("has open bounds until the code reads it", () => {
    expect(at(10n).finishTransaction().ledgerTimeBounds).to.deep.equal({});
  });

  it("is fixed after it was read", () => {
    const transaction = at(10n);
    expect(transaction.getLedgerTime()).to.equal(10n);
    expect(transaction.finishTransaction().ledgerTimeBounds).to.deep.equal({ min: 10n, max: 10n });
  });

  it("has bounds within which all comparisons of the code have the same result", () => {
    const transaction = at(10n);
    const answers = [5n, 20n, 10n, 15n, 3n, 30n].map((time) =>
      transaction.isLedgerTimeBefore(time),
    );
    expect(answers).to.deep.equal([false, true, false, true, false, true]);
    expect(transaction.finishTransaction().ledgerTimeBounds).to.deep.equal({ min: 10n, max: 14n });
  });

  it("becomes the creation time of contracts", () => {
    expect(createContract(at(10n)).createdAt).to.equal(10n);
  });
});
