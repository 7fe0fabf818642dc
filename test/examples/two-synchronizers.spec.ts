import { expect } from "chai";

describe("examples/two-synchronizers", () => {
  it("moves a note abroad and reads it there", async () => {
    const printed: unknown[] = [];
    const { log } = console;
    try {
      console.log = (...values: unknown[]) => printed.push(...values);
      await import("../../examples/two-synchronizers.ts");
    } finally {
      console.log = log;
    }
    expect(printed).to.deep.equal([
      "active at home, reassigned 0 times",
      "read",
      "in flight to abroad",
      "not read: UNKNOWN_CONTRACT_SYNCHRONIZERS",
      "active at abroad, reassigned 1 times",
      "read",
    ]);
  });
});
