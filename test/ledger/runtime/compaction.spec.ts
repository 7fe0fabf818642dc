import { expect } from "chai";

import { uploadDar } from "../../../lib/api.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { createLedger, type Ledger } from "../../../lib/index.ts";
import { createMemoryStore } from "../../../lib/store.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { iouPackage } from "../../support/iou-package.ts";
import { assembleDar } from "../../support/lf/assemble.ts";
import { counterPackage } from "../../support/lf/counter.ts";
import { collectGarbage } from "../../support/memory.ts";
import { plainState } from "../../support/plain-state.ts";

/** Creates IOUs and archives them, so that only their history remains. */
const pass = async (ledger: Ledger, alice: string, times: number): Promise<void> => {
  const watchers = Array.from({ length: 50 }, () => alice);
  for (let count = 0; count < times; count++) {
    const createArguments = { issuer: alice, owner: alice, amount: `${count + 1}.0`, watchers };
    await ledger.submit({
      actAs: alice,
      commands: {
        CreateAndExerciseCommand: {
          templateId: "#iou:Iou:Iou",
          createArguments,
          choice: "Archive",
          choiceArgument: {},
        },
      },
    });
  }
};

const transactionsIn = async (
  store: ReturnType<typeof createMemoryStore>,
): Promise<readonly WeakRef<object>[]> => {
  const found: WeakRef<object>[] = [];
  for await (const { events } of store.read(0)) {
    for (const event of events) {
      if (event.kind === "transactionCommitted") found.push(new WeakRef(event));
    }
  }
  return found;
};

/** Returns how many of the objects are still in memory after a garbage collection. */
const heldOf = async (objects: readonly WeakRef<object>[]): Promise<number> => {
  // A WeakRef keeps its target until the current job has ended.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return objects.filter((each) => each.deref() !== undefined).length;
};

const entriesIn = async (store: ReturnType<typeof createMemoryStore>): Promise<number> => {
  let count = 0;
  for await (const entry of store.read(0)) count += entry.events.length > 0 ? 1 : 0;
  return count;
};

describe("pruned journal", () => {
  it("releases the memory of pruned entries @slow", async () => {
    const store = createMemoryStore();
    const { ledger, alice } = await iouLedger({ store });
    await pass(ledger, alice, 20);
    const happened = await transactionsIn(store);
    expect(happened.length).to.be.at.least(20);
    expect(await heldOf(happened)).to.equal(happened.length);
    await ledger.prune(ledger.state.ledgerEnd);
    expect(await heldOf(happened)).to.equal(0);
    expect(ledger.state.prunedUpTo).to.equal(ledger.state.ledgerEnd);
  });

  it("does not grow if it is pruned repeatedly", async () => {
    const store = createMemoryStore();
    const { ledger, alice } = await iouLedger({ store });
    for (let round = 0; round < 20; round++) {
      await pass(ledger, alice, 5);
      await ledger.prune(ledger.state.ledgerEnd);
      expect(await entriesIn(store)).to.equal(1);
    }
  });

  it("opens as the same ledger again, which continues", async () => {
    const store = createMemoryStore();
    const made = await iouLedger({ store });
    const { ledger, alice } = made;
    await pass(ledger, alice, 3);
    const { ledgerEnd } = ledger.state;
    const createArguments = { issuer: alice, owner: alice, amount: "1.0", watchers: [] };
    const command = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } };
    await ledger.submit({ actAs: alice, commands: command });
    await ledger.prune(ledgerEnd);
    await ledger.submit({ actAs: alice, commands: command });

    const clock = { freeze: "2024-01-01T12:00:00Z" };
    const again = await createLedger({ packages: [iouPackage], seed: 1, clock, store });
    expect(plainState(again.state)).to.deep.equal(plainState(ledger.state));
    await again.submit({ actAs: alice, commands: command });
    // The first ledger reads the entries that the second one has written.
    await ledger.submit({ actAs: alice, commands: command });
    expect(Array.from(ledger.state.active.all.keys())).to.have.length(4);
  });

  it("restores uploaded packages", async () => {
    const store = createMemoryStore();
    const daml = createDamlLoader();
    const { ledger, alice } = await iouLedger({ store, daml });
    await uploadDar(ledger, { dar: assembleDar(counterPackage()) });
    await pass(ledger, alice, 1);
    await ledger.prune(ledger.state.ledgerEnd);
    const again = await createLedger({ packages: [iouPackage], seed: 1, store, daml });
    expect(plainState(again.state)).to.deep.equal(plainState(ledger.state));
    expect(again.state.packages.versions("counter")).to.have.length(1);
  });

  it("can be read by a ledger that has not read the pruned entries", async () => {
    const store = createMemoryStore();
    const { ledger, alice } = await iouLedger({ store });
    const clock = { freeze: "2024-01-01T12:00:00Z" };
    const other = await createLedger({ packages: [iouPackage], seed: 1, clock, store });
    await pass(ledger, alice, 3);
    await ledger.prune(ledger.state.ledgerEnd);
    await pass(other, alice, 1);
    expect(other.state.prunedUpTo).to.equal(ledger.state.prunedUpTo);
    expect(other.state.ledgerEnd).to.be.above(ledger.state.ledgerEnd);
  });

  it("can be reverted to a state before the pruning, and forked afterwards", async () => {
    const { ledger, alice } = await iouLedger();
    await pass(ledger, alice, 3);
    const before = ledger.snapshot();
    const seen = plainState(ledger.state);
    await ledger.prune(ledger.state.ledgerEnd);
    const pruned = plainState(ledger.state);
    const fork = await ledger.fork();
    await ledger.revert(before);
    expect(plainState(ledger.state)).to.deep.equal(seen);
    expect(plainState(fork.state)).to.deep.equal(pruned);
    await pass(ledger, alice, 1);
    await ledger.reset();
    expect(ledger.state.prunedUpTo).to.equal(0);
  });

  it("continues if the store cannot compact, and reports the error", async () => {
    const store = createMemoryStore();
    const told: unknown[] = [];
    store.compact = () => Promise.reject(new Error("the disk is full"));
    const { ledger, alice } = await iouLedger({ store, reportError: (error) => told.push(error) });
    await pass(ledger, alice, 1);
    await ledger.prune(ledger.state.ledgerEnd);
    expect(told.map(String)).to.deep.equal(["Error: the disk is full"]);
    await pass(ledger, alice, 1);
  });
});
