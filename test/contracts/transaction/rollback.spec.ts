import { expect } from "chai";

import type { Node, NodeId, Transaction } from "../../../lib/store.ts";
import { errorOf } from "../../support/error-of.ts";
import {
  contractOnLedger,
  createContract,
  exerciseOf,
  type FinishablePartialTransaction,
  openTransaction,
  runExercise,
} from "../../support/open-transaction.ts";
import { unit } from "../../support/values.ts";

/**
 * A node of a transaction: a letter is a create with that note; an array is a rolled-back scope; `x` is an
 * exercise with these children.
 */
type Sketch = "a" | "b" | "c" | "d" | readonly Sketch[] | { readonly x: readonly Sketch[] };

const deed = contractOnLedger();
const open = (options = {}) => openTransaction(["alice"], { contracts: [deed], ...options });

const build = (transaction: FinishablePartialTransaction, sketch: Sketch): void => {
  if (typeof sketch === "string") {
    createContract(transaction, { packageName: sketch });
  } else if ("x" in sketch) {
    transaction.beginExercise(exerciseOf(deed, { consuming: false }));
    sketch.x.forEach((step) => build(transaction, step));
    transaction.endExercise(unit);
  } else {
    transaction.beginScope();
    sketch.forEach((step) => build(transaction, step));
    transaction.rollbackScope();
  }
};

const sketchOf = ({ roots, nodes }: Transaction): readonly Sketch[] => {
  const sketches = (ids: readonly NodeId[]): readonly Sketch[] =>
    ids.map((id) => sketch(nodes[id]));
  const sketch = (node: Node | undefined): Sketch => {
    if (node?.kind === "create") return node.contract.packageName as "a" | "b" | "c" | "d";
    if (node?.kind === "exercise") return { x: sketches(node.children) };
    return node?.kind === "rollback" ? sketches(node.children) : expect.fail();
  };
  return sketches(roots);
};

const normalized = (...sketches: readonly Sketch[]): readonly Sketch[] => {
  const transaction = open();
  sketches.forEach((sketch) => build(transaction, sketch));
  return sketchOf(transaction.finishTransaction().transaction);
};

