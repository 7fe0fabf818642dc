import { join } from "node:path";

import { expect } from "chai";
import { ClassicLevel } from "classic-level";
import fc from "fast-check";

import { createLedger, type Ledger, type Snapshot } from "../../../lib/index.ts";
import type { LedgerState } from "../../../lib/store.ts";
import { openStoreOn } from "../../../lib/stores/postgres/open-postgres-store.ts";
import { PgDatabase } from "../../../lib/stores/postgres/pg-database.ts";
import { CountingDatabase } from "../../support/counting-database.ts";
import { errorOf } from "../../support/error-of.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { runs } from "../../support/properties.ts";
import { useFolder } from "../../support/use-folder.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";
import { wholeState } from "../../support/whole-state.ts";

const limits = { recentEntries: 4, entriesPerCheckpoint: 10 };

/** What a state tells, of what is archived as well. */
const allOf = (state: LedgerState): unknown => {
  const created = [...state.log.values()].flatMap(({ update }) =>
    update?.kind === "transaction"
      ? update.transaction.nodes.flatMap((node) =>
          node.kind === "create"
            ? [node.contract.contractId]
            : node.kind === "exercise"
              ? [node.contractId]
              : [],
        )
      : [],
  );
  return [wholeState(state), created.map((contractId) => state.contracts.get(contractId))];
};

