import { expect } from "chai";
import fc from "fast-check";

import { allocateParty, createUser, uploadDar } from "../../lib/api.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { createLedger, type Ledger, type LedgerOptions } from "../../lib/index.ts";
import { loadDump } from "../../lib/ledger/replay/replay.ts";
import { dumpOf } from "../../lib/ledger/stores/text/dump.ts";
import { createMemoryStore } from "../../lib/store.ts";
import { anyFolding } from "../support/any-folding.ts";
import { arbitraryEvents } from "../support/arbitrary-events.ts";
import { collectAll } from "../support/collect-all.ts";
import { rejectionOf } from "../support/error-of.ts";
import { Iou, iouPackage } from "../support/iou-package.ts";
import { assembleDar } from "../support/lf/assemble.ts";
import { counterPackage } from "../support/lf/counter.ts";
import { plainState } from "../support/plain-state.ts";
import { runs } from "../support/properties.ts";
import { issueIou, twoSynchronizers, unassign } from "../support/two-synchronizers.ts";

const textOf = async (ledger: Ledger): Promise<string> =>
  (await collectAll(ledger.dump())).join("");

const options: LedgerOptions = { seed: 1, clock: { start: 0n, step: 1n } };

/** Opens a ledger from the dump, with the packages that the dump only names. */
const again = (from: string, others: LedgerOptions = {}): Promise<Ledger> =>
  createLedger({ ...options, packages: [iouPackage], daml: createDamlLoader(), from, ...others });

describe("dump of a ledger", () => {
  it("loads to the same ledger, with any history @property", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryEvents, async (all) => {
        // Packages of random events have no definitions.
        const events = all.filter(({ kind }) => kind !== "packagesAdded");
        const ledger = await createLedger(options);
        for (const event of events) {
          await ledger.commit(() => ({ events: [event], outcome: undefined }));
        }
        const dump = await textOf(ledger);
        const store = createMemoryStore();
        const state = await loadDump(dump, store, anyFolding);
        expect(plainState(state)).to.deep.equal(plainState(ledger.state));
        expect((await collectAll(dumpOf(store.read(0)))).join("")).to.equal(dump);
      }),
      { numRuns: runs(10) },
    );
  });

  it("contains updates, completions, users, packages and contracts in flight, and continues with the same ids", async () => {
    const made = await twoSynchronizers({ ...options, daml: createDamlLoader() });
    const { ledger, alice, bob, east } = made;
    await uploadDar(ledger, { dar: assembleDar(counterPackage()), synchronizerId: east });
    await createUser(ledger, { user: { id: "ada", primaryParty: alice } });
    const contractId = await issueIou(made);
    await unassign(made, bob, contractId);
    await rejectionOf(
      ledger.submit({
        actAs: bob,
        commands: Iou.create({ issuer: alice, owner: bob, amount: "1", watchers: [] }),
      }),
    );

    const loaded = await again(await textOf(ledger));
    expect(plainState(loaded.state)).to.deep.equal(plainState(ledger.state));
    expect(loaded.state.inFlight.size).to.equal(1);
    expect(loaded.state.packages.versions("counter")).to.have.length(1);

    loaded.clock.freeze(ledger.clock.now());
    const commands = Iou.create({ issuer: alice, owner: bob, amount: "2", watchers: [] });
    const request = { actAs: alice, commands, commandId: "next" };
    const [one, other] = [await ledger.submit(request), await loaded.submit(request)];
    expect(other.updateId).to.equal(one.updateId);
    expect(other.created(Iou)[0]?.contractId).to.equal(one.created(Iou)[0]?.contractId);
    // Deduplication covers commands from before the dump.
    expect((await rejectionOf(loaded.submit(request))).code).to.equal("DUPLICATE_COMMAND");
  });

  it("can be of a pruned ledger", async () => {
    const ledger = await createLedger({ ...options, packages: [iouPackage] });
    const { partyDetails } = await allocateParty(ledger, { partyIdHint: "alice" });
    const { party } = partyDetails;
    const commands = Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] });
    await ledger.submit({ actAs: party, commands });
    await ledger.prune(ledger.state.ledgerEnd);
    await ledger.submit({ actAs: party, commands });
    const loaded = await again(await textOf(ledger));
    expect(plainState(loaded.state)).to.deep.equal(plainState(ledger.state));
    expect(await textOf(loaded)).to.equal(await textOf(ledger));
  });

  it("contains the ledger as of the start of the dump", async () => {
    const ledger = await createLedger(options);
    const before = await textOf(ledger);
    const pieces = ledger.dump()[Symbol.asyncIterator]();
    const first = await pieces.next();
    await allocateParty(ledger, { partyIdHint: "late" });
    const rest = await collectAll({ [Symbol.asyncIterator]: () => pieces });
    expect([first.value, ...rest].join("")).to.equal(before);
  });

  it("is not created for a closed ledger", async () => {
    const ledger = await createLedger(options);
    await ledger.close();
    expect((await rejectionOf(textOf(ledger))).code).to.equal("SERVICE_NOT_RUNNING");
  });

  describe("dump that cannot be loaded", () => {
    it("leaves the store unchanged", async () => {
      const { ledger } = await twoSynchronizers();
      const dump = await textOf(ledger);
      const store = createMemoryStore();
      for (const from of [dump.slice(0, -9), "no dump"]) {
        const refusal = await rejectionOf(again(from, { store }));
        expect(refusal.code).to.equal("INVALID_ARGUMENT");
        expect(await store.position()).to.equal(0);
      }
      const { code, cause } = await rejectionOf(createLedger({ from: dump, store }));
      expect(code).to.equal("PACKAGE_NOT_FOUND");
      expect(cause).to.contain(iouPackage.packageId);
      expect(await store.position()).to.equal(0);
      await again(dump, { store });
    });

    it("is not written to a store that has a journal", async () => {
      const store = createMemoryStore();
      const ledger = await createLedger({ ...options, store });
      const position = await store.position();
      const refusal = await rejectionOf(again(await textOf(ledger), { store }));
      expect(refusal.cause).to.contain("an empty store");
      expect(await store.position()).to.equal(position);
    });
  });

  it("keeps participant and synchronizers unless the options name other ones", async () => {
    const { ledger, east } = await twoSynchronizers({ participantName: "here" });
    const dump = await textOf(ledger);
    const loaded = await again(dump);
    expect(loaded.state.participantId).to.equal(ledger.state.participantId);
    expect(loaded.state.synchronizers.map(({ alias }) => alias)).to.deep.equal(["east", "west"]);
    const added = await again(dump, { synchronizers: [{ alias: "north" }] });
    expect(added.state.synchronizers.map(({ alias }) => alias)).to.deep.equal([
      "east",
      "west",
      "north",
    ]);
    expect(loaded.state.vetting.get(east)).to.deep.equal(ledger.state.vetting.get(east));
  });
});
