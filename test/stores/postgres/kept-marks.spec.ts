import { expect } from "chai";

import type { JournalStore } from "../../../lib/store.ts";
import { openPostgresStore } from "../../../lib/stores/postgres/index.ts";
import { layoutOf } from "../../../lib/stores/postgres/layout.ts";
import { migrations } from "../../../lib/stores/postgres/migrations.ts";
import { markStoreContract } from "../../ledger/stores/mark-store-contract.ts";
import { written } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";

describe("marks that are kept in PostgreSQL", () => {
  const { place, ask } = usePostgres();
  let connection = "";
  const open: JournalStore[] = [];
  beforeEach(() => (connection = place()));
  const opened = async (): Promise<JournalStore> => {
    const store = await openPostgresStore(connection);
    open.push(store);
    return store;
  };
  const closeAll = async (): Promise<void> => {
    await Promise.all(open.splice(0).map((store) => store.close()));
  };
  afterEach(closeAll);

  const schema = (): string => schemaIn(connection);

  markStoreContract(opened, closeAll);

  const namesIn = async ({ marks }: JournalStore): Promise<readonly string[]> =>
    ((await marks?.list())?.marks ?? []).map(({ name }) => name);

  const rowsAfterStart = async (): Promise<number> => {
    await closeAll();
    await opened();
    const [row] = await ask(`select count(*)::integer as rows from ${schema()}.journal`);
    return Number(row?.["rows"]);
  };

  it("are seen, gone back to and let go of by whoever has the journal open", async () => {
    const [one, other] = [await opened(), await opened()];
    await one.append(1, written("a"));
    await one.marks?.keep("one's", one.mark(1), "", 10);
    expect(await other.position()).to.equal(1);
    expect(await other.marks?.keep("one's", other.mark(1), "", 10)).to.equal(undefined);
    await other.append(2, written("b"));
    const [kept] = (await other.marks?.list())?.marks ?? [];
    if (kept === undefined) throw new TypeError("there is none");
    await other.restore(kept.mark);
    expect(await one.position()).to.equal(1);
    expect(await other.marks?.forget("one's")).to.equal(true);
    expect(await namesIn(one)).to.deep.equal([]);
  });

  it("are no more than were allowed, however many keep them at once", async () => {
    const stores = await Promise.all([opened(), opened(), opened()]);
    const keep = async (store: JournalStore, index: number) =>
      store.marks?.keep(`mark ${index}`, store.mark(0), "", 5);
    const kept = await Promise.all(
      Array.from({ length: 4 }, (_, round) =>
        stores.map((store, index) => keep(store, 3 * round + index)),
      ).flat(),
    );
    expect(kept.filter((each) => each !== undefined)).to.have.length(5);
    expect(await namesIn(await opened())).to.have.length(5);
  });

  it("hold what they mark for as long as they are kept, and no longer", async () => {
    const store = await opened();
    for (const [index, user] of ["a", "b", "c"].entries()) {
      await store.append(index + 1, written(user));
    }
    await store.marks?.keep("kept", store.mark(2), "", 10);
    await store.restore(store.mark(1));
    expect(await rowsAfterStart()).to.equal(2);
    await (await opened()).marks?.forget("kept");
    expect(await rowsAfterStart()).to.equal(1);
  });

  it("are not served where they were changed", async () => {
    const store = await opened();
    await store.append(1, written("a"));
    await store.marks?.keep("kept", store.mark(1), "", 10);
    await ask(`update ${schema()}.marks set position = 0, path = '[]'`);
    const refusal = await rejectionOf(store.marks?.list() ?? Promise.resolve());
    expect(refusal.code).to.equal("SERVICE_NOT_RUNNING");
    expect(refusal.cause).to.contain("the named snapshot kept is not as it was written");
  });

  it("are missed where one was deleted, by whoever keeps, lists or lets go of others", async () => {
    const store = await opened();
    for (const name of ["a", "b"]) await store.marks?.keep(name, store.mark(0), "", 10);
    await store.marks?.forget("b");
    await store.marks?.keep("c", store.mark(0), "", 10);
    expect(await namesIn(store)).to.deep.equal(["a", "c"]);
    await ask(`delete from ${schema()}.marks where name = 'a'`);
    for (const [what, asked] of [
      ["list", () => store.marks?.list()],
      ["keep", () => store.marks?.keep("d", store.mark(0), "", 10)],
      ["forget", () => store.marks?.forget("c")],
      ["list", () => store.marks?.list()],
    ] as const) {
      const refusal = await rejectionOf(Promise.resolve(asked()));
      expect(refusal.code, what).to.equal("SERVICE_NOT_RUNNING");
      expect(refusal.cause, what).to.contain("named snapshots are not those that were kept");
    }
  });

  it("lose nothing of what they mark while one is missed", async () => {
    const store = await opened();
    for (const [index, user] of ["a", "b"].entries()) await store.append(index + 1, written(user));
    await store.marks?.keep("kept", store.mark(2), "", 10);
    await store.restore(store.mark(1));
    await ask(`create table ${schema()}.lost as select * from ${schema()}.marks`);
    await ask(`delete from ${schema()}.marks`);
    expect(await rowsAfterStart()).to.equal(2);
    await ask(
      `insert into ${schema()}.marks overriding system value select * from ${schema()}.lost`,
    );
    expect(await rowsAfterStart()).to.equal(2);
    expect(await namesIn(await opened())).to.deep.equal(["kept"]);
  });

  it("are kept on tables of the version before as soon as they are opened", async () => {
    const layout = layoutOf(schema());
    const [first] = migrations;
    await ask(`create schema ${layout.schema}; ${first?.(layout) ?? ""}`);
    const store = await opened();
    expect(await namesIn(store)).to.deep.equal([]);
    for (const [index, user] of ["a", "b"].entries()) await store.append(index + 1, written(user));
    const kept = await store.marks?.keep("kept", store.mark(1), "", 10);
    expect(await namesIn(store)).to.deep.equal(["kept"]);
    if (kept !== undefined) await store.restore(kept.mark);
    expect(await store.position()).to.equal(1);
  });
});
