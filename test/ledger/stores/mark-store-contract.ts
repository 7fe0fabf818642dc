import { expect } from "chai";

import type { JournalStore, MarkStore } from "../../../lib/store.ts";
import { appendAll, usersIn, written } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";

const marksOf = ({ marks }: JournalStore): MarkStore => {
  if (marks === undefined) throw new TypeError("it keeps no marks");
  return marks;
};

/** What every store does that keeps marks. `open` opens the same one each time; `closeAll` closes those that are open. */
export const markStoreContract = (
  open: () => Promise<JournalStore>,
  closeAll: () => Promise<void>,
): void => {
  const keep = async (store: JournalStore, name: string, most = 100): Promise<boolean> => {
    const mark = store.mark(await store.position());
    return (await marksOf(store).keep(name, mark, `told of ${name}`, most)) !== undefined;
  };

  const reopened = async (): Promise<JournalStore> => {
    await closeAll();
    return open();
  };

  const namesIn = async (store: JournalStore): Promise<readonly string[]> =>
    (await marksOf(store).list()).marks.map(({ name }) => name);

  /** Checks what is kept under a name, and goes back to it. */
  const restore = async (store: JournalStore, name: string): Promise<void> => {
    const { marks } = await marksOf(store).list();
    const kept = marks.find((each) => each.name === name);
    if (kept === undefined) throw new TypeError(`there is no ${name}`);
    const present = (await store.position()) === kept.mark.position;
    let read = 0;
    await marksOf(store).check(kept, () => read++);
    if (!present && kept.mark.position > 1) expect(read).to.be.greaterThan(0);
    await store.restore(kept.mark);
  };

  it("has after a restart what was kept, and goes back to what was reverted since", async () => {
    const store = await open();
    await keep(store, "nothing");
    await appendAll(store, "a", "b");
    const before = store.mark(1);
    await keep(store, "two");
    await store.restore(before);
    await appendAll(store, "c", "d", "e");
    await keep(store, "another");
    await store.restore(before);

    const again = await reopened();
    expect(await usersIn(again)).to.deep.equal(["a"]);
    const { marks } = await marksOf(again).list();
    expect(marks.map(({ name, text, mark }) => [name, text, mark.position])).to.deep.equal([
      ["nothing", "told of nothing", 0],
      ["two", "told of two", 2],
      ["another", "told of another", 4],
    ]);
    await restore(again, "two");
    expect(await usersIn(again)).to.deep.equal(["a", "b"]);
    await appendAll(again, "f");
    await restore(again, "another");
    expect(await usersIn(again)).to.deep.equal(["a", "c", "d", "e"]);
    await restore(again, "nothing");
    expect(await usersIn(again)).to.deep.equal([]);
    await appendAll(again, "g");
    const last = await reopened();
    expect(await usersIn(last)).to.deep.equal(["g"]);
    await restore(last, "another");
    expect(await usersIn(last)).to.deep.equal(["a", "c", "d", "e"]);
  });

  it("keeps what was compacted since, until it is let go of", async () => {
    const store = await open();
    await appendAll(store, "a", "b", "c");
    await keep(store, "three");
    await appendAll(store, "d", "e");
    await store.compact?.(4, () => written("a to d"));
    const again = await reopened();
    expect(await usersIn(again)).to.deep.equal(["a to d", "e"]);
    await keep(again, "compacted");
    await restore(again, "three");
    expect(await usersIn(again)).to.deep.equal(["a", "b", "c"]);
    await again.compact?.(2, () => written("a and b"));
    const last = await reopened();
    expect(await usersIn(last)).to.deep.equal(["a and b", "c"]);
    await restore(last, "compacted");
    expect(await usersIn(last)).to.deep.equal(["a to d", "e"]);
    await restore(last, "three");
    expect(await usersIn(last)).to.deep.equal(["a", "b", "c"]);
  });

  it("goes on where all was compacted, with an earlier mark kept", async () => {
    const store = await open();
    await appendAll(store, "a", "b", "c");
    const early = store.mark(1);
    await marksOf(store).keep("one", early, "", 10);
    await store.compact?.(3, () => written("all"));
    const again = await reopened();
    expect(await again.position()).to.equal(3);
    expect(await usersIn(again)).to.deep.equal(["all"]);
    await appendAll(again, "d");
    const last = await reopened();
    expect(await usersIn(last)).to.deep.equal(["all", "d"]);
    await restore(last, "one");
    expect(await usersIn(last)).to.deep.equal(["a"]);
  });

  it("tells which came through which, and through which the journal came last", async () => {
    const store = await open();
    await keep(store, "root");
    await appendAll(store, "a");
    await keep(store, "a");
    await keep(store, "a again");
    await appendAll(store, "b");
    await keep(store, "b");
    const lineage = async (from: JournalStore) => {
      const { after, passed } = await marksOf(from).list();
      return [Object.fromEntries(after), passed];
    };
    const after = { a: "root", "a again": "a", b: "a again" };
    expect(await lineage(store)).to.deep.equal([after, "b"]);
    await restore(store, "a");
    expect(await lineage(store)).to.deep.equal([after, "a again"]);
    await appendAll(store, "c");
    await keep(store, "c");
    const again = await reopened();
    expect(await lineage(again)).to.deep.equal([{ ...after, c: "a again" }, "c"]);
    await marksOf(again).forget("a again");
    expect(await lineage(again)).to.deep.equal([{ a: "root", b: "a", c: "a" }, "c"]);
    await restore(again, "root");
    expect((await lineage(again))[1]).to.equal("root");
  });

  it("keeps one of a name, and no more than it is told", async () => {
    const store = await open();
    expect(await keep(store, "a", 2)).to.equal(true);
    expect(await keep(store, "a", 2)).to.equal(false);
    expect(await keep(store, "b", 2)).to.equal(true);
    expect(await keep(store, "c", 2)).to.equal(false);
    expect(await namesIn(store)).to.deep.equal(["a", "b"]);
    expect(await marksOf(store).forget("a")).to.equal(true);
    expect(await marksOf(store).forget("a")).to.equal(false);
    const [b] = (await marksOf(store).list()).marks;
    expect(await keep(store, "a", 2)).to.equal(true);
    const again = await reopened();
    const kept = (await marksOf(again).list()).marks;
    expect(kept.map(({ name }) => name)).to.deep.equal(["b", "a"]);
    expect(kept[0]?.number).to.equal(b?.number);
    expect(kept[1]?.number).to.be.greaterThan(b?.number ?? Infinity);
  });

  it("keeps no marks of others, and does nothing once it is closed", async () => {
    const store = await open();
    const foreign = (await store.fork()).mark(0);
    const refused = marksOf(store).keep("a", foreign, "", 1);
    expect((await rejectionOf(refused)).code).to.equal("INVALID_ARGUMENT");
    const own = store.mark(0);
    await closeAll();
    for (const late of [
      marksOf(store).keep("a", own, "", 1),
      marksOf(store).list(),
      marksOf(store).forget("a"),
    ]) {
      expect((await rejectionOf(late)).code).to.equal("SERVICE_NOT_RUNNING");
    }
  });
};
