import { expect } from "chai";

describe("examples/retries", () => {
  it("makes one of two programs retry, after which both increments are counted", async () => {
    const printed: unknown[] = [];
    const { log } = console;
    try {
      console.log = (...values: unknown[]) => printed.push(...values);
      await import("../../examples/retries.ts");
    } finally {
      console.log = log;
    }
    expect(printed).to.deep.equal([
      "ann, attempt 1: 200",
      "ben, attempt 1: 409 LOCAL_VERDICT_LOCKED_CONTRACTS",
      "ben, attempt 2: 200",
      "In the end the counter is at 11.",
    ]);
  });
});
