import { expect } from "chai";

describe("examples/two-synchronizers", () => {
  it("reassigns a note to another synchronizer and back, by commands and automatically", async () => {
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
      "read",
      "active at home, reassigned 0 times",
      "active at home, reassigned 2 times",
      "active at home, reassigned 0 times",
      "active at abroad, reassigned 3 times",
    ]);
  });
});
