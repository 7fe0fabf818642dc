import { expect } from "chai";

import { consoleOutputOf } from "../support/console-output.ts";
import { sharedFile, sharedPath } from "../support/shared.ts";

describe("LocalNet example", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });

  it("taps, transfers in two steps and by preapproval, and moves the clock a day forward and back @slow", async () => {
    process.env["LOCALNET_DARS"] = sharedPath("dars", "localnet", "splice-wallet-0.1.19.dar");
    try {
      const printed = await consoleOutputOf(() => import("../../examples/localnet-wallet.ts"));
      expect(printed).to.deep.equal([
        "tapped: 1000.0000000000",
        "offered: 899.9961948200 left unlocked",
        "accepted: 99.9961948200",
        "sent directly: 60.6800000000",
        "a day later: round 145",
        "back: round 1",
      ]);
    } finally {
      delete process.env["LOCALNET_DARS"];
    }
  });
});
