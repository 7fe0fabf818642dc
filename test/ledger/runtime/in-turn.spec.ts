import { expect } from "chai";
import fc from "fast-check";

import { FairLine } from "../../../lib/ground/collections/fair-line.ts";
import { nextTurn } from "../../../lib/ground/scheduling/next-turn.ts";
import { createLedger, type Ledger, type TimeSource } from "../../../lib/index.ts";
import { closedError } from "../../../lib/ledger/runtime/ledger-errors.ts";
import { type Patience, SerialQueue } from "../../../lib/ledger/runtime/serial-queue.ts";
import type { Decide } from "../../../lib/store.ts";
import { countRounds } from "../../support/loop-rounds.ts";
import { useManualClock } from "../../support/manual-clock.ts";
import { heldAfterCollection } from "../../support/memory.ts";

/** Those who ask in order, each user by a letter; `.` is a trusted caller, who is no user. */
const whoIs = (letter: string): string | undefined => (letter === "." ? undefined : letter);

describe("what several users ask for at once", () => {
  const spend = useManualClock();
  let ledger: Ledger;
  let decided: string[];

  beforeEach(async () => {
    ledger = await createLedger({ seed: 1, clock: { freeze: 1_000_000n } });
    decided = [];
  });

  afterEach(() => ledger.close());

  /** In which order it is decided, asked for in the order of the letters. */
  const orderOf = async (letters: string): Promise<string> => {
    await Promise.all(
      Array.from(letters, (letter, index) =>
        ledger.commit(() => {
          decided.push(`${letter}${index}`);
          return { events: [], outcome: undefined };
        }, whoIs(letter)),
      ),
    );
    return decided.join(" ");
  };

  it("is decided in turn, of each in the order it was asked for", async () => {
    expect(await orderOf("aaaabbc")).to.equal("a0 b4 c6 a1 b5 a2 a3");
  });

  it("is decided in the order it was asked for around what a trusted caller asks for", async () => {
    expect(await orderOf("aab.baac.")).to.equal("a0 b2 a1 .3 b4 c7 a5 a6 .8");
  });

  it("is decided in the same order, however long it takes", async () => {
    const decidedIn = async (millis: number): Promise<readonly string[]> => {
      const own = await createLedger({ seed: 1, clock: { freeze: 1_000_000n } });
      const order: string[] = [];
      const client = async (name: string, waits: number): Promise<void> => {
        for (let count = 0; count < 6; count++) {
          await own.commit(() => {
            spend(millis);
            order.push(`${name}${waits}`);
            return { events: [], outcome: undefined };
          }, name);
          // Some have other things to do, and come again while the others' are decided.
          for (let left = waits % 3; left > 0; left--) await nextTurn();
        }
      };
      await Promise.all(Array.from("aaaaabbbcccc", client));
      await own.close();
      return order;
    };
    expect(await decidedIn(4)).to.deep.equal(await decidedIn(0));
  });

  it("does not wait for all that was asked for before when a time comes", async () => {
    const note = (letter: string) => () => {
      decided.push(letter);
      return { events: [], outcome: undefined };
    };
    const timed = ledger.commitAt(2_000_000n, note("."), "a");
    const many = Array.from({ length: 20 }, () => ledger.commit(note("a"), "a"));
    ledger.clock.set(2_000_000n);
    // The clock tells of it a little later.
    await Promise.resolve();
    await Promise.resolve();
    await Promise.all([timed, ...many, ledger.commit(note("b"), "b")]);
    expect(decided.indexOf("b")).to.be.at.most(5);
  });

  it("lets what comes from elsewhere in between, however much there is", async () => {
    const nothing: Decide<undefined> = () => ({ events: [], outcome: undefined });
    const asked = countRounds();
    await Promise.all(Array.from({ length: 50 }, () => ledger.commit(nothing, "a")));
    const besideAsked = asked();
    const due = countRounds();
    const timed = Array.from({ length: 50 }, () => ledger.commitAt(2_000_000n, nothing, "a"));
    ledger.clock.set(2_000_000n);
    await Promise.all(timed);
    // After every fourth of either, however short it is.
    expect(besideAsked).to.be.at.least(12);
    expect(due()).to.be.at.least(12);
  });
});

