import { expect } from "chai";

import { openStoreOn } from "../../../lib/stores/postgres/open-postgres-store.ts";
import { PgDatabase } from "../../../lib/stores/postgres/pg-database.ts";
import { CuttingProxy } from "../../support/cutting-proxy.ts";
import { appendAll, usersIn, written } from "../../support/deleted-users.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";
import { VirtualTimers } from "../../support/virtual-timers.ts";

/** So often it is asked whether the server is still at work. */
const askMillis = 30_000;

describe("a store in PostgreSQL, where a connection falls silent", () => {
  const { place, ask } = usePostgres();
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const opened = async (connection: string, timers = new VirtualTimers()) => {
    const database = new PgDatabase({ connectionString: connection }, timers);
    const store = await openStoreOn(database, { schema: schemaIn(connection) });
    return { store, timers };
  };
  const silenced = async (statement: string) => {
    const proxy = new CuttingProxy(place());
    closing.push(() => proxy.close());
    proxy.statement = statement;
    const { store, timers } = await opened(await proxy.open());
    return { proxy, store, timers };
  };

  it("asks for what lasts once more when the server is not at it any more, and does it once", async () => {
    const { proxy, store, timers } = await silenced("compact");
    closing.push(() => store.close());
    await appendAll(store, "a", "b", "c");
    const isSilent = proxy.silence();
    const compacting = store.compact?.(2, () => written("all"));
    const appended = store.append(4, written("d"));
    await isSilent;
    await timers.pass(askMillis);
    await compacting;
    expect(await appended).to.equal(true);
    expect(await usersIn(store)).to.deep.equal(["all", "c", "d"]);
    expect(timers.pending).to.equal(0);
  });

  it("is closed, though what lasts was never answered", async () => {
    const { proxy, store, timers } = await silenced("compact");
    await appendAll(store, "a", "b");
    const isSilent = proxy.silence();
    const compacting = store.compact?.(1, () => written("all"));
    const end = compacting?.catch(() => undefined);
    await isSilent;
    const closed = store.close();
    await timers.pass(askMillis);
    await closed;
    await end;
  });

  it("waits for what lasts as long as the server is at it", async () => {
    const connection = place();
    const { store } = await opened(connection);
    const { store: other, timers } = await opened(connection);
    closing.push(
      () => store.close(),
      () => other.close(),
    );
    let leave = (): void => undefined;
    const isLeft = new Promise<void>((resolve) => (leave = resolve));
    let enter = (): void => undefined;
    const isEntered = new Promise<void>((resolve) => (enter = resolve));
    const first = store.alone(async () => {
      enter();
      await isLeft;
    });
    await isEntered;
    const second = other.alone(() => Promise.resolve("done"));
    for (let times = 0; times < 3; times++) {
      // Until it has been asked, and is to be asked again.
      while (timers.pending === 0) await ask("select");
      await timers.pass(askMillis);
    }
    leave();
    await first;
    expect(await second).to.equal("done");
  });
});
