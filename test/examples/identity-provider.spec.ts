import { expect } from "chai";

describe("examples/identity-provider", () => {
  it("accepts only tokens of the identity provider's users", async () => {
    const printed: unknown[] = [];
    const { log } = console;
    try {
      console.log = (...values: unknown[]) => printed.push(...values);
      await import("../../examples/identity-provider.ts");
    } finally {
      console.log = log;
    }
    expect(printed).to.deep.equal([
      "ann: 200",
      "somebody the ledger does not know: 403",
      "ann, too late: 401",
      "ann, with a key of today: 200",
    ]);
  });
});
