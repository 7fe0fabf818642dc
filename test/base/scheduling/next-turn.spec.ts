import { expect } from "chai";

import { nextLongTurn, someoneCame } from "../../../lib/base/scheduling/next-turn.ts";
import { countRounds } from "../../support/loop-rounds.ts";

/**
 * Number of event loop iterations until `turn` resolves, while a new connection arrives in each of the first
 * `withNewcomers` iterations.
 */
const roundsUntil = async (turn: () => Promise<void>, withNewcomers: number): Promise<number> => {
  const rounds = countRounds((round) => {
    if (round <= withNewcomers) someoneCame();
  });
  await turn();
  return rounds();
};

describe("nextLongTurn", () => {
  it("resolves after one iteration of the event loop", async () => {
    expect(await roundsUntil(nextLongTurn, 0)).to.equal(1);
  });

  it("waits until no new connections arrive", async () => {
    expect(await roundsUntil(nextLongTurn, 50)).to.equal(51);
  });

  it("resolves after at most 128 iterations, however many connections arrive", async () => {
    expect(await roundsUntil(nextLongTurn, Number.POSITIVE_INFINITY)).to.equal(128);
  });
});
