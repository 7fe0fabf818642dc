import { expect } from "chai";

import type { PartyId } from "../../../lib/index.ts";
import { errorOf } from "../../support/error-of.ts";
import {
  contractOnLedger,
  createContract,
  exerciseOf,
  type FinishablePartialTransaction,
  note,
  openTransaction,
  runExercise,
} from "../../support/open-transaction.ts";
import { text, unit } from "../../support/values.ts";

interface Rule {
  readonly title: string;
  readonly actAs: readonly PartyId[];
  readonly run: (transaction: FinishablePartialTransaction) => unknown;
}

const deed = contractOnLedger({ signatories: ["alice"], observers: ["bob"] });
const key = (...maintainers: PartyId[]) => ({
  value: text("k"),
  type: { kind: "text" } as const,
  maintainers,
});

/** Returns a function that runs `step` inside bob's exercise on alice's deed. */
const belowDeed =
  (step: (transaction: FinishablePartialTransaction) => unknown) =>
  (transaction: FinishablePartialTransaction) => {
    transaction.beginExercise(exerciseOf(deed, { controllers: ["bob"] }));
    step(transaction);
    transaction.endExercise(unit);
  };

const allowed: readonly Rule[] = [
  {
    title: "a create by its only signatory",
    actAs: ["alice"],
    run: (transaction) => transaction.create(note({ signatories: ["alice"] })),
  },
  {
    title: "a create by all of its signatories and more",
    actAs: ["carol", "alice", "bob"],
    run: (transaction) => transaction.create(note({ signatories: ["bob", "alice", "bob"] })),
  },
  {
    title: "a create whose observers did not authorize it",
    actAs: ["alice"],
    run: (transaction) => transaction.create(note({ observers: ["bob", "alice"] })),
  },
  {
    title: "a create whose maintainers are some of its signatories",
    actAs: ["alice", "bob"],
    run: (transaction) =>
      transaction.create(note({ signatories: ["alice", "bob"], key: key("bob") })),
  },
  {
    title: "an exercise by its controllers",
    actAs: ["bob"],
    run: (transaction) => runExercise(transaction, deed, { controllers: ["bob"] }),
  },
  {
    title: "an exercise by controllers that are not stakeholders",
    actAs: ["carol"],
    run: (transaction) => runExercise(transaction, deed, { controllers: ["carol"] }),
  },
  {
    title: "a consequence with the authority of the signatories, who did not submit",
    actAs: ["bob"],
    run: belowDeed((transaction) => transaction.create(note({ signatories: ["alice"] }))),
  },
  {
    title: "a consequence with the authority of signatories and controllers together",
    actAs: ["bob"],
    run: belowDeed((transaction) => transaction.create(note({ signatories: ["alice", "bob"] }))),
  },
  {
    title: "a fetch by an observer",
    actAs: ["bob", "carol"],
    run: (transaction) =>
      transaction.fetchContract({ contract: deed, templateId: deed.templateId }),
  },
  {
    title: "a look-up by the maintainers",
    actAs: ["alice"],
    run: (transaction) =>
      transaction.lookupByKey({
        templateId: "00:Main:Note",
        packageName: "notes",
        key: { value: text("k"), maintainers: ["alice"], hash: "00" },
        limit: 1,
      }),
  },
  {
    title: "a step within a rollback scope that has the authority of the enclosing context",
    actAs: ["alice"],
    run: (transaction) => {
      transaction.beginScope();
      transaction.create(note());
    },
  },
];

