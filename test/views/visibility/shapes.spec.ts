import { expect } from "chai";

import { PackageRegistry } from "../../../lib/contracts/packages/registry.ts";
import type { Transaction, TransactionUpdate } from "../../../lib/store.ts";
import {
  createWildcardEventFormat,
  type TransactionShape,
} from "../../../lib/views/visibility/event-format.ts";
import {
  compileTransactionFormat,
  projectVisibleTransaction,
} from "../../../lib/views/visibility/project-update.ts";
import type { VisibleEvent } from "../../../lib/views/visibility/visible-event.ts";
import { asset, assetsV1, holdingApi } from "../../support/asset-package.ts";
import {
  create,
  exercise,
  fetch,
  rollback,
  submissionBy,
  transactionOf,
} from "../../support/transactions.ts";

const packages = PackageRegistry.of([holdingApi, assetsV1]);

const updateOf = (transaction: Transaction): TransactionUpdate => ({
  kind: "transaction",
  updateId: "1220",
  offset: 7,
  synchronizerId: "sync",
  recordTime: 0n,
  submission: submissionBy("signatory"),
  effectiveAt: 0n,
  transaction,
});

const seenBy = (
  shape: TransactionShape,
  transaction: Transaction,
  ...parties: readonly string[]
): readonly VisibleEvent[] => {
  const format = { eventFormat: createWildcardEventFormat(parties), shape };
  const projection = compileTransactionFormat(format, packages);
  return projectVisibleTransaction(updateOf(transaction), projection).events;
};

/** Returns one text per event: kind (with `+` if it is in the ACS delta), node and witnesses. */
const summary = (events: readonly VisibleEvent[]): readonly string[] =>
  events.map((event) => {
    const nodeId = event.kind === "created" ? event.nodeId : event.node.nodeId;
    const delta = event.kind === "archived" || event.acsDelta ? "+" : "";
    return `${event.kind}${delta} ${nodeId} ${event.witnessParties.join(",")}`;
  });

const held = asset("held", ["signatory"], { observers: ["observer"] });
const made = asset("made", ["signatory"], { observers: ["newcomer"] });
const roles = ["signatory", "observer", "controller", "choiceObserver", "newcomer", "stranger"];

/** Returns a transaction: a choice on `held`, visible only to its informees, creates `made`. */
const transfer = (consuming: boolean): Transaction =>
  transactionOf(
    exercise(
      held,
      ["controller"],
      { choice: "Transfer", consuming, choiceObservers: ["choiceObserver"] },
      fetch(held, ["controller"]),
      create(made),
    ),
  );

const table: readonly {
  readonly title: string;
  readonly shape: TransactionShape;
  readonly consuming: boolean;
  readonly seen: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    title: "a consuming choice as ACS delta",
    shape: "acsDelta",
    consuming: true,
    seen: {
      signatory: ["archived+ 0 signatory", "created+ 2 signatory"],
      observer: ["archived+ 0 observer"],
      controller: [],
      choiceObserver: [],
      newcomer: ["created+ 2 newcomer"],
      stranger: [],
    },
  },
  {
    title: "a consuming choice as ledger effects",
    shape: "ledgerEffects",
    consuming: true,
    seen: {
      signatory: ["exercised+ 0 signatory", "created+ 2 signatory"],
      observer: ["exercised+ 0 observer", "created 2 observer"],
      controller: ["exercised 0 controller", "created 2 controller"],
      choiceObserver: ["exercised 0 choiceObserver", "created 2 choiceObserver"],
      newcomer: ["created+ 2 newcomer"],
      stranger: [],
    },
  },
  {
    title: "a non-consuming choice as ACS delta",
    shape: "acsDelta",
    consuming: false,
    seen: {
      signatory: ["created+ 2 signatory"],
      observer: [],
      controller: [],
      choiceObserver: [],
      newcomer: ["created+ 2 newcomer"],
      stranger: [],
    },
  },
  {
    title: "a non-consuming choice as ledger effects",
    shape: "ledgerEffects",
    consuming: false,
    seen: {
      signatory: ["exercised 0 signatory", "created+ 2 signatory"],
      observer: [],
      controller: ["exercised 0 controller", "created 2 controller"],
      choiceObserver: ["exercised 0 choiceObserver", "created 2 choiceObserver"],
      newcomer: ["created+ 2 newcomer"],
      stranger: [],
    },
  },
];

describe("shapes of a transaction", () => {
  for (const { title, shape, consuming, seen } of table) {
    for (const role of roles) {
      it(`show ${title} to the ${role} according to its role`, () => {
        expect(summary(seenBy(shape, transfer(consuming), role))).to.deep.equal(seen[role]);
      });
    }
  }

  it("list only the requested witnesses", () => {
    const events = seenBy("ledgerEffects", transfer(true), "observer", "newcomer", "stranger");
    expect(summary(events)).to.deep.equal([
      "exercised+ 0 observer",
      "created+ 2 newcomer,observer",
    ]);
  });

  const brief = asset("brief", ["signatory"]);
  const transientUse = transactionOf(
    create(brief),
    exercise(brief, ["signatory"], {}, create(made)),
  );

  it("omit a transient contract from the ACS delta", () => {
    expect(summary(seenBy("acsDelta", transientUse, "signatory"))).to.deep.equal([
      "created+ 2 signatory",
    ]);
  });

  it("show a transient contract among the ledger effects, outside the ACS delta", () => {
    expect(summary(seenBy("ledgerEffects", transientUse, "signatory"))).to.deep.equal([
      "created 0 signatory",
      "exercised 1 signatory",
      "created+ 2 signatory",
    ]);
  });

  it("omit rolled-back nodes, and show the following ones", () => {
    const transaction = transactionOf(
      exercise(
        held,
        ["signatory"],
        { consuming: false },
        rollback(create(brief), exercise(held, ["signatory"])),
        create(made),
      ),
    );
    const effects = ["exercised 0 signatory", "created+ 4 signatory"];
    expect(summary(seenBy("ledgerEffects", transaction, "signatory"))).to.deep.equal(effects);
    expect(summary(seenBy("acsDelta", transaction, "signatory"))).to.deep.equal([
      "created+ 4 signatory",
    ]);
  });

  it("show a contract as active if only a rolled-back archive is visible", () => {
    const transaction = transactionOf(create(brief), rollback(exercise(brief, ["signatory"])));
    expect(summary(seenBy("acsDelta", transaction, "signatory"))).to.deep.equal([
      "created+ 0 signatory",
    ]);
  });

  it("contain the command id only for the submitter", () => {
    const submittedFor = (party: string): boolean => {
      const format = {
        eventFormat: createWildcardEventFormat([party]),
        shape: "acsDelta",
      } as const;
      const projection = compileTransactionFormat(format, packages);
      return projectVisibleTransaction(updateOf(transfer(true)), projection).submitted;
    };
    expect(roles.filter(submittedFor)).to.deep.equal(["signatory"]);
  });
});
