import { expect } from "chai";

import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { CuttingProxy } from "../../support/cutting-proxy.ts";
import { appendDeletedUsers, deletedUserEvents, usersIn } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { usePostgres } from "../../support/use-postgres.ts";

describe("store in PostgreSQL that is closed before responses arrive", () => {
  const { newConnection } = usePostgres();
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const proxied = async () => {
    const target = newConnection();
    const proxy = new CuttingProxy(target);
    const store = await openPostgresStore(await proxy.open());
    return { target, proxy, store };
  };
  const usersAt = async (target: string): Promise<readonly unknown[]> => {
    const store = await openPostgresStore(target);
    closing.push(() => store.close());
    return usersIn(store);
  };

  it("reports sent and queued writes as possibly executed", async () => {
    const { target, proxy, store } = await proxied();
    closing.push(() => proxy.close());
    const isSilent = proxy.silence();
    const asked = rejectionOf(store.append(1, deletedUserEvents("a")));
    await isSilent;
    const behind = rejectionOf(store.append(2, deletedUserEvents("b")));
    const closed = store.close();
    proxy.cut();
    for (const { code, cause } of [await asked, await behind]) {
      expect(code).to.equal("REQUEST_TIME_OUT");
      expect(cause).to.include("The request may still take effect.");
    }
    await closed;
    expect(await usersAt(target)).to.deep.equal(["a"]);
  });

  it("reports the same for a restore, and for named snapshots", async () => {
    for (const statement of ["restore", "keep"]) {
      const { target, proxy, store } = await proxied();
      closing.push(() => proxy.close());
      await appendDeletedUsers(store, "a", "b");
      proxy.statement = "change";
      const isSilent = proxy.silence();
      const mark = store.mark(1);
      const asked =
        statement === "restore"
          ? store.restore(mark)
          : store.snapshots.keep("kept", mark, "text", 10);
      const rejection = rejectionOf(Promise.resolve(asked));
      await isSilent;
      const closed = store.close();
      proxy.cut();
      expect((await rejection).code).to.equal("REQUEST_TIME_OUT");
      await closed;
      expect(await usersAt(target)).to.deep.equal(statement === "restore" ? ["a"] : ["a", "b"]);
    }
  });

  it("reports writes for which it found no connection as possibly executed", async () => {
    const { target, proxy, store } = await proxied();
    await appendDeletedUsers(store, "a");
    await proxy.close();
    // Uses the only connection; later statements find none.
    const looked = rejectionOf(store.position());
    const asked = rejectionOf(store.append(2, deletedUserEvents("b")));
    await store.close();
    expect((await looked).code).to.equal("SERVICE_NOT_RUNNING");
    expect((await asked).code).to.equal("REQUEST_TIME_OUT");
    expect(await usersAt(target)).to.deep.equal(["a"]);
  });
});
