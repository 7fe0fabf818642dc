import { expect } from "chai";
import fc from "fast-check";

import { isLedgerError } from "../../../lib/index.ts";
import type { Contract, Node, NodeId } from "../../../lib/store.ts";
import {
  contractOnLedger,
  exerciseOf,
  type FinishablePartialTransaction,
  note,
  openTransaction,
} from "../../support/open-transaction.ts";
import { runs } from "../../support/properties.ts";
import { unit } from "../../support/values.ts";

const parties = ["alice", "bob", "carol"];
const onLedgerBefore = [contractOnLedger({ observers: ["bob"] }, 1), contractOnLedger({}, 2)];

/** A random step. Its numbers select among the contracts that the transaction knows at that point. */
type Step =
  | { readonly kind: "create"; readonly signatories: string[]; readonly observers: string[] }
  | { readonly kind: "fetch"; readonly contract: number }
  | {
      readonly kind: "exercise";
      readonly contract: number;
      readonly consuming: boolean;
      readonly observers: string[];
      readonly steps: Step[];
    }
  | { readonly kind: "scope"; readonly undone: boolean; readonly steps: Step[] };

const some = fc.subarray(parties);
const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
  steps: fc.array(tie("step"), { maxLength: 5 }),
  step: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.record({
      kind: fc.constant("create" as const),
      signatories: fc.subarray(parties, { minLength: 1 }),
      observers: some,
    }),
    fc.record({ kind: fc.constant("fetch" as const), contract: fc.nat(20) }),
    fc.record({
      kind: fc.constant("exercise" as const),
      contract: fc.nat(20),
      consuming: fc.boolean(),
      observers: some,
      steps: tie("steps"),
    }),
    fc.record({ kind: fc.constant("scope" as const), undone: fc.boolean(), steps: tie("steps") }),
  ),
}));

/** Runs the steps, except those that the ledger model forbids. */
const run = (
  program: readonly Step[],
): ReturnType<FinishablePartialTransaction["finishTransaction"]> => {
  const transaction = openTransaction(parties, { contracts: onLedgerBefore });
  const known: Contract[] = [...onLedgerBefore];
  perform(transaction, program, known);
  return transaction.finishTransaction();
};

const perform = (
  transaction: FinishablePartialTransaction,
  program: readonly Step[],
  known: Contract[],
): void => {
  for (const step of program) tolerate(() => performOne(transaction, step, known));
};

const tolerate = (step: () => void): void => {
  try {
    step();
  } catch (error) {
    if (!isLedgerError(error) || error.code === "LEDGER_API_INTERNAL_ERROR") throw error;
  }
};

const performOne = (
  transaction: FinishablePartialTransaction,
  step: Step,
  known: Contract[],
): void => {
  if (step.kind === "create") {
    known.push(transaction.getContract(transaction.create(note(step))));
  } else if (step.kind === "scope") {
    transaction.beginScope();
    perform(transaction, step.steps, known);
    if (step.undone) transaction.rollbackScope();
    else transaction.endScope();
  } else {
    const contract = known[step.contract % known.length] ?? expect.fail();
    if (step.kind === "fetch") {
      transaction.fetchContract({ contract, templateId: contract.templateId });
      return;
    }
    const { consuming, observers: choiceObservers } = step;
    transaction.beginExercise(exerciseOf(contract, { consuming, choiceObservers }));
    perform(transaction, step.steps, known);
    transaction.endExercise(unit);
  }
};

const childrenOf = (node: Node): readonly NodeId[] =>
  node.kind === "exercise" || node.kind === "rollback" ? node.children : [];

const holds = (
  law: (finished: ReturnType<FinishablePartialTransaction["finishTransaction"]>) => void,
): void =>
  fc.assert(
    fc.property(steps, (program) => law(run(program))),
    { numRuns: runs(60) },
  );

describe("every transaction", () => {
  it("numbers its nodes in pre-order, each below one parent or as a root", () => {
    holds(({ transaction: { roots, nodes } }) => {
      const visited: NodeId[] = [];
      const visit = (id: NodeId): void => {
        visited.push(id);
        const node = nodes[id] ?? expect.fail();
        expect(node.nodeId).to.equal(id);
        childrenOf(node).forEach(visit);
        if ("lastDescendantNodeId" in node) {
          expect(node.lastDescendantNodeId).to.equal(visited.at(-1));
        }
      };
      roots.forEach(visit);
      expect(visited).to.deep.equal(nodes.map((_, index) => index));
    });
  });

  it("shows a node to every party that sees its parent", () => {
    holds(({ transaction: { roots, nodes } }) => {
      const visit = (id: NodeId, above: readonly string[]): void => {
        const node = nodes[id] ?? expect.fail();
        const seenBy = node.kind === "rollback" ? above : node.witnesses;
        expect(seenBy).to.include.members([...above]);
        childrenOf(node).forEach((child) => visit(child, seenBy));
      };
      roots.forEach((root) => visit(root, []));
    });
  });

  it("consumes a contract at most once and does not use it afterwards", () => {
    holds(({ transaction: { roots, nodes } }) => {
      const ended = new Set<string>();
      const visit = (id: NodeId): void => {
        const node = nodes[id] ?? expect.fail();
        if (node.kind === "rollback") return;
        if (node.kind === "exercise" || node.kind === "fetch") {
          expect(ended.has(node.contractId)).to.equal(false);
          if (node.kind === "exercise" && node.consuming) ended.add(node.contractId);
        }
        childrenOf(node).forEach(visit);
      };
      roots.forEach(visit);
    });
  });

  it("reports the contracts created and consumed outside rollbacks", () => {
    holds(({ transaction: { roots, nodes }, created, consumed, inputs }) => {
      const seen = { created: [] as string[], consumed: [] as string[] };
      const visit = (id: NodeId): void => {
        const node = nodes[id] ?? expect.fail();
        if (node.kind === "rollback") return;
        if (node.kind === "create") seen.created.push(node.contract.contractId);
        if (node.kind === "exercise" && node.consuming) seen.consumed.push(node.contractId);
        childrenOf(node).forEach(visit);
      };
      roots.forEach(visit);
      expect(created.map(({ contractId }) => contractId)).to.deep.equal(seen.created);
      expect([...consumed.keys()]).to.deep.equal(seen.consumed);
      for (const { contractId } of created) expect(inputs.has(contractId)).to.equal(false);
    });
  });

  it("has normalized rollbacks, which are not empty and neither begin nor end with a rollback", () => {
    holds(({ transaction: { nodes } }) => {
      for (const node of nodes) {
        if (node.kind !== "rollback") continue;
        expect(node.children).not.to.have.length(0);
        const ends = [node.children[0], node.children.at(-1)];
        for (const end of ends) expect(nodes[end ?? 0]?.kind).not.to.equal("rollback");
      }
    });
  });

  it("informs every party named on one of its nodes", () => {
    holds(({ transaction: { nodes }, informees }) => {
      const witnesses = new Set(nodes.flatMap((node) => node.witnesses));
      expect(informees).to.deep.equal([...witnesses].sort());
    });
  });

  it("is equal when it is built again", () => {
    fc.assert(
      fc.property(steps, (program) => {
        expect(run(program)).to.deep.equal(run(program));
      }),
      { numRuns: runs(20) },
    );
  });
});
