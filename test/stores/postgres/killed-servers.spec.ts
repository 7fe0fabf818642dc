import { expect } from "chai";

import { createLedger, type Ledger } from "../../../lib/index.ts";
import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { CuttingProxy } from "../../support/cutting-proxy.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { OwnPostgres, whyNoServer } from "../../support/own-postgres.ts";
import { plainState } from "../../support/plain-state.ts";

describe("ledger in PostgreSQL whose server is killed @slow", function () {
  const closing: (() => Promise<void>)[] = [];
  before(function () {
    const why = whyNoServer();
    if (why === undefined) return;
    console.log(`    skipped: ${why}`);
    this.skip();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close().catch(() => undefined);
  });

  const served = async (): Promise<OwnPostgres> => {
    const server = await OwnPostgres.create();
    closing.push(() => server.remove());
    return server;
  };

  const opened = async (connection: string): Promise<Ledger> => {
    const ledger = await createLedger({
      packages: [iouPackage],
      store: await openPostgresStore(connection),
      // Servers may take long to start.
      limits: { storeTimeoutMillis: 240_000 },
      reportError: () => undefined,
    });
    closing.push(() => ledger.close());
    return ledger;
  };

  const issue = async (ledger: Ledger, commandId: string): Promise<string> => {
    const party: string = ledger.state.participantId;
    const commands = Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] });
    return (await ledger.submit({ actAs: party, commandId, commands })).commandId;
  };

  /** Eight clients write throughout; afterwards everything acknowledged exists once, also after reopening. */
  const writingWhile = async (
    ledger: Ledger,
    work: () => Promise<void>,
    connection: () => string,
  ): Promise<void> => {
    let isOver = false;
    const acknowledged: string[] = [];
    const write = async (who: number): Promise<void> => {
      for (let count = 0; !isOver || count < 5; count++) {
        acknowledged.push(await issue(ledger, `${who} ${count}`));
      }
    };
    const working = work().finally(() => (isOver = true));
    await Promise.all([working, ...[1, 2, 3, 4, 5, 6, 7, 8].map(write)]);
    await ledger.settled();
    const again = await opened(connection());
    expect(plainState(again.state)).to.deep.equal(plainState(ledger.state));
    const written = Array.from(
      again.state.log.values(),
      ({ completion }) => completion?.submission.commandId ?? "",
    );
    expect(new Set(written).size).to.equal(written.length);
    expect(written).to.include.members(acknowledged);
    expect(acknowledged.length).to.be.greaterThan(40);
  };

  /** Waits until this many more updates are on the ledger. */
  const more = async (ledger: Ledger, updates: number): Promise<void> => {
    const end = ledger.state.ledgerEnd + updates;
    while (ledger.state.ledgerEnd < end) await ledger.changed(ledger.state);
  };

  it("loses and duplicates nothing if it is killed many times during writes", async () => {
    const server = await served();
    const ledger = await opened(server.connection);
    const killing = async (): Promise<void> => {
      for (let count = 0; count < 3; count++) {
        await more(ledger, 10);
        server.kill();
        await server.start();
      }
      await more(ledger, 10);
    };
    await writingWhile(ledger, killing, () => server.connection);
  });

  it("loses and duplicates nothing when another server replaces it", async () => {
    const server = await served();
    const standby = await server.standby();
    closing.push(() => standby.remove());
    const proxy = new CuttingProxy(server.connection);
    closing.push(() => proxy.close());
    const connection = await proxy.open();
    const ledger = await opened(connection);
    const failing = async (): Promise<void> => {
      await more(ledger, 20);
      server.kill();
      proxy.redirect(standby.connection);
      proxy.cut();
      await standby.runStatement("select pg_promote()");
      await more(ledger, 20);
    };
    await writingWhile(ledger, failing, () => standby.connection);
  });
});
