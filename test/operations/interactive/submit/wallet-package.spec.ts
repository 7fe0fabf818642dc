import {
  decodePreparedTransaction,
  hashPreparedTransaction,
} from "@canton-network/core-tx-visualizer";
import { expect } from "chai";

import type { TestKeyPair } from "../../../../fixtures/testing/index.ts";
import {
  executePreparedAndWaitForTransaction,
  type PrepareSubmissionResponse,
} from "../../../../lib/api.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import type { Command, Ledger } from "../../../../lib/index.ts";
import { contractOf } from "../../../support/contract-of.ts";
import { Holding, Iou } from "../../../support/iou-package.ts";
import { assembleDar } from "../../../support/lf/assemble.ts";
import { kindsOf, kindsPackage } from "../../../support/lf/kinds.ts";
import {
  prepare,
  signAndExecute,
  signedBody,
  signingLedger,
} from "../../../support/signing-ledger.ts";
import { Everything, everythingOf } from "../../../support/values-package.ts";
import { offlineWallet } from "../../../support/wallet-sdk.ts";

describe("the packages that wallets use for hashing", () => {
  it("compute the hash that prepare returns, for templates in TypeScript", async () => {
    const { ledger, alice, bob, aliceKey: key } = await signingLedger();
    const everything = await signAndExecute(ledger, { party: alice, key }, everythingOf(alice));
    const iou = Iou.create({ issuer: alice, owner: alice, amount: "10", watchers: [bob] });
    const created = await signAndExecute(ledger, { party: alice, key }, iou);
    const [everythingId, iouId] = [everything, created].map(({ transaction }) => {
      const [event] = transaction.events;
      return event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
    });
    await agrees(everything.prepared);
    await agrees(created.prepared);
    for (const command of [
      contractOf(Everything, everythingId ?? "").exercise(Everything.Copy, {
        times: 3n,
      }),
      contractOf(Everything, everythingId ?? "").exercise(Everything.Replace),
      contractOf(Everything, everythingId ?? "").exercise(Everything.When),
      contractOf(Iou, iouId ?? "").exercise(Iou.Transfer, { newOwner: bob }),
      contractOf(Iou, iouId ?? "").exercise(Iou.Inspect),
      contractOf(Holding, iouId ?? "").exercise(Holding.Destroy),
    ]) {
      await agrees(await prepare(ledger, alice, command));
    }
  });

  it("compute the hash that prepare returns, for every kind of Daml value and node", async () => {
    const world = await kindsLedger();
    const create = await world.run(world.create());
    const contractId = create.created[0] ?? "";
    const kinds = new Set(create.kinds);
    for (const [name, argument] of [
      ["Echo", kindsOf(world.alice)],
      ["Nest", {}],
      ["UndoReads", {}],
      ["Through", {}],
      ["When", {}],
      ["Undo", {}],
    ] as const) {
      for (const kind of (await world.run(world.exercise(contractId, name, argument))).kinds) {
        kinds.add(kind);
      }
    }
    const { created } = await world.run(
      world.exercise(contractId, "Touch", {}, "#kinds:Main:Held"),
    );
    expect(created).to.be.empty;
    expect([...kinds].sort()).to.deep.equal(everyKind);
  });

  it("decode rolled-back nodes with their seeds", async () => {
    const world = await kindsLedger();
    const { created } = await world.run(world.create());
    const { nodes, created: kept } = await world.run(world.exercise(created[0] ?? "", "Undo", {}));
    expect(nodes).to.deep.equal([
      "create",
      "create",
      "exercise Echo",
      "rollback",
      "create",
      "exercise Replace",
      "rollback",
      "create",
      "exercise Undo",
    ]);
    expect(kept).to.have.lengthOf(2);
  });
});

/** The kinds of `com.daml.ledger.api.v2.Value` and of nodes, except queries by key (scheme V3). */
const everyKind = [
  ...["bool", "contractId", "date", "enum", "genMap", "int64", "list", "numeric", "party"],
  ...["record", "text", "textMap", "timestamp", "unit", "variant", "none", "some"],
  ...["create", "exercise", "fetch", "rollback", "through an interface"],
].sort();

const agrees = async (prepared: PrepareSubmissionResponse): Promise<void> => {
  const { preparedTransaction, preparedTransactionHash } = prepared;
  expect(await hashPreparedTransaction(preparedTransaction, "base64")).to.equal(
    preparedTransactionHash,
  );
  const bySdk = await wallet.utils.hash.preparedTransaction(preparedTransaction);
  expect(bySdk.toBase64()).to.equal(preparedTransactionHash);
};

/** The wallet SDK, which computes hashes with its own encoder. */
const wallet = offlineWallet();

class KindsLedger {
  readonly #ledger: Ledger;
  readonly #key: TestKeyPair;
  readonly alice: string;

  constructor(ledger: Ledger, alice: string, key: TestKeyPair) {
    this.#ledger = ledger;
    this.alice = alice;
    this.#key = key;
  }

  create(): Command {
    const createArguments = kindsOf(this.alice);
    return { CreateCommand: { templateId: "#kinds:Main:Kinds", createArguments } };
  }

  exercise(
    contractId: string,
    choice: string,
    choiceArgument: unknown,
    templateId = "#kinds:Main:Kinds",
  ): Command {
    return { ExerciseCommand: { templateId, contractId, choice, choiceArgument } };
  }

  /** Prepares, compares the hashes and executes. Returns the kinds of values and nodes in the transaction. */
  async run(command: Command) {
    const prepared = await prepare(this.#ledger, this.alice, command);
    await agrees(prepared);
    const body = signedBody(prepared, this.#key);
    const { transaction } = await executePreparedAndWaitForTransaction(this.#ledger, body);
    const { nodes = [] } =
      decodePreparedTransaction(prepared.preparedTransaction).transaction ?? {};
    const inner = nodes.flatMap(({ versionedNode }) =>
      versionedNode.oneofKind === "v1" ? [versionedNode.v1.nodeType] : [],
    );
    return {
      kinds: inner.flatMap(kindsIn),
      nodes: inner.map((node) =>
        node.oneofKind === "exercise" ? `exercise ${node.exercise.choiceId}` : node.oneofKind,
      ),
      created: transaction.events.flatMap((event) =>
        "CreatedEvent" in event ? [event.CreatedEvent.contractId] : [],
      ),
    };
  }
}

/** Creates a ledger of protocol version 34, since some choices roll back effects. */
const kindsLedger = async (): Promise<KindsLedger> => {
  const packages = createDamlLoader().load(assembleDar(kindsPackage));
  const { ledger, alice, aliceKey } = await signingLedger({ packages, protocolVersion: 34 });
  return new KindsLedger(ledger, alice, aliceKey);
};

/** Returns the kinds of values and nodes, which the decoder marks with `oneofKind`. */
const kindsIn = (decoded: unknown): readonly string[] => {
  if (typeof decoded !== "object" || decoded === null) return [];
  const below = Object.values(decoded).flatMap(kindsIn);
  if (!("oneofKind" in decoded)) {
    return "interfaceId" in decoded ? ["through an interface", ...below] : below;
  }
  const kind = String(decoded.oneofKind);
  if (kind !== "optional") return [kind, ...below];
  return [below.length === 0 ? "none" : "some", ...below];
};
