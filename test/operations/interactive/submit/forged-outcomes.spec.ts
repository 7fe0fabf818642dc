import { expect } from "chai";

import {
  executePreparedAndWait,
  executePreparedAndWaitForTransaction,
} from "../../../../lib/api.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { assembleDar } from "../../../support/lf/assemble.ts";
import { kindsOf, kindsPackage } from "../../../support/lf/kinds.ts";
import {
  alterAndRehash,
  alterPrepared,
  type Prepared,
} from "../../../support/prepared-transactions.ts";
import { prepare, signedBody, signingLedger } from "../../../support/signing-ledger.ts";

const conformance = "LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK";
const failed = "FAILED_TO_EXECUTE_TRANSACTION";

type Nodes = Prepared["transaction"];
type Forgery = (nodes: Nodes) => Partial<Nodes>;

/** Returns a forgery that changes one node. */
const changing =
  (nodeId: string, change: object): Forgery =>
  ({ nodes }) => {
    const node = nodes.get(nodeId);
    // `change` contains only properties that the node has.
    return { nodes: new Map(nodes).set(nodeId, { ...node, ...change } as typeof node & object) };
  };

const seeded =
  (nodeId: string, seed: Uint8Array): Forgery =>
  ({ seeds }) => ({ seeds: new Map(seeds).set(nodeId, seed) });

const renumbered: Forgery = ({ roots, nodes, seeds }) => {
  const moved = (nodeId: string): string => String(Number(nodeId) + 10);
  return {
    roots: roots.map(moved),
    nodes: new Map(
      [...nodes].map(([nodeId, node]) => [
        moved(nodeId),
        "children" in node ? { ...node, children: node.children.map(moved) } : node,
      ]),
    ),
    seeds: new Map([...seeds].map(([nodeId, seed]) => [moved(nodeId), seed])),
  };
};

/**
 * The choice Undo creates these nodes: 0 exercise [1 create, 2 rollback [3 create, 4 rollback [5], 6 exercise
 * [7]], 8].
 */
const forgeries: readonly (readonly [string, string, Forgery])[] = [
  ["another result", conformance, changing("0", { result: { kind: "unit" } })],
  ["no result", conformance, changing("0", { result: undefined })],
  ["another choice", conformance, changing("0", { choice: "Nest" })],
  ["an unknown choice", failed, changing("0", { choice: "None" })],
  ["an argument of another type", failed, changing("0", { argument: { kind: "text", value: "" } })],
  ["a consuming root", conformance, changing("0", { consuming: true })],
  ["an observer of the choice", conformance, changing("0", { choiceObservers: ["eve::1220"] })],
  ["children in another order", conformance, changing("0", { children: ["8", "2", "1"] })],
  ["a kept create", conformance, changing("1", { argument: { kind: "record", fields: [] } })],
  ["a create by others", conformance, changing("1", { signatories: [] })],
  ["another contract", conformance, changing("1", { contractId: `00${"ab".repeat(32)}` })],
  ["another seed", conformance, seeded("1", new Uint8Array(32))],
  ["a seed of what was rolled back", conformance, seeded("5", new Uint8Array(32).fill(1))],
  ["an undone exercise of less", conformance, changing("6", { consuming: false })],
  ["a node in two places", failed, changing("2", { children: ["3", "4", "6", "8"] })],
  ["nodes that belong nowhere", failed, changing("2", { children: ["3", "4"] })],
];

/** Changes after which the transaction cannot be hashed. */
const unhashable: readonly (readonly [string, Forgery])[] = [
  ["a node below itself", changing("2", { children: ["3", "4", "6", "2"] })],
  ["a node that is not there", ({ nodes }) => ({ nodes: without(nodes, "2") })],
  ["no seed of a create", ({ seeds }) => ({ seeds: without(seeds, "3") })],
  ["no seed of the root", ({ seeds }) => ({ seeds: without(seeds, "0") })],
];

const without = <Item>(
  items: ReadonlyMap<string, Item>,
  nodeId: string,
): ReadonlyMap<string, Item> => new Map([...items].filter(([each]) => each !== nodeId));

const setUp = async () => {
  const packages = createDamlLoader().load(assembleDar(kindsPackage));
  const { ledger, alice, aliceKey } = await signingLedger({ packages, protocolVersion: 34 });
  const templateId = "#kinds:Main:Kinds";
  const create = { CreateCommand: { templateId, createArguments: kindsOf(alice) } };
  const created = signedBody(await prepare(ledger, alice, create), aliceKey);
  const { transaction } = await executePreparedAndWaitForTransaction(ledger, created);
  const [event] = transaction.events;
  const contractId =
    event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
  const ExerciseCommand = { templateId, contractId, choice: "Undo", choiceArgument: {} };
  const undo = await prepare(ledger, alice, { ExerciseCommand });
  /** Returns the transaction changed, and then signed by alice. */
  const forged = (forge: Forgery) => signedBody(alterAndRehash(undo, changedBy(forge)), aliceKey);
  /** Returns the transaction signed by alice, and then changed. */
  const swapped = (forge: Forgery) => alterPrepared(signedBody(undo, aliceKey), changedBy(forge));
  return { ledger, forged, swapped };
};

const changedBy =
  (forge: Forgery) =>
  ({ transaction, metadata }: Prepared): Prepared => ({
    transaction: { ...transaction, ...forge(transaction) },
    metadata,
  });

describe("transactions that their own party changed and signed", () => {
  let given: Awaited<ReturnType<typeof setUp>>;

  before(async () => {
    given = await setUp();
  });

  for (const [what, expected, forge] of forgeries) {
    it(`are not executed with ${what}`, async () => {
      const { ledger, forged } = given;
      const { code } = await rejectionOf(executePreparedAndWait(ledger, forged(forge)));
      expect(code).to.equal(expected);
      expect(ledger.state.active.all.size).to.equal(1);
    });
  }

  for (const [what, forge] of unhashable) {
    it(`are not executed with ${what}`, async () => {
      const { ledger, swapped } = given;
      const { state } = ledger;
      const { code } = await rejectionOf(executePreparedAndWait(ledger, swapped(forge)));
      expect(code).to.equal(failed);
      expect(ledger.state).to.equal(state);
    });
  }

  it("are executed with other node ids, which the hash does not cover", async () => {
    const { ledger, forged } = await setUp();
    await executePreparedAndWait(ledger, forged(renumbered));
    expect(ledger.state.active.all.size).to.equal(3);
  });
});
