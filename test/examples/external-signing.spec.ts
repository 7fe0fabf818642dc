import { expect } from "chai";

describe("examples/external-signing", () => {
  it("executes what alice signed, and nothing that another party signed", async () => {
    const printed: unknown[] = [];
    const { log } = console;
    try {
      console.log = (...values: unknown[]) => printed.push(...values);
      await import("../../examples/external-signing.ts");
    } finally {
      console.log = log;
    }
    expect(printed).to.deep.equal([
      "Onboarded alice, who signs with her own key.",
      "Executed at offset 2, as it was signed.",
      "Refused with FAILED_TO_EXECUTE_TRANSACTION: the signature is of another key.",
    ]);
  });
});
