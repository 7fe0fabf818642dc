import { expect } from "chai";

describe("examples/record-and-replay", () => {
  it("replays a recording without differences, and reports the effect of a smaller balance", async () => {
    const printed: unknown[] = [];
    const { log } = console;
    try {
      console.log = (...values: unknown[]) => printed.push(...values);
      await import("../../examples/record-and-replay.ts");
    } finally {
      console.log = log;
    }
    expect(printed).to.deep.equal([
      "As it was: 2 calls, 0 answered otherwise",
      "#1 POST /v2/commands/submit-and-wait-for-transaction: /status, CONTRACT_NOT_FOUND",
      "#2 POST /v2/commands/submit-and-wait-for-transaction: /status, CONTRACT_NOT_FOUND",
    ]);
  });
});
