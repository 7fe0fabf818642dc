import { expect } from "chai";

import { allocateParty } from "../../../lib/api.ts";
import { createLedger, type Ledger, type LedgerOptions } from "../../../lib/index.ts";
import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { openStoreOnDatabase } from "../../../lib/stores/postgres/open-postgres-store.ts";
import { collectAll } from "../../support/collect-all.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { HookedDatabase } from "../../support/hooked-database.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { plainState } from "../../support/plain-state.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";

describe("ledger in PostgreSQL that processes share", () => {
  const { newConnection, runStatement } = usePostgres();
  const open: Ledger[] = [];
  const opened = async (connection: string, options: LedgerOptions = {}): Promise<Ledger> => {
    const store = await openPostgresStore(connection);
    const ledger = await createLedger({ packages: [iouPackage], seed: 1, ...options, store });
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
  const caughtUp = async (ledger: Ledger, other: Ledger): Promise<void> => {
    while (ledger.state.position < other.state.position) await ledger.changed(ledger.state);
  };

  it("has one sequence of offsets for the writes of all processes, and the same content for all @slow", async () => {
    const connection = newConnection();
    const ledgers = await Promise.all([1, 2, 3].map(() => opened(connection)));
    const [first] = ledgers;
    if (first === undefined) return expect.fail("there is no ledger");
    const party = await partyOn(first);
    await Promise.all(ledgers.map((ledger) => caughtUp(ledger, first)));
    const answers = await Promise.all(
      ledgers.flatMap((ledger, who) =>
        Array.from({ length: 20 }, async (_, index) => {
          const { completionOffset } = await issue(ledger, party, `${who}-${index}`);
          // The writer sees it at once.
          expect(ledger.state.ledgerEnd).to.be.at.least(completionOffset);
          return completionOffset;
        }),
      ),
    );
    expect(new Set(answers).size).to.equal(60);
    const newest = ledgers.reduce((a, b) => (a.state.position > b.state.position ? a : b));
    await Promise.all(ledgers.map((ledger) => caughtUp(ledger, newest)));
    for (const ledger of ledgers) {
      expect(plainState(ledger.state)).to.deep.equal(plainState(first.state));
    }
    expect((await rejectionOf(issue(first, party, "2-7"))).code).to.equal("DUPLICATE_COMMAND");
  });

  it("is reverted for all processes to a snapshot that another process has named", async () => {
    const connection = newConnection();
    const [one, two] = [await opened(connection), await opened(connection)];
    const party = await partyOn(one);
    await issue(one, party, "1");
    const state = plainState(one.state);
    await one.namedSnapshots.keep("named by one");
    await issue(one, party, "2");
    await caughtUp(two, one);
    await issue(two, party, "3");
    expect((await two.namedSnapshots.list()).map(({ name }) => name)).to.deep.equal([
      "named by one",
    ]);
    const epoch = one.epoch;
    const over = new Promise((resolve) => epoch.addEventListener("abort", resolve));
    await two.namedSnapshots.revert("named by one");
    expect(plainState(two.state)).to.deep.equal(state);
    await over;
    expect(plainState(one.state)).to.deep.equal(state);
    await issue(one, party, "2");
    await two.namedSnapshots.forget("named by one");
    // One process has the snapshot's state in memory, and must not use it.
    expect((await rejectionOf(one.namedSnapshots.revert("named by one"))).code).to.equal(
      "UNKNOWN_RESOURCE",
    );
    await two.namedSnapshots.keep("named by one");
    const { position } = two.state;
    await issue(two, party, "4");
    await caughtUp(one, two);
    await one.namedSnapshots.revert("named by one");
    expect(one.state.position).to.equal(position);
  });

  it("stays unchanged for all processes if a named snapshot cannot be read", async () => {
    const connection = newConnection();
    const database = new HookedDatabase({ connectionString: connection });
    const store = await openStoreOnDatabase(database, { schema: schemaIn(connection) });
    const one = await createLedger({ packages: [iouPackage], seed: 1, store });
    open.push(one);
    const two = await opened(connection);
    const party = await partyOn(one);
    await caughtUp(two, one);
    await two.namedSnapshots.keep("kept");
    await issue(one, party, "acknowledged");
    database.before("page", () =>
      Promise.reject(Object.assign(new TypeError("no"), { severity: "ERROR", code: "42501" })),
    );
    const refused = await rejectionOf(one.namedSnapshots.revert("kept"));
    expect(refused.code).to.equal("SERVICE_NOT_RUNNING");
    await caughtUp(two, one);
    for (const ledger of [one, two]) {
      expect(ledger.contracts(Iou)).to.have.length(1);
      expect(ledger.reverts).to.equal(0);
    }
  });

  it("streams entries of other processes", async () => {
    const connection = newConnection();
    const [one, two] = [await opened(connection), await opened(connection)];
    const party = await partyOn(one);
    await caughtUp(two, one);
    const updates = two.updates({ as: party });
    const first = updates.next();
    const { updateId } = await issue(one, party, "1");
    expect((await first).value?.updateId).to.equal(updateId);
    await updates.return?.();
  });

  it("opens again after a restart, and can be dumped and loaded", async () => {
    const connection = newConnection();
    const ledger = await opened(connection);
    const party = await partyOn(ledger);
    await Promise.all(Array.from({ length: 20 }, (_, index) => issue(ledger, party, `${index}`)));
    const seen = plainState(ledger.state);
    const from = (await collectAll(ledger.dump())).join("");
    await closeAll();
    const again = await opened(connection);
    expect(plainState(again.state)).to.deep.equal(seen);
    const other = await opened(newConnection(), { from });
    expect(plainState(other.state)).to.deep.equal(seen);
    expect((await collectAll(other.dump())).join("")).to.equal(from);
  });

  it("is reverted for all processes, and back again", async () => {
    const connection = newConnection();
    const [one, two] = [await opened(connection), await opened(connection)];
    const party = await partyOn(one);
    const before = one.snapshot();
    await issue(one, party, "1");
    const after = one.snapshot();
    await caughtUp(two, one);
    for (const [index, snapshot] of [before, after].entries()) {
      await one.revert(snapshot);
      // `two` may be notified before `one`, which wrote the revert.
      while (two.reverts === index) await two.changed(two.state);
      expect(plainState(two.state)).to.deep.equal(plainState(snapshot.state));
    }
    await issue(two, party, "2");
    await caughtUp(one, two);
    expect(plainState(one.state)).to.deep.equal(plainState(two.state));
  });

  it("is pruned for all processes", async () => {
    const connection = newConnection();
    const [one, two] = [await opened(connection), await opened(connection)];
    const party = await partyOn(one);
    await issue(one, party, "1");
    await one.prune(one.state.ledgerEnd);
    await caughtUp(two, one);
    expect(plainState(two.state)).to.deep.equal(plainState(one.state));
    await issue(two, party, "2");
    await closeAll();
    expect((await opened(connection)).state.prunedUpTo).to.equal(one.state.prunedUpTo);
  });

  it("rejects the call whose entry the database refuses and all later waiting calls, then continues", async () => {
    const connection = newConnection();
    const schema = schemaIn(connection);
    const ledger = await opened(connection);
    const party = await partyOn(ledger);
    await runStatement(`alter table ${schema}.journal add check (entry not like '%poison%')`);
    const ends = await Promise.allSettled(
      ["poison", "1", "2"].map((commandId) => issue(ledger, party, commandId)),
    );
    for (const end of ends) {
      expect(end).to.have.nested.property("reason.code", "SERVICE_NOT_RUNNING");
    }
    await issue(ledger, party, "1");
    expect(ledger.contracts(Iou)).to.have.length(1);
  });
});
