import { expect } from "chai";

import { consoleOutputOf } from "../support/console-output.ts";

describe("fork examples", () => {
  it("pay on the fork but not on the participant, and return to the pinned offset", async () => {
    const printed = await consoleOutputOf(() => import("../../examples/forking.ts"));
    expect(printed).to.deep.equal([
      "forked at offset 3, 2030-01-01T09:00:00Z, with 0 problems",
      "paid: 0 bills left, 2030-01-02T09:00:00Z",
      "there: 1 bill",
      "back at the pin: 1 bill, 2030-01-01T09:00:00Z",
    ]);
  });

  it("find the one contract that is incompatible with the next version", async () => {
    const printed = await consoleOutputOf(() => import("../../examples/upgrade-check.ts"));
    expect(printed).to.deep.equal([
      "bills 1.1.0 after 1.0.0: 0 problems, 3 contracts tried",
      "Bill of 0 cents: precondition",
    ]);
  });
});