describe("a queue of jobs", () => {
  const job = (): Promise<void> => Promise.resolve();

  it("lets others in between when all that was undone is done again", async () => {
    const queue = new SerialQueue(patience);
    const rounds = countRounds();
    await Promise.all(Array.from({ length: 40 }, () => queue.runAgain(job)));
    expect(rounds()).to.be.at.least(8);
  });

  it("is not taken for one that stands still while it lets others in", async () => {
    let look: () => void = () => undefined;
    const schedule = (_: number, callback: () => void) => {
      look = callback;
      return () => undefined;
    };
    const queue = new SerialQueue({ ...patience, time: { ...noTime, schedule } });
    let end: () => void = () => undefined;
    const jobs = [1, 2, 3].map(() => queue.run(job));
    const slow = queue.run(() => new Promise<void>((resolve) => (end = resolve)));
    const behind = queue.run(job);
    await Promise.all(jobs);
    look();
    end();
    await slow;
    // Between the fourth and the fifth.
    look();
    await behind;
    await queue.run(job);
  });
});

const noTime: TimeSource = { now: () => 0n, schedule: () => () => undefined };

const patience: Patience = {
  millis: 1_000,
  time: noTime,
  overdue: closedError,
  blocked: closedError,
};

describe("a line of those who wait", () => {
  interface Waiting {
    readonly userId: string | undefined;
    /** How many others of its user waited when it came. */
    readonly before: number;
    readonly takenBefore: number;
  }

  const steps = fc.array(fc.constantFrom("a", "a", "a", "b", "c", ".", "take", "take"), {
    maxLength: 60,
  });

  it("takes of each user in the order they came, and none of nobody before or after its time", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const line = new FairLine<Pick<Waiting, "userId">>();
        const waiting: Pick<Waiting, "userId">[] = [];
        const take = (): void => {
          const item = line.take();
          if (waiting.length === 0) {
            expect(item).to.equal(undefined);
            return;
          }
          const at = waiting.findIndex((each) => each === item);
          expect(at).to.be.at.least(0);
          const [found] = waiting.splice(at, 1);
          const earlier = waiting.slice(0, at);
          expect(earlier.some(({ userId }) => userId === found?.userId)).to.equal(false);
          expect(earlier.some(({ userId }) => userId === undefined)).to.equal(false);
          if (found?.userId === undefined) expect(earlier).to.deep.equal([]);
        };
        for (const step of all) {
          if (step === "take") {
            take();
          } else {
            const item = { userId: whoIs(step) };
            waiting.push(item);
            line.put(item, item.userId);
          }
          expect(line.size).to.equal(waiting.length);
        }
        while (waiting.length > 0) take();
        expect(line.take()).to.equal(undefined);
      }),
    );
  });

  it("remembers none of those who wait no more", () => {
    const line = new FairLine<number>();
    line.put(0, "first");
    const before = heldAfterCollection();
    for (let count = 0; count < 100_000; count++) {
      line.put(count, `${count}`.padEnd(128, "x"));
      line.put(count, "often");
      if (count > 0) line.take();
      line.take();
    }
    expect(heldAfterCollection() - before).to.be.at.most(4 * 1024 * 1024);
    expect(line.size).to.equal(2);
  });

  it("keeps nobody waiting for more than one of each other user for each of their own", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const line = new FairLine<Waiting>();
        let taken = 0;
        const waits = new Map<string, number>();
        const take = (): void => {
          const item = line.take();
          if (item === undefined) return;
          taken += 1;
          waits.set(item.userId ?? "", (waits.get(item.userId ?? "") ?? 1) - 1);
          // Of two others, one in each round, and one that came late into the present one.
          const most = (item.before + 1) * 2 + 1 + item.before;
          expect(taken - 1 - item.takenBefore).to.be.at.most(most);
        };
        for (const step of all) {
          const userId = whoIs(step);
          if (step === "take") {
            take();
          } else if (userId !== undefined) {
            const before = waits.get(userId) ?? 0;
            waits.set(userId, before + 1);
            line.put({ userId, before, takenBefore: taken }, userId);
          }
        }
        while (line.size > 0) take();
      }),
    );
  });
});
