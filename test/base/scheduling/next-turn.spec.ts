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

describe("the next turn of what is long", () => {
  it("comes when the loop has gone round", async () => {
    expect(await roundsUntil(nextLongTurn, 0)).to.equal(1);
  });

  it("does not come until nobody new comes", async () => {
    expect(await roundsUntil(nextLongTurn, 50)).to.equal(51);
  });

  it("is not lost, and what is long has its turn, however many come", async () => {
    expect(await roundsUntil(nextLongTurn, Number.POSITIVE_INFINITY)).to.equal(128);
  });
});
