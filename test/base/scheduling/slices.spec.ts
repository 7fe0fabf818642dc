import { expect } from "chai";

import { nextTurn } from "../../../lib/base/scheduling/next-turn.ts";
import { beforeSlice, sliceMillis, Slices } from "../../../lib/base/scheduling/slices.ts";
import { countRounds } from "../../support/loop-rounds.ts";
import { useManualClock } from "../../support/manual-clock.ts";

describe("slices", () => {
  const spend = useManualClock();

  /** Makes `count` slices of work, and reports the start of each. */
  const reader = async (userId: string, count: number, began: (who: string) => void) => {
    const before = beforeSlice({ userId });
    if (before !== undefined) await before;
    const slices = new Slices({ userId });
    for (let left = count; left > 0; left -= 1) {
      began(userId);
      spend(sliceMillis);
      if (slices.isOver()) await slices.next();
    }
  };

  beforeEach(nextTurn);

  it("begin at once where nobody makes much", () => {
    expect(beforeSlice()).to.equal(undefined);
    const slices = new Slices();
    expect(slices.isOver()).to.equal(false);
    expect(beforeSlice()).to.equal(undefined);
  });

  it("are few in a round of the loop, however many make them, and in each round there is one", async () => {
    const inRounds: number[] = [0];
    const rounds = countRounds((round) => (inRounds[round] = 0));
    const began = (): void => {
      inRounds[inRounds.length - 1] = (inRounds.at(-1) ?? 0) + 1;
    };
    await Promise.all(Array.from({ length: 40 }, () => reader("mallory", 3, began)));
    // Two slices start before any work was done, and then the first one of those that wait.
    expect(Math.max(...inRounds)).to.be.at.most(3);
    expect(rounds()).to.be.at.most(4 * 40 + 3);
  });

  it("are of one user after those of another, whose come first", async () => {
    const order: string[] = [];
    const began = (who: string): unknown => order.push(who);
    const many = Array.from({ length: 40 }, () => reader("mallory", 3, began));
    await nextTurn();
    const before = order.length;
    await reader("ann", 2, began);
    expect(order.slice(before).indexOf("ann")).to.be.at.most(1);
    expect(order.length - before).to.be.at.most(5);
    await Promise.all(many);
  });

  it("wait for nobody who has gone", async () => {
    const clients = Array.from({ length: 40 }, () => new AbortController());
    const gone = new Error("gone");
    const left = clients.map(({ signal }, index) => {
      const userId = `u${index}`;
      const slices = new Slices({ userId, signal });
      return slices.next().catch((error: unknown) => error);
    });
    for (const client of clients) client.abort(gone);
    const rounds = countRounds();
    await new Slices({ userId: "ann" }).next();
    expect(rounds()).to.be.at.most(4);
    expect(await Promise.all(left)).to.deep.equal(Array(40).fill(gone));
  });

  it("are not of what others did meanwhile", () => {
    const slices = new Slices();
    spend(sliceMillis);
    slices.goOn();
    expect(slices.isOver()).to.equal(false);
  });
});
