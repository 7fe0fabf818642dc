import { expect } from "chai";

import { createLedger, type Ledger } from "../../../lib/index.ts";
import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { CuttingProxy } from "../../support/cutting-proxy.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { plainState } from "../../support/plain-state.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";

describe("ledger in PostgreSQL whose connection is lost @slow", () => {
  const { newConnection, runStatement } = usePostgres();
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close().catch(() => undefined);
  });

  const opened = async (connection: string): Promise<Ledger> => {
    const ledger = await createLedger({
      packages: [iouPackage],
      store: await openPostgresStore(connection),
      // A diverged journal is also reported to the caller.
      reportError: () => undefined,
    });
    closing.push(() => ledger.close());
    return ledger;
  };
  const proxyTo = async (connection: string) => {
    const proxy = new CuttingProxy(connection);
    closing.push(() => proxy.close());
    return { proxy, connection: await proxy.open() };
  };
  const issue = (ledger: Ledger, commandId: string) => {
    const party: string = ledger.state.participantId;
    return ledger.submit({
      actAs: party,
      commandId,
      commands: Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] }),
    });
  };
  it("acknowledges an entry once if it was written and the response was lost", async () => {
    const target = newConnection();
    const { proxy, connection } = await proxyTo(target);
    const ledger = await opened(connection);
    const before = ledger.state.ledgerEnd;
    for (let count = 0; count < 25; count++) {
      proxy.losesNextResponse = true;
      await Promise.all([`${count}a`, `${count}b`].map((each) => issue(ledger, each)));
    }
    expect(proxy.lostResponses).to.equal(25);
    expect(ledger.state.ledgerEnd).to.equal(before + 50);
    const other = await opened(target);
    expect(plainState(other.state)).to.deep.equal(plainState(ledger.state));
  });

  it("deletes a named snapshot once, and returns that it existed, though the response was lost", async () => {
    const { proxy, connection } = await proxyTo(newConnection());
    const { namedSnapshots } = await opened(connection);
    await namedSnapshots.keep("kept");
    proxy.statement = "change";
    proxy.losesNextResponse = true;
    await namedSnapshots.forget("kept");
    expect(proxy.lostResponses).to.equal(1);
    expect(await namedSnapshots.list()).to.deep.equal([]);
    const refused = await rejectionOf(namedSnapshots.forget("kept"));
    expect(refused.code).to.equal("UNKNOWN_RESOURCE");
  });

  it("loses and duplicates nothing when connections are cut and backends are terminated", async () => {
    const target = newConnection();
    const { proxy, connection } = await proxyTo(target);
    const [ledger, other] = [await opened(connection), await opened(target)];
    let isOver = false;
    const nextRound = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const cutting = (async () => {
      for (let count = 0; count < 6; count++) {
        proxy.cut();
        await issue(other, `other ${count}`);
        await runStatement(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'ledger-in-a-box' and pid <> pg_backend_pid() and query like '%' || $1 || '%'`,
          [schemaIn(target)],
        );
        await nextRound();
      }
      isOver = true;
    })();
    const acknowledged: string[] = [];
    const write = async (who: number): Promise<void> => {
      for (let count = 0; !isOver || count < 5; count++) {
        const { commandId } = await issue(ledger, `${who} ${count}`);
        acknowledged.push(commandId);
      }
    };
    await Promise.all([cutting, ...[1, 2, 3, 4].map(write)]);
    await ledger.settled();
    const written = Array.from(
      ledger.state.log.values(),
      ({ completion }) => completion?.submission.commandId ?? "",
    );
    expect(new Set(written).size).to.equal(written.length);
    expect(written).to.include.members(acknowledged);
    const again = await opened(target);
    expect(plainState(again.state)).to.deep.equal(plainState(ledger.state));
  });

  it("reads entries written while it could not listen", async () => {
    const target = newConnection();
    const { proxy, connection } = await proxyTo(target);
    const [ledger, other] = [await opened(connection), await opened(target)];
    proxy.cut();
    const { completionOffset } = await issue(other, "1");
    while (ledger.state.ledgerEnd < completionOffset) await ledger.changed(ledger.state);
    expect(ledger.contracts(Iou)).to.have.length(1);
  });

  it("writes nothing to a server that lost acknowledged entries", async () => {
    const target = newConnection();
    const { proxy, connection } = await proxyTo(target);
    const ledger = await opened(connection);
    await issue(ledger, "1");
    // Like an asynchronous standby that was promoted.
    await runStatement(`
      delete from ${schemaIn(target)}.journal where position = (select position from ${schemaIn(target)}.head);
      update ${schemaIn(target)}.head h set (position, hash) = (
        select position, hash from ${schemaIn(target)}.journal where branch = h.branch order by position desc limit 1
      )`);
    proxy.cut();
    for (const commandId of ["2", "3"]) {
      const refused = await rejectionOf(issue(ledger, commandId));
      expect(refused.cause).to.match(/no longer has all entries that this process has read/);
    }
    expect(ledger.contracts(Iou)).to.have.length(1);
  });
});