describe("rolled-back scopes", () => {
  const table: readonly (readonly [string, readonly Sketch[], readonly Sketch[]])[] = [
    ["are removed if they are empty", ["a", [], "b"], ["a", "b"]],
    ["are removed if they contain only empty scopes", [[[[]]]], []],
    ["are kept around nodes", [["a", "b"]], [["a", "b"]]],
    ["are replaced by an inner scope if they contain only that", [[["a"]]], [["a"]]],
    ["are split if they begin with an inner scope", [[["a"], "b"]], [["a"], ["b"]]],
    ["include the nodes of an inner scope at the end", [["a", ["b"]]], [["a", "b"]]],
    [
      "include the nodes of nested scopes at the end",
      [["a", ["b", ["c", ["d"]]]]],
      [["a", "b", "c", "d"]],
    ],
    ["keep an inner scope in the middle", [["a", ["b"], "c"]], [["a", ["b"], "c"]]],
    ["stay separate if they are adjacent", [["a"], ["b"]], [["a"], ["b"]]],
    [
      "keep adjacent inner scopes separate, but include the nodes of the last",
      [["a", ["b"], ["c"]]],
      [["a", ["b"], "c"]],
    ],
    [
      "are split if they begin with several inner scopes",
      [[["a"], ["b"], "c"]],
      [["a"], ["b"], ["c"]],
    ],
    [
      "are split at an inner scope at the beginning, and include one at the end",
      [[["a"], "b", ["c"]]],
      [["a"], ["b", "c"]],
    ],
    [
      "are replaced by their inner scopes if they contain nothing else",
      [[["a"], ["b"]]],
      [["a"], ["b"]],
    ],
    ["are kept around an exercise that contains a scope", [[{ x: [["a"]] }]], [[{ x: [["a"]] }]]],
    ["are split within an exercise too", [{ x: [[["a"], "b"]] }], [{ x: [["a"], ["b"]] }]],
  ];

  for (const [title, before, after] of table) {
    it(`${title}: ${JSON.stringify(before)}`, () => {
      expect(normalized(...before)).to.deep.equal(after);
    });
  }

  it("number the remaining nodes in pre-order", () => {
    const transaction = open();
    (["a", [["b"], "c"], [], { x: ["d", ["a", "b"]] }] as const).forEach((sketch) =>
      build(transaction, sketch),
    );
    const { roots, nodes } = transaction.finishTransaction().transaction;
    expect(nodes.map(({ nodeId }) => nodeId)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(nodes.map(({ kind }) => kind[0]).join("")).to.equal("crcrcecrcc");
    expect(roots).to.deep.equal([0, 1, 3, 5]);
    expect(nodes[5]).to.include({ lastDescendantNodeId: 9 });
    expect(nodes[7]).to.deep.include({ children: [8, 9], lastDescendantNodeId: 9, witnesses: [] });
  });

  it("do not appear in the transaction if they are not rolled back", () => {
    const transaction = open();
    transaction.beginScope();
    build(transaction, "a");
    transaction.beginScope();
    build(transaction, "b");
    transaction.endScope();
    transaction.endScope();
    expect(sketchOf(transaction.finishTransaction().transaction)).to.deep.equal(["a", "b"]);
  });

  it("undo consumption", () => {
    const transaction = open();
    transaction.beginScope();
    runExercise(transaction, deed);
    transaction.rollbackScope();
    expect(transaction.getContract(deed.contractId)).to.equal(deed);
    expect(transaction.finishTransaction().consumed.size).to.equal(0);
  });

  it("keep a contract created before, and undo its consumption in an inner scope that succeeded", () => {
    const transaction = open();
    const before = createContract(transaction);
    transaction.beginScope();
    transaction.beginScope();
    runExercise(transaction, before);
    transaction.endScope();
    transaction.rollbackScope();
    expect(transaction.getContract(before.contractId)).to.equal(before);
    runExercise(transaction, before);
    const { created: all, consumed } = transaction.finishTransaction();
    expect(all).to.deep.equal([before]);
    expect([...consumed.keys()]).to.deep.equal([before.contractId]);
  });

  it("undo an inner scope that succeeded if the outer one is rolled back", () => {
    const transaction = open();
    transaction.beginScope();
    transaction.beginScope();
    const inner = createContract(transaction);
    transaction.endScope();
    transaction.rollbackScope();
    expect(errorOf(() => transaction.getContract(inner.contractId)).code).to.equal(
      "CONTRACT_NOT_FOUND",
    );
    expect(transaction.finishTransaction().created).to.deep.equal([]);
  });

  it("keep their inputs as inputs of the transaction", () => {
    const transaction = open();
    transaction.beginScope();
    transaction.fetchContract({ contract: deed, templateId: deed.templateId });
    transaction.rollbackScope();
    expect([...transaction.finishTransaction().inputs.keys()]).to.deep.equal([deed.contractId]);
  });

  it("close their open exercises without a result", () => {
    const transaction = open();
    transaction.beginScope();
    transaction.beginExercise(exerciseOf(deed));
    createContract(transaction);
    transaction.beginExercise(exerciseOf(createContract(transaction)));
    transaction.rollbackScope();
    runExercise(transaction, deed);
    const { roots, nodes } = transaction.finishTransaction().transaction;
    expect(roots).to.deep.equal([0, 5]);
    const results = nodes.map((node) => node.kind === "exercise" && "result" in node);
    expect(results).to.deep.equal([false, false, false, false, false, true]);
  });

  it("keep the results of exercises that had ended", () => {
    const transaction = open();
    transaction.beginScope();
    runExercise(transaction, deed);
    transaction.rollbackScope();
    expect(transaction.finishTransaction().transaction.nodes[1]).to.have.deep.property(
      "result",
      unit,
    );
  });

  it("do not restore the time bounds", () => {
    const transaction = open({ ledgerTime: 10n });
    transaction.beginScope();
    transaction.getLedgerTime();
    transaction.rollbackScope();
    expect(transaction.finishTransaction().ledgerTimeBounds).to.deep.equal({ min: 10n, max: 10n });
  });

  it("refuse effects if the protocol version does not allow them", () => {
    const attempt = (step: (transaction: FinishablePartialTransaction) => void) => () => {
      const transaction = open({ effectfulRollback: "refused" });
      transaction.beginScope();
      step(transaction);
      transaction.rollbackScope();
    };
    const code = "DAML_EFFECTFUL_ROLLBACK_ERROR";
    expect(errorOf(attempt((transaction) => createContract(transaction))).code).to.equal(code);
    expect(errorOf(attempt((transaction) => runExercise(transaction, deed))).code).to.equal(code);
    const harmless = attempt((transaction) => {
      runExercise(transaction, deed, { consuming: false });
      transaction.fetchContract({ contract: deed, templateId: deed.templateId });
    });
    expect(harmless).not.to.throw();
  });
});

describe("call order of a partial transaction", () => {
  const misuses: readonly (readonly [
    string,
    (transaction: FinishablePartialTransaction) => unknown,
  ])[] = [
    ["ending an exercise at the root", (transaction) => transaction.endExercise(unit)],
    [
      "ending an exercise while a scope is open",
      (transaction) => {
        transaction.beginExercise(exerciseOf(deed));
        transaction.beginScope();
        transaction.endExercise(unit);
      },
    ],
    ["ending a scope that was not opened", (transaction) => transaction.endScope()],
    ["rolling back at the root", (transaction) => transaction.rollbackScope()],
    [
      "finishing with an open scope",
      (transaction) => {
        transaction.beginScope();
        transaction.finishTransaction();
      },
    ],
    [
      "finishing with an open exercise",
      (transaction) => {
        transaction.beginExercise(exerciseOf(deed));
        transaction.finishTransaction();
      },
    ],
  ];

  for (const [title, misuse] of misuses) {
    it(`refuses ${title}`, () => {
      expect(errorOf(() => misuse(open())).code).to.equal("LEDGER_API_INTERNAL_ERROR");
    });
  }
});
