import { expect } from "chai";

import {
  ContractId,
  definePackage,
  defineTemplate,
  Int64,
  List,
  Numeric,
  Optional,
  Party,
  Text,
  Timestamp,
} from "../../../../lib/index.ts";
import { errorOf } from "../../../support/error-of.ts";
import type { OpenOptions } from "../../../support/open-transaction.ts";
import { type AnyCommand, onlyContract, runCommands } from "../../../support/run-commands.ts";

const Iou = defineTemplate("Main:Iou", {
  payload: { issuer: Party, owner: Party, amount: Numeric(10), memo: Optional(Text) },
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner }) => [owner],
  ensure: ({ amount }) => amount.isPositive(),
  choices: {
    Transfer: {
      argument: { newOwner: Party },
      result: ContractId("Main:Iou"),
      controllers: ({ owner }) => [owner],
      observers: (_, { newOwner }) => [newOwner],
    },
    Split: {
      argument: { amounts: List(Numeric(10)) },
      result: List(ContractId("Main:Iou")),
      controllers: ({ owner }) => [owner],
    },
    Peek: { consuming: false, result: Numeric(10), controllers: ({ owner }) => [owner] },
    Twice: {
      consuming: false,
      argument: Int64,
      result: Int64,
      controllers: ({ owner }, count) => (count < 0n ? [] : [owner]),
    },
    When: { consuming: false, result: Timestamp, controllers: ({ owner }) => [owner] },
    Settle: {
      argument: { other: ContractId("Main:Iou") },
      result: Numeric(10),
      controllers: ({ issuer, owner }) => [issuer, owner],
    },
    Suicide: { consuming: false, controllers: ({ issuer }) => [issuer] },
  },
});

Iou.implement({
  Transfer: (tx, iou, { newOwner }) => tx.create(Iou, { ...iou, owner: newOwner }),
  Split: (tx, iou, { amounts }) => {
    const rest = amounts.reduce((left, amount) => left.minus(amount), iou.amount);
    return [...amounts, rest].map((amount) => tx.create(Iou, { ...iou, amount }));
  },
  Peek: (_, { amount }) => amount,
  Twice: (_, __, count) => count * 2n,
  When: (tx) => tx.now(),
  Settle: (tx, iou, { other }) => {
    const theirs = tx.fetch(Iou, other);
    tx.exercise(other, Iou.Archive);
    return iou.amount.minus(theirs.amount);
  },
  Suicide: (tx, _, __, self) => {
    tx.exercise(self, Iou.Archive);
    tx.fetch(Iou, self);
  },
});

const iou = definePackage({ name: "iou", version: "1.0.0", templates: { Iou } });

const payload = { issuer: "bank", owner: "alice", amount: "10.0" };
const run = (
  actAs: readonly string[],
  commands: readonly AnyCommand[],
  options: OpenOptions = {},
) => runCommands(actAs, commands, { known: [iou], ...options });
const issued = onlyContract(run(["bank"], [Iou.create(payload)]));
const id = Iou.contractId(issued.contractId);
const withIssued = (actAs: readonly string[], ...commands: readonly AnyCommand[]) =>
  run(actAs, commands, { contracts: [issued] });

describe("creates of TypeScript templates", () => {
  it("follow the declared rules", () => {
    expect(issued).to.deep.include({
      templateId: `${iou.packageId}:Main:Iou`,
      packageName: "iou",
      signatories: ["bank"],
      observers: ["alice"],
    });
  });

  it("require the authority of the signatories", () => {
    expect(errorOf(() => run(["alice"], [Iou.create(payload)])).code).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
  });

  it("fail like compiled Daml if `ensure` is false", () => {
    const { code, context, category } = errorOf(() =>
      run(["bank"], [Iou.create({ ...payload, amount: 0 })]),
    );
    expect(code).to.equal("DAML_FAILURE");
    expect(category).to.equal("invalidState");
    expect(context["error_id"]).to.equal(
      "UNHANDLED_EXCEPTION/DA.Exception.PreconditionFailed:PreconditionFailed",
    );
  });
});

