import { expect } from "chai";
import fc from "fast-check";

import type { JournalEntry, JournalEvent, JournalStore } from "../../../lib/store.ts";
import { collectAll } from "../../support/collect-all.ts";
import { appendDeletedUsers, deletedUserEvents, usersIn } from "../../support/deleted-users.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { runs } from "../../support/properties.ts";

const entry = (position: number, what: string): JournalEntry => ({
  position,
  events: deletedUserEvents(what),
});

const entriesOf = async (store: JournalStore, after = 0): Promise<readonly JournalEntry[]> => {
  const entries: JournalEntry[] = [];
  for await (const each of store.read(after)) entries.push(each);
  return entries;
};

/** Returns the entry as plain data, without classes of the store. */
const plain = ({ position, events }: JournalEntry): JournalEntry => ({ position, events });

export interface TestedAdapter {
  /** Returns a function that opens one store, which is empty at first, each time that it is called. */
  readonly place: () => () => Promise<JournalStore>;
  /** Whether the journal exists when the store is opened again; true when absent. */
  readonly isPersistent?: boolean;
  /** Number of random programs to run. */
  readonly programs?: number;
}

/** Defines the tests that every adapter of {@link JournalStore} must pass. */
export const describeJournalStore = (
  name: string,
  { place, isPersistent = true, programs = 8 }: TestedAdapter,
): void => {
  describe(name, () => {
    let store: JournalStore;
    let open: () => Promise<JournalStore>;
    const opened: JournalStore[] = [];
    const tracked = async (opening: Promise<JournalStore>): Promise<JournalStore> => {
      const one = await opening;
      opened.push(one);
      return one;
    };
    const create = (): Promise<JournalStore> => tracked(place()());
    const reopened = async (): Promise<JournalStore> => {
      if (!isPersistent) return store;
      await store.close();
      store = await tracked(open());
      return store;
    };
    beforeEach(async () => {
      open = place();
      store = await tracked(open());
    });
    afterEach(() => Promise.all(opened.splice(0).map((each) => each.close())));

    it("starts empty", async () => {
      expect(await store.position()).to.equal(0);
      expect(await entriesOf(store)).to.deep.equal([]);
    });

    it("reads appended entries in order and without gaps, from any position", async () => {
      await appendDeletedUsers(store, "a", "b", "c");
      expect(await store.position()).to.equal(3);
      const all = [entry(1, "a"), entry(2, "b"), entry(3, "c")];
      for (const after of [0, 1, 2, 3, 4]) {
        expect(await entriesOf(store, after)).to.deep.equal(all.slice(after));
      }
    });

    it("keeps every kind of plain data in events", async () => {
      const events: readonly JournalEvent[] = [
        {
          kind: "partyDetailsChanged",
          details: {
            party: "__proto__",
            isLocal: true,
            localMetadata: {
              resourceVersion: 2 ** 53 - 1,
              annotations: new Map([["", "\u{1f600}"]]),
            },
            identityProviderId: "",
          },
        },
        {
          kind: "synchronizerConnected",
          alias: "",
          synchronizerId: "s",
          connectedAt: -62_135_596_800_000_000n,
        },
      ];
      await store.append(1, events);
      expect(await entriesOf(store)).to.deep.equal([{ position: 1, events }]);
    });

    it("refuses a position that is taken or leaves a gap, and writes nothing", async () => {
      await appendDeletedUsers(store, "a");
      for (const position of [0, 1, 3]) {
        expect(await store.append(position, deletedUserEvents("b"))).to.equal(false);
      }
      expect(await entriesOf(store)).to.deep.equal([entry(1, "a")]);
    });

    it("lets only one of several writers take a position", async () => {
      const writers = ["a", "b", "c"];
      const won = await Promise.all(
        writers.map((writer) => store.append(1, deletedUserEvents(writer))),
      );
      expect(won.filter((one) => one)).to.have.length(1);
      expect(await entriesOf(store)).to.deep.equal([entry(1, writers[won.indexOf(true)] ?? "")]);
    });

    it("accepts more entries while it writes, and acknowledges in order", async function () {
      if (store.enqueue === undefined) return this.skip();
      const order: number[] = [];
      const all = Array.from({ length: 40 }, async (_, index) => {
        expect(await store.enqueue?.(index + 1, deletedUserEvents(`${index + 1}`))).to.equal(true);
        order.push(index + 1);
      });
      expect(store.enqueue(40, deletedUserEvents("taken"))).to.equal(undefined);
      expect(store.enqueue(42, deletedUserEvents("a gap"))).to.equal(undefined);
      await Promise.all(all);
      expect(order).to.deep.equal(order.map((_, index) => index + 1));
      expect((await entriesOf(store)).map(({ position }) => position)).to.deep.equal(order);
    });

    it("reads the journal as of the start of the reading", async () => {
      await appendDeletedUsers(store, "a", "b");
      const read: JournalEntry[] = [];
      for await (const each of store.read(0)) {
        read.push(each);
        await appendDeletedUsers(store, "later");
      }
      expect(read).to.deep.equal([entry(1, "a"), entry(2, "b")]);
    });

    it("restores a mark, and a later one afterwards", async () => {
      await appendDeletedUsers(store, "a");
      const early = store.mark(1);
      await appendDeletedUsers(store, "b", "c");
      const late = store.mark(3);
      await store.restore(early);
      expect(await entriesOf(store)).to.deep.equal([entry(1, "a")]);
      await appendDeletedUsers(store, "other");
      expect(await entriesOf(store)).to.deep.equal([entry(1, "a"), entry(2, "other")]);
      await store.restore(late);
      expect(await entriesOf(store, 1)).to.deep.equal([entry(2, "b"), entry(3, "c")]);
      expect(await store.position()).to.equal(3);
    });

    it("reads the journal as of a mark", async () => {
      await appendDeletedUsers(store, "a", "b");
      const mark = store.mark(2);
      await store.restore(store.mark(1));
      await appendDeletedUsers(store, "c", "d");
      expect(await collectAll(store.readAt(mark))).to.deep.equal([entry(1, "a"), entry(2, "b")]);
      expect(await collectAll(store.readAt(store.mark(0)))).to.deep.equal([]);
      expect(await usersIn(store)).to.deep.equal(["a", "c", "d"]);
    });

    it("marks earlier positions", async () => {
      await appendDeletedUsers(store, "a", "b");
      const beginning = store.mark(0);
      const one = store.mark(1);
      expect([beginning.position, one.position]).to.deep.equal([0, 1]);
      await store.restore(one);
      expect(await entriesOf(store)).to.deep.equal([entry(1, "a")]);
      await store.restore(beginning);
      expect(await store.position()).to.equal(0);
    });

    it("refuses to mark a missing position", async () => {
      await appendDeletedUsers(store, "a");
      expect((await rejectionOf(Promise.resolve().then(() => store.mark(2)))).code).to.equal(
        "INVALID_ARGUMENT",
      );
    });

    it("restores only its own marks", async () => {
      const mark = (await create()).mark(0);
      await appendDeletedUsers(store, "a");
      expect((await rejectionOf(store.restore(mark))).code).to.equal("INVALID_ARGUMENT");
      expect((await rejectionOf(store.restore({ position: 0 }))).code).to.equal("INVALID_ARGUMENT");
      expect(await store.position()).to.equal(1);
    });

    it("shares its journal with a fork up to the fork point, and no later entries", async () => {
      await appendDeletedUsers(store, "a");
      const fork = await store.fork();
      await appendDeletedUsers(store, "mine");
      await appendDeletedUsers(fork, "theirs", "more");
      expect(await entriesOf(store)).to.deep.equal([entry(1, "a"), entry(2, "mine")]);
      expect(await entriesOf(fork, 1)).to.deep.equal([entry(2, "theirs"), entry(3, "more")]);
      await store.restore(store.mark(0));
      await store.close();
      expect(await fork.position()).to.equal(3);
      expect((await rejectionOf(fork.restore((await create()).mark(0)))).code).to.equal(
        "INVALID_ARGUMENT",
      );
      await fork.close();
    });

    it("keeps one entry in place of the compacted ones, and all later entries", async function () {
      await appendDeletedUsers(store, "a", "b", "c", "d");
      const early = store.mark(2);
      if (store.compact === undefined) return this.skip();
      await store.compact(3, () => deletedUserEvents("all"));
      const [all, last] = [entry(3, "all"), entry(4, "d")];
      for (const after of [0, 1, 2]) {
        expect((await entriesOf(store, after)).map(plain)).to.deep.equal([all, last]);
      }
      expect(await entriesOf(store, 3)).to.deep.equal([last]);
      expect(await store.position()).to.equal(4);
      expect((await rejectionOf(Promise.resolve().then(() => store.mark(2)))).code).to.equal(
        "INVALID_ARGUMENT",
      );
      await appendDeletedUsers(store, "e");
      const late = store.mark(3);
      await store.restore(early);
      expect(await entriesOf(store)).to.deep.equal([entry(1, "a"), entry(2, "b")]);
      await store.restore(late);
      expect((await entriesOf(store)).map(plain)).to.deep.equal([all]);
      expect((await entriesOf(await store.fork())).map(plain)).to.deep.equal([all]);
    });

    it("refuses all work after it is closed", async () => {
      await appendDeletedUsers(store, "a");
      const mark = store.mark(1);
      await store.close();
      const rejections = [
        store.append(2, deletedUserEvents("b")),
        entriesOf(store),
        store.position(),
        store.restore(mark),
        store.fork(),
        store.snapshots.keep("a", mark, "", 1),
        store.snapshots.list(),
        store.snapshots.delete("a"),
      ].map(rejectionOf);
      for (const { code } of await Promise.all(rejections)) {
        expect(code).to.equal("SERVICE_NOT_RUNNING");
      }
      await store.close();
    });

    it("has all acknowledged and no reverted entries after a restart", async function () {
      if (!isPersistent) return this.skip();
      await appendDeletedUsers(store, "a", "b", "\0\ud800\u{1f600}\n");
      const early = store.mark(2);
      await appendDeletedUsers(store, "c");
      await store.restore(early);
      expect(await usersIn(await reopened())).to.deep.equal(["a", "b"]);
      await appendDeletedUsers(store, "d");
      await store.compact?.(2, () => deletedUserEvents("all"));
      const expected = store.compact === undefined ? ["a", "b", "d"] : ["all", "d"];
      expect(await usersIn(await reopened())).to.deep.equal(expected);
      await appendDeletedUsers(store, "e");
    });

    const keep = async (name: string, most = 100): Promise<boolean> => {
      const mark = store.mark(await store.position());
      return (await store.snapshots.keep(name, mark, `about ${name}`, most)) !== undefined;
    };
    const restore = async (name: string): Promise<void> => {
      const { snapshots } = await store.snapshots.list();
      const found = snapshots.find((each) => each.name === name);
      if (found === undefined) throw new TypeError(`there is no snapshot ${name}`);
      const before = await usersIn(store);
      const expected = (await collectAll(store.readAt(found.mark))).map(({ position }) => position);
      expect(await usersIn(store)).to.deep.equal(before);
      await store.restore(found.mark);
      const read = (await entriesOf(store)).map(({ position }) => position);
      expect(read).to.deep.equal(expected);
    };

    it("restores named snapshots after a restart and a revert of their entries", async () => {
      await keep("nothing");
      await appendDeletedUsers(store, "a", "b");
      const before = store.mark(1);
      await keep("two");
      await store.restore(before);
      await appendDeletedUsers(store, "c", "d", "e");
      await keep("another");
      await store.restore(before);
      await reopened();
      expect(await usersIn(store)).to.deep.equal(["a"]);
      const { snapshots } = await store.snapshots.list();
      expect(
        snapshots.map(({ name, content, mark }) => [name, content, mark.position]),
      ).to.deep.equal([
        ["nothing", "about nothing", 0],
        ["two", "about two", 2],
        ["another", "about another", 4],
      ]);
      await restore("two");
      expect(await usersIn(store)).to.deep.equal(["a", "b"]);
      await appendDeletedUsers(store, "f");
      await restore("another");
      expect(await usersIn(store)).to.deep.equal(["a", "c", "d", "e"]);
      await restore("nothing");
      await appendDeletedUsers(store, "g");
      await reopened();
      expect(await usersIn(store)).to.deep.equal(["g"]);
      await restore("another");
      expect(await usersIn(store)).to.deep.equal(["a", "c", "d", "e"]);
    });

    it("keeps entries in snapshots that were compacted since", async function () {
      if (store.compact === undefined) return this.skip();
      await appendDeletedUsers(store, "a", "b", "c");
      await keep("three");
      await appendDeletedUsers(store, "d", "e");
      await store.compact(4, () => deletedUserEvents("a to d"));
      await reopened();
      expect(await usersIn(store)).to.deep.equal(["a to d", "e"]);
      await keep("compacted");
      await restore("three");
      expect(await usersIn(store)).to.deep.equal(["a", "b", "c"]);
      await store.compact(3, () => deletedUserEvents("all"));
      await reopened();
      expect(await store.position()).to.equal(3);
      expect(await usersIn(store)).to.deep.equal(["all"]);
      await appendDeletedUsers(store, "f");
      await restore("compacted");
      expect(await usersIn(store)).to.deep.equal(["a to d", "e"]);
      await restore("three");
      expect(await usersIn(store)).to.deep.equal(["a", "b", "c"]);
    });

    it("reports which snapshots contain each other, and which ones the journal contains", async () => {
      await keep("root");
      await appendDeletedUsers(store, "a");
      await keep("a");
      await keep("a again");
      await appendDeletedUsers(store, "b");
      await keep("b");
      const lineage = async () => {
        const { snapshots, current } = await store.snapshots.list();
        return [snapshots.map(({ name, parent }) => [name, parent]), current];
      };
      const parents = [
        ["root", undefined],
        ["a", "root"],
        ["a again", "a"],
        ["b", "a again"],
      ];
      expect(await lineage()).to.deep.equal([parents, "b"]);
      await restore("a");
      expect(await lineage()).to.deep.equal([parents, "a again"]);
      await appendDeletedUsers(store, "c");
      await keep("c");
      await reopened();
      expect(await lineage()).to.deep.equal([[...parents, ["c", "a again"]], "c"]);
      await store.snapshots.delete("a again");
      expect(await lineage()).to.deep.equal([
        [
          ["root", undefined],
          ["a", "root"],
          ["b", "a"],
          ["c", "a"],
        ],
        "c",
      ]);
      await restore("root");
      expect((await lineage())[1]).to.equal("root");
    });

    it("keeps one snapshot per name, and at most the maximum number", async () => {
      expect(await keep("a", 2)).to.equal(true);
      expect(await keep("a", 2)).to.equal(false);
      expect(await keep("b", 2)).to.equal(true);
      expect(await keep("c", 2)).to.equal(false);
      const [a] = (await store.snapshots.list()).snapshots;
      expect(await store.snapshots.delete("a")).to.equal(true);
      expect(await store.snapshots.delete("a")).to.equal(false);
      expect(await keep("a", 2)).to.equal(true);
      const { snapshots } = await (await reopened()).snapshots.list();
      expect(snapshots.map(({ name }) => name)).to.deep.equal(["b", "a"]);
      expect(snapshots[1]?.number).to.be.greaterThan(a?.number ?? Infinity);
      const foreign = (await store.fork()).mark(0);
      const refused = store.snapshots.keep("d", foreign, "", 9);
      expect((await rejectionOf(refused)).code).to.equal("INVALID_ARGUMENT");
    });

    it("behaves like a list with bookmarks under random operations", async () => {
      const steps = fc.array(
        fc.oneof(
          fc.record({ kind: fc.constant("append" as const), what: fc.string() }),
          fc.record({ kind: fc.constant("mark" as const) }),
          fc.record({ kind: fc.constant("restore" as const), which: fc.nat() }),
        ),
        { maxLength: 40 },
      );
      await fc.assert(
        fc.asyncProperty(steps, async (program) => {
          const subject = await create();
          let model: readonly string[] = [];
          const marks = [{ mark: subject.mark(0), model }];
          for (const step of program) {
            if (step.kind === "append") {
              await appendDeletedUsers(subject, step.what);
              model = [...model, step.what];
            } else if (step.kind === "mark") {
              marks.push({ mark: subject.mark(model.length), model });
            } else {
              const chosen = marks[step.which % marks.length];
              if (chosen === undefined) continue;
              await subject.restore(chosen.mark);
              model = chosen.model;
            }
          }
          const expected = model.map((what, index) => entry(index + 1, what));
          expect(await entriesOf(subject)).to.deep.equal(expected);
          await subject.close();
        }),
        { numRuns: runs(programs) },
      );
    });
  });
};
