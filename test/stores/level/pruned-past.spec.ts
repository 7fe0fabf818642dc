import { expect } from "chai";

import { createLedger, type Ledger } from "../../../lib/index.ts";
import { dumpOf } from "../../../lib/ledger/stores/text/dump.ts";
import type { LedgerState } from "../../../lib/store.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { useFolder } from "../../support/use-folder.ts";
import { wholeState } from "../../support/whole-state.ts";

const textOf = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
};

/** Resolves to the journal in a folder that no process has open. */
const journalIn = async (folder: string): Promise<{ entries: number; dump: string }> => {
  const store = await openLevelStore(folder, { create: false });
  let entries = 0;
  for await (const { events } of store.read(0)) entries += Math.sign(events.length);
  const dump = await textOf(dumpOf(store.read(0)));
  await store.close();
  return { entries, dump };
};

const idsUpTo = ({ log }: LedgerState, offset: number): readonly string[] =>
  [...log.values()].flatMap((each) =>
    each.update !== undefined && each.offset <= offset ? [each.update.updateId] : [],
  );

/** Returns the ids that occur in a text. */
const found = (text: string, ids: readonly string[]): readonly string[] =>
  ids.filter((id) => text.includes(id));

describe("ledger with a pruned history archive", () => {
  const place = useFolder("pruned-past");
  let folder: string;
  let ledger: Ledger;

  const open = async (own: object = { recentEntries: 4, entriesPerCheckpoint: 10 }) => {
    ledger = await createLedger({
      packages: [iouPackage],
      seed: 1,
      clock: { freeze: "2024-01-01T12:00:00Z" },
      limits: own,
      store: await openLevelStore(folder),
    });
  };
  const reopen = async (): Promise<void> => {
    await ledger.close();
    await open();
  };
  /** Creates contracts, and archives two of three, some transactions after their creation. */
  const issue = async (times: number): Promise<void> => {
    const party: string = ledger.state.participantId;
    const made: string[] = [];
    for (let count = 0; count < times; count++) {
      const commands = Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] });
      const [iou] = (await ledger.submit({ actAs: party, commands })).created(Iou);
      if (iou !== undefined && count % 3 > 0) made.push(iou.contractId);
      const before = made.length > 4 ? made.shift() : undefined;
      if (before === undefined) continue;
      await ledger.submit({
        actAs: party,
        commands: Iou.contractId(before).exercise(Iou.Archive),
      });
    }
  };

  beforeEach(async () => {
    folder = place();
    await open();
    await issue(60);
    expect(ledger.state.evicted).to.not.equal(undefined);
  });
  afterEach(() => ledger.close());

  it("is the same after a restart, from a journal without the pruned entries", async () => {
    const upTo = ledger.state.ledgerEnd - 30;
    const gone = idsUpTo(ledger.state, upTo);
    await ledger.close();
    const before = await journalIn(folder);
    await open();
    await ledger.prune(upTo);
    await issue(10);
    const seen = wholeState(ledger.state);
    await ledger.close();
    const after = await journalIn(folder);
    expect(found(before.dump, gone)).to.have.length(gone.length);
    expect(found(after.dump, gone)).to.deep.equal([]);
    expect(after.entries).to.be.lessThan(before.entries - gone.length / 2);
    await open();
    expect(wholeState(ledger.state)).to.deep.equal(seen);
    await issue(10);
    const more = wholeState(ledger.state);
    await reopen();
    expect(wholeState(ledger.state)).to.deep.equal(more);
  });

  it("dumps no pruned entries, and is the same when the dump is loaded", async () => {
    const upTo = ledger.state.ledgerEnd - 30;
    const gone = idsUpTo(ledger.state, upTo);
    await ledger.prune(upTo);
    const dump = await textOf(ledger.dump());
    expect(found(dump, gone)).to.deep.equal([]);
    const kept = idsUpTo(ledger.state, Infinity);
    expect(found(dump, kept)).to.deep.equal(kept);
    const loaded = await createLedger({ packages: [iouPackage], from: dump });
    expect(wholeState(loaded.state)).to.deep.equal(wholeState(ledger.state));
    await loaded.close();
  });

  it("has all history again after a revert to before the pruning", async () => {
    const seen = wholeState(ledger.state);
    const snapshot = ledger.snapshot();
    await ledger.prune(ledger.state.ledgerEnd - 30);
    await issue(5);
    await ledger.revert(snapshot);
    expect(wholeState(ledger.state)).to.deep.equal(seen);
    await issue(10);
    const more = wholeState(ledger.state);
    await reopen();
    expect(wholeState(ledger.state)).to.deep.equal(more);
  });

  it("can be pruned repeatedly, up to its end", async () => {
    for (const back of [60, 40, 41, 8, 0]) {
      await ledger.prune(ledger.state.ledgerEnd - back);
      await issue(3);
    }
    await ledger.prune(ledger.state.ledgerEnd);
    const seen = wholeState(ledger.state);
    await ledger.close();
    expect((await journalIn(folder)).entries).to.be.at.most(2);
    await open();
    expect(wholeState(ledger.state)).to.deep.equal(seen);
  });
});