const refused: readonly Rule[] = [
  {
    title: "a create without signatories",
    actAs: ["alice"],
    run: (transaction) => transaction.create(note({ signatories: [] })),
  },
  {
    title: "a create that lacks one of its signatories",
    actAs: ["alice"],
    run: (transaction) => transaction.create(note({ signatories: ["alice", "bob"] })),
  },
  {
    title: "a create with a maintainer who is not a signatory",
    actAs: ["alice", "bob"],
    run: (transaction) => transaction.create(note({ signatories: ["alice"], key: key("bob") })),
  },
  {
    title: "an exercise without controllers",
    actAs: ["alice"],
    run: (transaction) => runExercise(transaction, deed, { controllers: [] }),
  },
  {
    title: "an exercise that lacks one of its controllers",
    actAs: ["alice"],
    run: (transaction) => runExercise(transaction, deed, { controllers: ["alice", "bob"] }),
  },
  {
    title: "a consequence with the authority of a mere observer",
    actAs: ["carol"],
    run: (transaction) => {
      transaction.beginExercise(exerciseOf(deed, { controllers: ["carol"] }));
      transaction.create(note({ signatories: ["bob"] }));
    },
  },
  {
    title: "a consequence with the authority of a submitter who controls nothing",
    actAs: ["bob", "carol"],
    run: belowDeed((transaction) => transaction.create(note({ signatories: ["carol"] }))),
  },
  {
    title: "a step after the exercise whose authority it would need",
    actAs: ["bob"],
    run: (transaction) => {
      runExercise(transaction, deed, { controllers: ["bob"], consuming: false });
      transaction.create(note({ signatories: ["alice"] }));
    },
  },
  {
    title: "a fetch by somebody who is not a stakeholder",
    actAs: ["carol"],
    run: (transaction) =>
      transaction.fetchContract({ contract: deed, templateId: deed.templateId }),
  },
  {
    title: "a look-up that lacks one of the maintainers",
    actAs: ["alice"],
    run: (transaction) =>
      transaction.lookupByKey({
        templateId: "00:Main:Note",
        packageName: "notes",
        key: { value: text("k"), maintainers: ["alice", "bob"], hash: "00" },
        limit: 1,
      }),
  },
];

describe("authorization of transaction steps", () => {
  for (const { title, actAs, run } of allowed) {
    it(`allows ${title}`, () => {
      expect(() => run(openTransaction(actAs, { contracts: [deed] }))).not.to.throw();
    });
  }

  for (const { title, actAs, run } of refused) {
    it(`refuses ${title}`, () => {
      const transaction = openTransaction(actAs, { contracts: [deed] });
      expect(errorOf(() => run(transaction)).code).to.equal("DAML_AUTHORIZATION_ERROR");
    });
  }

  it("names the missing parties", () => {
    const transaction = openTransaction(["alice"]);
    const { cause } = errorOf(() => transaction.create(note({ signatories: ["alice", "bob"] })));
    expect(cause).to.include("[alice, bob]").and.to.include("[alice]");
  });

  it("adds no node for a refused step", () => {
    const transaction = openTransaction(["alice"], { contracts: [deed] });
    errorOf(() => transaction.create(note({ signatories: ["bob"] })));
    errorOf(() => runExercise(transaction, deed, { controllers: ["bob"] }));
    errorOf(() =>
      transaction.fetchContract({ contract: contractOnLedger({}, 9), templateId: "00:Main:Note" }),
    );
    expect(transaction.finishTransaction().transaction.nodes).to.deep.equal([]);
    expect(transaction.getContract(deed.contractId)).to.equal(deed);
  });

  it("uses the stakeholders of the contract on the ledger, not those that the engine passes", () => {
    const transaction = openTransaction(["carol"], { contracts: [deed] });
    const forged = { ...deed, observers: ["bob", "carol"] };
    const fetch = () =>
      transaction.fetchContract({ contract: forged, templateId: deed.templateId });
    expect(errorOf(fetch).code).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("returns the authorizers of the current context", () => {
    const transaction = openTransaction(["carol", "bob"], { contracts: [deed] });
    expect(transaction.getAuthorizers()).to.deep.equal(["bob", "carol"]);
    transaction.beginExercise(exerciseOf(deed, { controllers: ["bob"] }));
    expect(transaction.getAuthorizers()).to.deep.equal(["alice", "bob"]);
    const inner = createContract(transaction);
    transaction.beginExercise(exerciseOf(inner));
    expect(transaction.getAuthorizers()).to.deep.equal(["alice"]);
    transaction.endExercise(unit);
    transaction.endExercise(unit);
    expect(transaction.getAuthorizers()).to.deep.equal(["bob", "carol"]);
  });
});