describe("exercises of TypeScript templates", () => {
  it("run the code with payload, argument and contract id, and archive the contract", () => {
    const { transaction, created, consumed, results } = withIssued(
      ["alice"],
      id.exercise(Iou.Transfer, { newOwner: "bob" }),
    );
    expect(transaction.nodes.map(({ kind }) => kind)).to.deep.equal(["exercise", "create"]);
    expect(transaction.nodes[0]).to.deep.include({
      choice: "Transfer",
      consuming: true,
      actingParties: ["alice"],
      choiceObservers: ["bob"],
      stakeholders: ["alice", "bank"],
    });
    expect(created[0]?.observers).to.deep.equal(["bob"]);
    expect([...consumed.keys()]).to.deep.equal([issued.contractId]);
    expect(results).to.deep.equal([created[0]?.contractId]);
  });

  it("run their actions with the authority of signatories and controllers", () => {
    const { created, results } = withIssued(
      ["alice"],
      id.exercise(Iou.Split, { amounts: ["2.5", 3n] }),
    );
    const amounts = created.map(({ argument }) =>
      argument.kind === "record" ? argument.fields[2] : undefined,
    );
    expect(amounts).to.deep.equal(
      [25n, 30n, 45n].map((tenths) => ({
        kind: "numeric",
        scale: 10,
        unscaled: tenths * 10n ** 9n,
      })),
    );
    expect(results[0]).to.deep.equal(created.map(({ contractId }) => contractId));
  });

  it("leave the contract active if the choice is nonconsuming", () => {
    const { consumed, results } = withIssued(
      ["alice"],
      id.exercise(Iou.Peek),
      id.exercise(Iou.Peek),
    );
    expect(consumed.size).to.equal(0);
    expect(results).to.deep.equal(["10.0000000000", "10.0000000000"]);
  });

  it("take arguments of any type", () => {
    expect(withIssued(["alice"], id.exercise(Iou.Twice, 21)).results).to.deep.equal(["42"]);
  });

  it("require the authority of controllers that depend on the argument", () => {
    const exercise = () => withIssued(["alice"], id.exercise(Iou.Twice, -1));
    expect(errorOf(exercise).code).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("require the authority of every controller", () => {
    const other = onlyContract(run(["bank"], [Iou.create(payload)], { submissionSeed: seed(7) }));
    const settle = id.exercise(Iou.Settle, { other: other.contractId });
    const contracts = [issued, other];
    expect(errorOf(() => run(["alice"], [settle], { contracts })).code).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
    const { results, transaction } = run(["alice", "bank"], [settle], { contracts });
    expect(results).to.deep.equal(["0.0000000000"]);
    expect(transaction.nodes.map(({ kind }) => kind)).to.deep.equal([
      "exercise",
      "fetch",
      "exercise",
    ]);
  });

  it("archive through `Archive`, which the signatories control", () => {
    expect(errorOf(() => withIssued(["alice"], id.exercise(Iou.Archive))).code).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
    const { consumed, results } = withIssued(["bank"], id.exercise(Iou.Archive));
    expect([...consumed.keys()]).to.deep.equal([issued.contractId]);
    expect(results).to.deep.equal([{}]);
  });

  it("reject a contract that is already archived", () => {
    expect(errorOf(() => withIssued(["bank"], id.exercise(Iou.Suicide))).code).to.equal(
      "CONTRACT_NOT_ACTIVE",
    );
  });

  it("reject a contract of the ledger that is not visible", () => {
    expect(errorOf(() => run(["alice"], [id.exercise(Iou.Peek)])).code).to.equal(
      "CONTRACT_NOT_FOUND",
    );
  });

  it("read the ledger time, which then fixes the time of the transaction", () => {
    const { results, ledgerTimeBounds } = withIssued(["alice"], id.exercise(Iou.When));
    expect(results).to.deep.equal(["2023-11-14T22:13:20Z"]);
    expect(ledgerTimeBounds.min).to.equal(ledgerTimeBounds.max);
  });

  it("use contracts that the same submission created", () => {
    const { created, consumed } = run(
      ["bank", "alice"],
      [Iou.createAndExercise(payload, Iou.Transfer, { newOwner: "bob" })],
    );
    expect(created).to.have.length(2);
    expect([...consumed.keys()]).to.deep.equal([created[0]?.contractId]);
  });

  it("refuse a contract of another template", () => {
    const Other = defineTemplate("Main:Other", {
      payload: { owner: Party },
      signatories: ({ owner }) => [owner],
    });
    const other = definePackage({ name: "other", version: "1.0.0", templates: { Other } });
    const options = { known: [iou, other], contracts: [issued] };
    const archive = Other.contractId(issued.contractId).exercise(Other.Archive);
    expect(errorOf(() => runCommands(["bank"], [archive], options)).code).to.equal(
      "WRONGLY_TYPED_CONTRACT",
    );
  });

  it("pass frozen payloads to the code", () => {
    const Sly = defineTemplate("Main:Sly", {
      payload: { owner: Party, notes: List(Text) },
      signatories: ({ owner }) => [owner],
      choices: { Change: { controllers: ({ owner }) => [owner] } },
    });
    Sly.implement({
      Change: (_, self) => {
        expect(Object.isFrozen(self)).to.equal(true);
        expect(Object.isFrozen(self.notes)).to.equal(true);
      },
    });
    const sly = definePackage({ name: "sly", version: "1.0.0", templates: { Sly } });
    const command = Sly.createAndExercise({ owner: "alice", notes: ["a"] }, Sly.Change);
    expect(() => runCommands(["alice"], [command], { known: [sly] })).not.to.throw();
  });
});

const seed = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
