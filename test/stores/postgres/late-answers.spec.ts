import { expect } from "chai";

import type { JournalStore } from "../../../lib/store.ts";
import type { Row, Statement } from "../../../lib/stores/postgres/database.ts";
import { openStoreOn } from "../../../lib/stores/postgres/open-postgres-store.ts";
import { PgDatabase } from "../../../lib/stores/postgres/pg-database.ts";
import { appendAll, usersIn, written } from "../../support/deleted-users.ts";
import { schemaIn, usePostgres } from "../../support/use-postgres.ts";

interface Held {
  readonly what: string;
  readonly asked: () => void;
  readonly answer: Promise<void>;
}

/** Answers the next question when it may. */
class LateDatabase extends PgDatabase {
  #next: Held | undefined;
  readonly #held: (() => void)[] = [];

  /** Resolves when the server has answered the next question of the name, to what lets that answer come. */
  holdNext(what = "reach"): Promise<() => void> {
    let release = (): void => undefined;
    const answer = new Promise<void>((resolve) => (release = resolve));
    this.#held.push(release);
    return new Promise((resolve) => (this.#next = { what, asked: () => resolve(release), answer }));
  }

  override async query(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]> {
    const next = statement.name.includes(` ${this.#next?.what} `) ? this.#next : undefined;
    if (next !== undefined) this.#next = undefined;
    const rows = await super.query(statement, values);
    next?.asked();
    await next?.answer;
    return rows;
  }

  letGo(): void {
    for (const release of this.#held) release();
  }
}

describe("a store in PostgreSQL whose answers come late", () => {
  const { place } = usePostgres();
  const open: JournalStore[] = [];
  const late: LateDatabase[] = [];
  afterEach(async () => {
    for (const database of late.splice(0)) database.letGo();
    await Promise.all(open.splice(0).map((store) => store.close()));
  });

  /** One whose answers may be held, and another of the same journal. */
  const two = async () => {
    const connection = place();
    const schema = schemaIn(connection);
    const database = new LateDatabase({ connectionString: connection });
    const store = await openStoreOn(database, { schema });
    const other = await openStoreOn(new PgDatabase({ connectionString: connection }), { schema });
    late.push(database);
    open.push(store, other);
    return { database, store, other };
  };

  it("does not take for damage that an earlier answer comes after a later one", async () => {
    const { database, store, other } = await two();
    const held = database.holdNext();
    const late = store.position();
    const release = await held;
    expect(await other.append(1, written("a"))).to.equal(true);
    expect(await store.position()).to.equal(1);
    release();
    expect(await late).to.equal(0);
    expect(await store.append(2, written("b"))).to.equal(true);
  });

  it("goes on from what it read of others while it compacts", async () => {
    const { database, store, other } = await two();
    await appendAll(store, "a", "b");
    const held = database.holdNext("compact");
    const compacting = store.compact?.(1, () => written("all"));
    const release = await held;
    await appendAll(other, "c");
    expect(await usersIn(store, 2)).to.deep.equal(["c"]);
    const appended = store.enqueue?.(4, written("d"));
    expect(appended).to.not.equal(undefined);
    release();
    expect(await appended).to.equal(true);
    await compacting;
    for (const each of [store, other]) {
      expect(await usersIn(each)).to.deep.equal(["all", "b", "c", "d"]);
    }
  });

  it("stays with what others did to the journal after it compacted it, though the answer to that comes late", async () => {
    for (const change of [
      async (other: JournalStore) => other.restore(other.mark(2)),
      async (other: JournalStore) => other.compact?.(2, () => written("more")),
    ]) {
      const { database, store, other } = await two();
      await appendAll(store, "a", "b", "c");
      const held = database.holdNext("compact");
      const compacting = store.compact?.(1, () => written("all"));
      const release = await held;
      expect(await usersIn(other)).to.deep.equal(["all", "b", "c"]);
      await change(other);
      const users = await usersIn(store);
      release();
      await compacting;
      const next = users.includes("c") ? 4 : 3;
      expect(await store.append(next, written("d"))).to.equal(true);
      expect(await usersIn(store)).to.deep.equal([...users, "d"]);
      expect(await usersIn(other)).to.deep.equal([...users, "d"]);
    }
  });

  it("goes on from what it read, though an earlier answer came while it was asked for", async () => {
    const { database, store, other } = await two();
    const heldEarlier = database.holdNext();
    const earlier = store.position();
    const releaseEarlier = await heldEarlier;
    await appendAll(other, "a");
    const held = database.holdNext();
    const reading = usersIn(store);
    const release = await held;
    releaseEarlier();
    expect(await earlier).to.equal(0);
    release();
    expect(await reading).to.deep.equal(["a"]);
    expect(await store.append(2, written("b"))).to.equal(true);
  });
});
