import { expect } from "chai";
import fc from "fast-check";

import { FairQueue } from "../../../lib/base/scheduling/fair-queue.ts";
import { memoryAfterCollection } from "../../support/memory.ts";

/** Returns the user of a letter; `.` stands for work without a user. */
const whoIs = (letter: string): string | undefined => (letter === "." ? undefined : letter);

describe("FairQueue", () => {
  interface Waiting {
    readonly userId: string | undefined;
    /** Number of items of the same user in the queue when this item was added. */
    readonly before: number;
    readonly takenBefore: number;
  }

  const steps = fc.array(fc.constantFrom("a", "a", "a", "b", "c", ".", "take", "take"), {
    maxLength: 60,
  });

  it("returns the items of a user in order, and an item without a user after all earlier and before all later items", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const line = new FairQueue<Pick<Waiting, "userId">>();
        const waiting: Pick<Waiting, "userId">[] = [];
        const take = (): void => {
          const item = line.dequeue();
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
            line.enqueue(item, item.userId);
          }
          expect(line.size).to.equal(waiting.length);
        }
        while (waiting.length > 0) take();
        expect(line.dequeue()).to.equal(undefined);
      }),
    );
  });

  it("keeps no state of users that have no more items @slow", () => {
    const line = new FairQueue<number>();
    line.enqueue(0, "first");
    const before = memoryAfterCollection();
    for (let count = 0; count < 100_000; count++) {
      line.enqueue(count, `${count}`.padEnd(128, "x"));
      line.enqueue(count, "often");
      if (count > 0) line.dequeue();
      line.dequeue();
    }
    expect(memoryAfterCollection() - before).to.be.at.most(4 * 1024 * 1024);
    expect(line.size).to.equal(2);
  });

  it("returns at most one item of each other user between two items of one user", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const line = new FairQueue<Waiting>();
        let taken = 0;
        const waits = new Map<string, number>();
        const take = (): void => {
          const item = line.dequeue();
          if (item === undefined) return;
          taken += 1;
          waits.set(item.userId ?? "", (waits.get(item.userId ?? "") ?? 1) - 1);
          // For each of the user's items, one item of each of the two other users.
          const most = (item.before + 1) * 2 + item.before;
          expect(taken - 1 - item.takenBefore).to.be.at.most(most);
        };
        for (const step of all) {
          const userId = whoIs(step);
          if (step === "take") {
            take();
          } else if (userId !== undefined) {
            const before = waits.get(userId) ?? 0;
            waits.set(userId, before + 1);
            line.enqueue({ userId, before, takenBefore: taken }, userId);
          }
        }
        while (line.size > 0) take();
      }),
    );
  });
});