describe("ledgers in PostgreSQL with a copy each", () => {
  const { place } = usePostgres();
  const folders = useFolder("shared-copies");
  const open: Ledger[] = [];

  const opened = async (connection: string, copy?: string) => {
    const database = new CountingDatabase(new PgDatabase({ connectionString: connection }));
    const schema = schemaIn(connection);
    const store = await openStoreOn(database, { schema, ...(copy !== undefined && { copy }) });
    const ledger = await createLedger({ packages: [iouPackage], limits, store });
    open.push(ledger);
    return { ledger, database, asked: database.entriesRead };
  };
  const closeAll = async (): Promise<void> => {
    await Promise.all(open.splice(0).map((ledger) => ledger.close()));
  };
  afterEach(closeAll);

  const issue = async (ledger: Ledger, times: number): Promise<void> => {
    const party: string = ledger.state.participantId;
    for (let count = 0; count < times; count++) {
      const commands = Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] });
      await ledger.submit({ actAs: party, commands });
      // Of others, too, and long after it was made.
      const oldest = ledger.contracts(Iou).at(count % 3 === 0 ? -1 : 0);
      if (count % 2 === 0 || oldest === undefined) continue;
      await ledger.submit({
        actAs: party,
        commands: Iou.contractId(oldest.contractId).exercise(Iou.Archive),
      });
    }
  };
  const caughtUp = async (ledger: Ledger, other: Ledger): Promise<void> => {
    while (ledger.state.position < other.state.position) await ledger.changed(ledger.state);
  };

  it("read the same old updates, whoever wrote them, and after a restart ask only for what came since", async () => {
    const connection = place();
    const copies = [folders(), folders(), folders()];
    let ledgers = await Promise.all(copies.map((copy) => opened(connection, copy)));
    for (const { ledger } of [...ledgers, ...ledgers]) {
      await issue(ledger, 6);
      await Promise.all(ledgers.map((other) => caughtUp(other.ledger, ledger)));
    }
    const { ledger: bare } = await opened(connection);
    const seen = allOf(bare.state);
    for (const { ledger } of ledgers) {
      expect(ledger.state.past).to.not.equal(undefined);
      expect([...ledger.state.log.heldEntries()].length).to.be.at.most(3 * limits.recentEntries);
      expect(allOf(ledger.state)).to.deep.equal(seen);
    }
    await closeAll();
    const others = await opened(connection);
    await issue(others.ledger, 3);
    const more = allOf(others.ledger.state);
    const { position } = others.ledger.state;
    ledgers = await Promise.all(copies.map((copy) => opened(connection, copy)));
    for (const { ledger, asked } of ledgers) {
      expect(allOf(ledger.state)).to.deep.equal(more);
      expect(asked).to.be.greaterThan(0);
      expect(asked).to.be.at.most(10);
      expect(position).to.be.greaterThan(50);
    }
  });

  it("begin with a checkpoint, and ask the database for nothing where nothing came since", async () => {
    const [connection, copy] = [place(), folders()];
    const { ledger } = await opened(connection, copy);
    await issue(ledger, 30);
    const seen = allOf(ledger.state);
    await closeAll();
    const again = await opened(connection, copy);
    expect(again.asked).to.equal(0);
    expect([...again.ledger.state.log.heldEntries()].length).to.be.at.most(limits.recentEntries);
    expect(allOf(again.ledger.state)).to.deep.equal(seen);
  });

  it("refuse a look at what a disk has changed in the copy, and have it again after the next start", async () => {
    const [connection, copy] = [place(), folders()];
    const { ledger } = await opened(connection, copy);
    await issue(ledger, 30);
    await closeAll();
    const entries = new ClassicLevel(join(copy, "copy"));
    await entries.open();
    const [key = "", value = ""] =
      (await entries.iterator({ gte: "entry", limit: 8 }).all())[7] ?? [];
    await entries.put(key, `${value} `);
    await entries.close();
    const harmed = await opened(connection, copy);
    expect(harmed.asked).to.equal(0);
    const refused = errorOf(() => allOf(harmed.ledger.state));
    expect([refused.code, refused.cause]).to.deep.equal([
      "LEDGER_API_INTERNAL_ERROR",
      `The copy of the ledger in ${copy} is damaged. It is made anew when the ledger is opened again; nothing is lost.`,
    ]);
    await issue(harmed.ledger, 1);
    await closeAll();
    const again = await opened(connection, copy);
    expect(again.asked).to.be.greaterThan(40);
    const { ledger: bare } = await opened(connection);
    expect(allOf(again.ledger.state)).to.deep.equal(allOf(bare.state));
  });

  it("go back with who reverts, however far, and begin with nothing of what was reverted", async () => {
    const connection = place();
    const copies = [folders(), folders()];
    const [one, two] = [await opened(connection, copies[0]), await opened(connection, copies[1])];
    await issue(one.ledger, 8);
    const early = one.ledger.snapshot();
    await issue(one.ledger, 20);
    await caughtUp(two.ledger, one.ledger);
    const late = one.ledger.snapshot();
    const held = two.ledger.state;
    const before = allOf(held);
    for (const [index, snapshot] of [early, late, early].entries()) {
      await one.ledger.revert(snapshot);
      while (two.ledger.reverts === index) await two.ledger.changed(two.ledger.state);
      expect(allOf(two.ledger.state)).to.deep.equal(allOf(snapshot.state));
      // A stream that began before goes on with what it saw.
      expect(allOf(held)).to.deep.equal(before);
    }
    await issue(two.ledger, 20);
    await caughtUp(one.ledger, two.ledger);
    const { ledger: bare } = await opened(connection);
    const seen = allOf(bare.state);
    for (const { ledger } of [one, two]) expect(allOf(ledger.state)).to.deep.equal(seen);
    await closeAll();
    for (const copy of copies) {
      expect(allOf((await opened(connection, copy)).ledger.state)).to.deep.equal(seen);
    }
  });

  it("begin with nothing of what others reverted while they were closed", async () => {
    const [connection, copy] = [place(), folders()];
    const other = await opened(connection);
    await issue(other.ledger, 3);
    const early = other.ledger.snapshot();
    const { ledger } = await opened(connection, copy);
    await issue(ledger, 30);
    await ledger.close();
    open.pop();
    await other.ledger.revert(early);
    await issue(other.ledger, 30);
    const again = await opened(connection, copy);
    expect(allOf(again.ledger.state)).to.deep.equal(allOf(other.ledger.state));
  });

  it("are pruned with who prunes, and begin with the journal that has let go of it @slow", async () => {
    const connection = place();
    const copies = [folders(), folders()];
    const [one, two] = [await opened(connection, copies[0]), await opened(connection, copies[1])];
    await issue(one.ledger, 25);
    await caughtUp(two.ledger, one.ledger);
    await one.ledger.prune(one.ledger.state.ledgerEnd - 10);
    await issue(one.ledger, 10);
    await caughtUp(two.ledger, one.ledger);
    await issue(two.ledger, 10);
    await caughtUp(one.ledger, two.ledger);
    const seen = allOf(one.ledger.state);
    expect(allOf(two.ledger.state)).to.deep.equal(seen);
    await closeAll();
    const { ledger: bare } = await opened(connection);
    expect(allOf(bare.state)).to.deep.equal(seen);
    for (const copy of copies) {
      const { ledger } = await opened(connection, copy);
      expect(allOf(ledger.state)).to.deep.equal(seen);
    }
  });

  type Step =
    | { readonly kind: "issue"; readonly who: number; readonly times: number }
    | { readonly kind: "contend"; readonly times: number }
    | { readonly kind: "prune" | "revert"; readonly who: number; readonly at: number }
    | { readonly kind: "snapshot" | "reopen"; readonly who: number };
  const who = fc.nat(2);
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("issue"),
        who,
        times: fc.integer({ min: 1, max: 6 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("contend"), times: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("prune"), who, at: fc.nat(100) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("snapshot"), who }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("revert"), who, at: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("reopen"), who }) },
  );

  it("are the ledger that one without a copy is, whatever each of them does @property", async () => {
    let looked = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const connection = place();
        const copies = [folders(), folders(), undefined];
        const ledgers = await Promise.all(copies.map((copy) => opened(connection, copy)));
        let snapshots: { readonly who: number; readonly snapshot: Snapshot }[] = [];
        // All go on at once, but for who waits for another.
        const newest = () =>
          ledgers.reduce((a, b) => (a.ledger.state.position > b.ledger.state.position ? a : b));
        for (const each of steps) {
          if (each.kind === "contend") {
            // Two may want one contract.
            await Promise.allSettled(ledgers.map((one) => issue(one.ledger, each.times)));
            continue;
          }
          const actor = ledgers[each.who];
          if (actor === undefined) continue;
          const { ledger } = actor;
          switch (each.kind) {
            case "issue":
              await issue(ledger, each.times);
              break;
            case "prune":
              if (ledger.state.ledgerEnd < 3) break;
              await ledger.prune(Math.max(1, Math.floor((ledger.state.ledgerEnd * each.at) / 110)));
              break;
            case "snapshot":
              snapshots.push({ who: each.who, snapshot: ledger.snapshot() });
              break;
            case "revert": {
              const own = snapshots.filter((saved) => saved.who === each.who);
              const saved = own[each.at % Math.max(own.length, 1)];
              if (saved === undefined) break;
              const before = ledgers.map((other) => other.ledger.reverts);
              await ledger.revert(saved.snapshot);
              for (const [index, other] of ledgers.entries()) {
                if (index === each.who) continue;
                while (other.ledger.reverts === before[index]) {
                  await other.ledger.changed(other.ledger.state);
                }
              }
              break;
            }
            case "reopen":
              await ledger.close();
              open.splice(open.indexOf(ledger), 1);
              ledgers[each.who] = await opened(connection, copies[each.who]);
              snapshots = snapshots.filter((saved) => saved.who !== each.who);
          }
        }
        await Promise.all(ledgers.map((each) => each.ledger.settled()));
        await Promise.all(ledgers.map((each) => caughtUp(each.ledger, newest().ledger)));
        const [one, two, bare] = ledgers.map(({ ledger }) => allOf(ledger.state));
        expect(one).to.deep.equal(bare);
        expect(two).to.deep.equal(bare);
        if (ledgers[0]?.ledger.state.past !== undefined) looked++;
        await closeAll();
      }),
      { numRuns: runs(2) },
    );
    expect(looked).to.be.greaterThan(1);
  });
});
