import { expect } from "chai";

describe("examples/lost-answers", () => {
  it("pays twice with a command id per attempt, and once with a command id per bill", async () => {
    const printed: unknown[] = [];
    const { log } = console;
    try {
      console.log = (...values: unknown[]) => printed.push(...values);
      await import("../../examples/lost-answers.ts");
    } finally {
      console.log = log;
    }
    expect(printed).to.deep.equal([
      "A command id for each try: 8800 cents left.",
      "A command id for each bill: 9000 cents left.",
    ]);
  });
});
