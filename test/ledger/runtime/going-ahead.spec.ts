import { expect } from "chai";
import fc from "fast-check";

import { createLedger, type Ledger, type LedgerOptions } from "../../../lib/index.ts";
import {
  createMemoryStore,
  type JournalEntry,
  type JournalEvent,
  type JournalMark,
  type JournalStore,
} from "../../../lib/store.ts";
import { activeContractIds } from "../../support/active-contract-ids.ts";
import { collectAll } from "../../support/collect-all.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { ManualTime } from "../../support/manual-time.ts";
import { runs } from "../../support/properties.ts";

interface Held {
  readonly events: readonly JournalEvent[];
  readonly resolve: (isFirst: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A store that writes entries in order. It writes immediately until `waits` is set, and then only when the
 * test releases entries.
 */
class HesitantStore implements JournalStore {
  readonly #journal: JournalStore = createMemoryStore();
  readonly snapshots = this.#journal.snapshots;
  /** Positions of the newest written entry, and of the newest held entry. */
  #position = 0;
  #tail = 0;
  held: Held[] = [];
  waits = false;

  enqueue(position: number, events: readonly JournalEvent[]): Promise<boolean> | undefined {
    if (position !== this.#tail + 1) return undefined;
    this.#tail = position;
    return new Promise((resolve, reject) => {
      this.held.push({ events, resolve, reject });
      if (!this.waits) this.release().catch(reject);
    });
  }

  async append(position: number, events: readonly JournalEvent[]): Promise<boolean> {
    const appended = this.enqueue(position, events);
    await appended;
    return appended !== undefined;
  }

  /** Writes the first held entry, or the first `count`. */
  async release(count = 1): Promise<void> {
    for (const { events, resolve } of this.held.splice(0, count)) {
      await this.#journal.append(++this.#position, events);
      resolve(true);
    }
    await settledJobs();
  }

  /** Rejects all held entries. */
  async fail(): Promise<void> {
    this.#tail = this.#position;
    for (const { reject } of this.held.splice(0)) reject(new Error("the disk is gone"));
    await settledJobs();
  }

  async *read(after: number): AsyncGenerator<JournalEntry> {
    yield* this.#journal.read(after);
  }

  position(): Promise<number> {
    return this.#journal.position();
  }

  readAt(mark: JournalMark): AsyncIterable<JournalEntry> {
    return this.#journal.readAt(mark);
  }

  mark(position: number) {
    return this.#journal.mark(position);
  }

  async restore(mark: ReturnType<JournalStore["mark"]>): Promise<void> {
    await this.#journal.restore(mark);
    this.#position = mark.position;
    this.#tail = mark.position;
  }

  compact(position: number, events: () => readonly JournalEvent[]): Promise<void> {
    return this.#journal.compact?.(position, events) ?? Promise.resolve();
  }

  fork(): Promise<JournalStore> {
    return this.#journal.fork();
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}

/** Resolves in the next iteration of the event loop, after all pending promise jobs. */
const settledJobs = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const hesitantLedger = async (options: LedgerOptions = {}) => {
  const store = new HesitantStore();
  const made = await iouLedger({ store, ...options });
  const { ledger, alice } = made;
  const issue = (amount: string) =>
    ledger.submit({
      actAs: alice,
      commandId: amount,
      commands: Iou.create({ issuer: alice, owner: alice, amount, watchers: [] }),
    });
  store.waits = true;
  return { ...made, store, issue };
};

/** Returns the ids on the ledger, all of which are derived from the seed. */
const idsOn = ({ state }: Ledger): readonly unknown[] => [
  state.position,
  activeContractIds(state),
  Array.from(state.log.values(), ({ offset, update, completion }) => [
    offset,
    update?.updateId,
    completion?.submission.commandId,
    completion?.outcome.kind,
  ]),
];

/** Returns the status of each promise; the list changes when a promise is settled. */
const ended = (promises: readonly Promise<unknown>[]) => {
  const ends: string[] = promises.map(() => "pending");
  promises.forEach((promise, index) => {
    promise.then(
      () => (ends[index] = "done"),
      () => (ends[index] = "refused"),
    );
  });
  return ends;
};

const endOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "done",
    (error: unknown) => String(error),
  );

describe("ledger with a slow store", () => {
  it("continues to decide; reads and results contain only durable entries, in order", async () => {
    const { ledger, store, issue } = await hesitantLedger();
    const before = ledger.state;
    const heard: number[] = [];
    ledger.subscribe(({ position }) => heard.push(position));
    const answers = ended(["1.0", "2.0", "3.0"].map(issue));
    await settledJobs();
    expect(store.held).to.have.length(3);
    expect(ledger.state).to.equal(before);
    expect(answers).to.deep.equal(["pending", "pending", "pending"]);
    await store.release();
    expect(answers).to.deep.equal(["done", "pending", "pending"]);
    expect(ledger.state.position).to.equal(before.position + 1);
    expect(heard).to.deep.equal([before.position + 1]);
    await store.release(2);
    expect(answers).to.deep.equal(["done", "done", "done"]);
    expect(heard).to.deep.equal([1, 2, 3].map((more) => before.position + more));
  });

  it("does not return entries that are not yet durable", async () => {
    const { ledger, store, issue } = await hesitantLedger();
    const first = issue("1.0");
    const asked = ledger.commit(({ active }) => ({ events: [], outcome: active.nextSequence }));
    const refused = ledger.commit(() => {
      throw new TypeError("refused");
    });
    const answers = ended([first, asked, refused]);
    await settledJobs();
    expect(answers).to.deep.equal(["pending", "pending", "pending"]);
    await store.release();
    expect(answers).to.deep.equal(["done", "done", "refused"]);
    expect(await asked).to.equal(2);
  });

  it("undoes decisions that follow an entry that was not written, and rejects their callers", async () => {
    const { ledger, store, issue } = await hesitantLedger();
    const before = ledger.state;
    const asked = ["1.0", "2.0", "3.0"].map(issue);
    const answers = ended(asked);
    await settledJobs();
    await store.release();
    const durable = ledger.state;
    await store.fail();
    expect(answers).to.deep.equal(["done", "refused", "refused"]);
    expect(ledger.state).to.equal(durable);
    expect(durable.position).to.equal(before.position + 1);
    // The next command is decided from the durable state, at the next position.
    const next = issue("2.0");
    await settledJobs();
    await store.release();
    await next;
    expect(ledger.state.position).to.equal(before.position + 2);
    expect(Array.from(ledger.state.active.all.keys())).to.have.length(2);
    expect((await collectAll(store.read(0))).map(({ position }) => position)).to.deep.equal(
      Array.from({ length: before.position + 2 }, (_, index) => index + 1),
    );
  });

  it("writes or rejects a decision if an earlier entry fails, at any moment", async () => {
    const ends = new Set<string>();
    // The earlier entry fails after 0 to 23 microtasks, which covers the time from before the decision until
    // after its result.
    for (let moment = 0; moment < 24; moment++) {
      const { ledger, store, issue } = await hesitantLedger();
      const first = endOf(issue("1.0"));
      await settledJobs();
      const second = endOf(issue("2.0"));
      for (let turn = 0; turn < moment; turn++) await Promise.resolve();
      store.waits = false;
      await store.fail();
      expect(await first).to.equal("Error: the disk is gone");
      const end = await second;
      ends.add(end);
      expect(ledger.state.active.all.size).to.equal(end === "done" ? 1 : 0);
    }
    expect(ends).to.deep.equal(new Set(["done", "Error: the disk is gone"]));
  });

  it("reads the entries of another process that wrote first, and decides again", async () => {
    const { store, issue, ledger, alice } = await hesitantLedger();
    store.waits = false;
    const other = await createLedger({
      packages: [iouPackage],
      seed: 1,
      clock: { freeze: "2024-01-01T12:00:00Z" },
      store,
    });
    const commands = Iou.create({ issuer: alice, owner: alice, amount: "9", watchers: [] });
    await Promise.all(
      ["1.0", "2.0"].flatMap((amount) => [issue(amount), other.submit({ actAs: alice, commands })]),
    );
    await other.submit({ actAs: alice, commands });
    await issue("3.0");
    expect(Array.from(ledger.state.active.all.keys())).to.have.length(6);
  });

  it("waits for pending writes before it reverts, forks, prunes, settles and closes", async () => {
    const { ledger, store, issue } = await hesitantLedger();
    const snapshot = ledger.snapshot();
    const asked = issue("1.0");
    const fork = ledger.fork();
    const settled = ledger.settled();
    const reverted = ledger.revert(snapshot);
    const answers = ended([fork, settled, reverted]);
    await settledJobs();
    expect(answers).to.deep.equal(["pending", "pending", "pending"]);
    await store.release();
    await Promise.all([asked, settled, reverted]);
    expect((await fork).state.position).to.equal(snapshot.state.position + 1);
    expect(ledger.state).to.equal(snapshot.state);
    const again = issue("1.0");
    const closed = ledger.close();
    const closing = ended([again, closed]);
    await settledJobs();
    expect(closing).to.deep.equal(["pending", "pending"]);
    await store.release();
    await Promise.all([again, closed]);
    expect(ledger.state.position).to.equal(snapshot.state.position + 1);
  });

  it("rejects waiting callers if the store does not respond", async () => {
    const time = new ManualTime();
    const { store, issue, ledger } = await hesitantLedger({ timeSource: time });
    const asked = [issue("1.0"), issue("2.0")];
    void Promise.allSettled(asked);
    await settledJobs();
    await time.advance(2 * ledger.config.storeTimeoutMillis);
    for (const each of asked) expect((await rejectionOf(each)).code).to.equal("REQUEST_TIME_OUT");
    await store.release(2);
    expect(Array.from(ledger.state.active.all.keys())).to.have.length(2);
  });

  it("accepts requests while a slow store has much to write", async () => {
    const time = new ManualTime();
    const { store, issue, ledger } = await hesitantLedger({ timeSource: time });
    const asked = ["1.0", "2.0", "3.0", "4.0"].map(issue);
    await settledJobs();
    const waits = ledger.fork();
    for (const each of asked) {
      await time.advance(0.9 * ledger.config.storeTimeoutMillis);
      await store.release();
      await each;
    }
    expect((await waits).state.position).to.equal(ledger.state.position);
  });

  it("writes the same entries as with a fast store, whenever the store answers", async () => {
    const releases = fc.array(fc.nat(4), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(releases, async (counts) => {
        const { ledger, store, issue } = await hesitantLedger();
        const alone = await hesitantLedger();
        alone.store.waits = false;
        for (const [index, count] of counts.entries()) {
          const amount = `${index + 1}.0`;
          void issue(amount);
          await store.release(count);
          await alone.issue(amount);
        }
        await settledJobs();
        await store.release(Infinity);
        expect(idsOn(ledger)).to.deep.equal(idsOn(alone.ledger));
        expect(ledger.state.active.all.size).to.equal(counts.length);
      }),
      { numRuns: runs(20) },
    );
  });
});
