import { expect } from "chai";

import { dumpOf } from "../../../lib/ledger/stores/text/dump.ts";
import { loadEntries } from "../../../lib/ledger/stores/text/load-entries.ts";
import type { JournalStore } from "../../../lib/store.ts";
import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { openStoreOn } from "../../../lib/stores/postgres/open-postgres-store.ts";
import { collected } from "../../support/collected.ts";
import { appendAll, usersIn, written } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { HookedDatabase } from "../../support/hooked-database.ts";
import { usePostgres } from "../../support/use-postgres.ts";

describe("what is asked of a journal in PostgreSQL that is another by then", () => {
  const { place, ask } = usePostgres();
  let connection = "";
  const open: JournalStore[] = [];
  beforeEach(() => (connection = place()));
  const opened = async (): Promise<JournalStore> => {
    const store = await openPostgresStore(connection);
    open.push(store);
    return store;
  };
  afterEach(async () => {
    await Promise.allSettled(open.splice(0).map((store) => store.close()));
  });
  const schema = (): string => new URL(connection).searchParams.get("schema") ?? "";

  it("takes nothing back that was written since it was taken back as asked", async () => {
    const store = await opened();
    await appendAll(store, "a", "b");
    await store.restore(store.mark(1));
    await appendAll(store, "c");
    const path = JSON.stringify([{ branch: 1, from: 1 }]);
    const hash = `(select hash from ${schema()}.journal where branch = 1 and position = 1)`;
    await ask(
      `select ${schema()}.restore(gen_random_uuid(), 0, null, '${path}', 1, ${hash}, gen_random_uuid())`,
    );
    expect(await usersIn(await opened())).to.deep.equal(["a", "c"]);
  });

  it("takes it back where others did meanwhile, too", async () => {
    const [one, other] = [await opened(), await opened()];
    await appendAll(one, "a", "b");
    await other.position();
    const mark = other.mark(1);
    await one.restore(one.mark(2));
    await appendAll(one, "c");
    await other.restore(mark);
    expect(await usersIn(one)).to.deep.equal(["a"]);
    await other.append(2, written("d"));
    expect(await usersIn(await opened())).to.deep.equal(["a", "d"]);
  });

  it("keeps no named mark that was kept as asked, and let go of since", async () => {
    const database = new HookedDatabase({ connectionString: connection });
    const store = await openStoreOn(database, { schema: schema() });
    open.push(store);
    await store.marks?.keep("kept", store.mark(0), "", 10);
    expect(await store.marks?.forget("kept")).to.equal(true);
    await database.comeLate("keepMark");
    expect((await store.marks?.list())?.marks).to.deep.equal([]);
  });

  it("comes back from where it was taken, unless others wrote there or took it elsewhere", async () => {
    const [one, other] = [await opened(), await opened()];
    await appendAll(one, "a", "b");
    const [back, here] = [one.mark(1), one.mark(2)];
    await one.restore(back);
    expect(await one.restoreFrom?.(back, here)).to.equal(true);
    expect(await usersIn(other)).to.deep.equal(["a", "b"]);
    // From where it is not any more.
    expect(await one.restoreFrom?.(back, here)).to.equal(false);
    await one.restore(back);
    await appendAll(other, "other b");
    expect(await one.restoreFrom?.(back, here)).to.equal(false);
    expect(await usersIn(one)).to.deep.equal(["a", "other b"]);
    await one.restore(back);
    await other.position();
    await other.restore(other.mark(1));
    expect(await one.restoreFrom?.(back, here)).to.equal(false);
    expect(await usersIn(one)).to.deep.equal(["a"]);
  });

  it("writes nothing behind what was compacted, however free the place is", async () => {
    const [one, other] = [await opened(), await opened()];
    await appendAll(one, "a", "b");
    await other.position();
    await appendAll(one, "c", "d");
    await one.compact?.(4, () => written("all"));
    await ask(`delete from ${schema()}.journal where branch = 1 and position > 2`);
    expect(await other.append(3, written("lost"))).to.equal(false);
    expect(await usersIn(other)).to.deep.equal(["all"]);
    expect(await other.append(5, written("e"))).to.equal(true);
    expect(await usersIn(await opened())).to.deep.equal(["all", "e"]);
  });

  it("is refused where the server has lost that it was taken back", async () => {
    const store = await opened();
    await appendAll(store, "a", "b");
    await store.restore(store.mark(1));
    await ask(`update ${schema()}.head set generation = 0`);
    const { code, cause } = await rejectionOf(store.append(2, written("c")));
    expect(code).to.equal("SERVICE_NOT_RUNNING");
    expect(cause).to.contain("does not know of that any more");
  });

  it("leaves what others wrote while a dump was loaded", async () => {
    const [loading, other] = [await opened(), await opened()];
    const dumped = await openPostgresStore(place());
    open.push(dumped);
    await appendAll(dumped, "a", "b", "c");
    const text = (await collected(dumpOf(dumped.read(0)))).join("");
    const whileOthersWrite = async function* () {
      yield text.slice(0, 40);
      await other.append(1, written("other's"));
      yield text.slice(40);
    };
    const refusal = await rejectionOf(loadEntries(whileOthersWrite(), loading));
    expect(refusal.code).to.equal("INVALID_ARGUMENT");
    expect(await usersIn(other)).to.deep.equal(["other's"]);
  });
});
