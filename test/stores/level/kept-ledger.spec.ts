import { expect } from "chai";

import { allocateParty } from "../../../lib/api.ts";
import { createLedger, type Ledger, type LedgerOptions } from "../../../lib/index.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { collectAll } from "../../support/collect-all.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { plainState } from "../../support/plain-state.ts";
import { useFolder } from "../../support/use-folder.ts";

const options: LedgerOptions = {
  packages: [iouPackage],
  seed: 1,
  clock: { freeze: "2024-01-01T12:00:00Z" },
};

describe("ledger in a folder", () => {
  const place = useFolder("kept");
  const open: Ledger[] = [];
  const opened = async (folder: string, others: LedgerOptions = {}): Promise<Ledger> => {
    const store = await openLevelStore(folder);
    const ledger = await createLedger({ ...options, ...others, store });
    open.push(ledger);
    return ledger;
  };
  const closeAll = async (): Promise<void> => {
    await Promise.all(open.splice(0).map((ledger) => ledger.close()));
  };
  afterEach(closeAll);

  const partyOn = async (ledger: Ledger): Promise<string> =>
    (await allocateParty(ledger, { partyIdHint: "alice" })).partyDetails.party;

  const issue = (ledger: Ledger, party: string, commandId: string) =>
    ledger.submit({
      actAs: party,
      commandId,
      commands: Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] }),
    });

  it("opens to the same ledger, and continues as before", async () => {
    const folder = place();
    const ledger = await opened(folder);
    const party = await partyOn(ledger);
    await Promise.all(Array.from({ length: 20 }, (_, index) => issue(ledger, party, `${index}`)));
    const seen = plainState(ledger.state);
    const fork = await ledger.fork();
    await closeAll();

    const again = await opened(folder);
    expect(plainState(again.state)).to.deep.equal(seen);
    const [one, other] = [await issue(fork, party, "x"), await issue(again, party, "x")];
    expect(other.updateId).to.equal(one.updateId);
    expect((await rejectionOf(issue(again, party, "7"))).code).to.equal("DUPLICATE_COMMAND");
    await fork.close();
  });

  it("reports its size on disk, and again while it is open", async () => {
    const ledger = await opened(place());
    const party = await partyOn(ledger);
    const before = (await ledger.storeSize()) ?? 0;
    await Promise.all(Array.from({ length: 50 }, (_, index) => issue(ledger, party, `${index}`)));
    expect(await ledger.storeSize()).to.be.greaterThan(before + 10_000);
    const fork = await ledger.fork();
    expect(await fork.storeSize()).to.equal(undefined);
    await fork.close();
    expect((await rejectionOf(fork.storeSize())).code).to.equal("SERVICE_NOT_RUNNING");
  });

  it("stays reverted after a restart", async () => {
    const folder = place();
    const ledger = await opened(folder);
    const party = await partyOn(ledger);
    const before = ledger.snapshot();
    const seen = plainState(ledger.state);
    await issue(ledger, party, "1");
    await ledger.revert(before);
    await closeAll();
    const again = await opened(folder);
    expect(plainState(again.state)).to.deep.equal(seen);
    await issue(again, party, "1");
    await again.reset();
    expect(plainState(again.state)).to.deep.equal(seen);
  });

  it("stays pruned, and can be reverted to before the pruning", async () => {
    const folder = place();
    const ledger = await opened(folder);
    const party = await partyOn(ledger);
    await issue(ledger, party, "1");
    const before = ledger.snapshot();
    const whole = plainState(ledger.state);
    await ledger.prune(ledger.state.ledgerEnd);
    await issue(ledger, party, "2");
    const pruned = plainState(ledger.state);
    await closeAll();
    const again = await opened(folder);
    expect(plainState(again.state)).to.deep.equal(pruned);
    await closeAll();
    // The snapshot belongs to a closed ledger.
    expect((await rejectionOf(ledger.revert(before))).code).to.equal("SERVICE_NOT_RUNNING");
    expect(whole).to.not.deep.equal(pruned);
  });

  it("can be dumped and loaded into another folder", async () => {
    const ledger = await opened(place());
    const party = await partyOn(ledger);
    await issue(ledger, party, "1");
    const from = (await collectAll(ledger.dump())).join("");
    const folder = place();
    const loaded = await opened(folder, { from });
    expect(plainState(loaded.state)).to.deep.equal(plainState(ledger.state));
    await loaded.close();
    open.splice(open.indexOf(loaded), 1);
    const again = await opened(folder);
    expect((await collectAll(again.dump())).join("")).to.equal(from);
  });

  it("has no part of a dump that cannot be loaded", async () => {
    const ledger = await createLedger(options);
    const dump = (await collectAll(ledger.dump())).join("");
    const folder = place();
    const store = await openLevelStore(folder);
    await rejectionOf(createLedger({ ...options, store, from: dump.slice(0, -9) }));
    expect(await store.position()).to.equal(0);
    await store.close();
    expect((await opened(folder)).state.ledgerEnd).to.equal(0);
  });
});
