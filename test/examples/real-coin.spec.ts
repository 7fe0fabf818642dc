import { expect } from "chai";

import { openMarket, tellHistory } from "../../examples/real-coin/market.ts";
import { sharedFile } from "../support/shared.ts";

describe("examples/real-coin", () => {
  it("reports a tap, a payment, and a declined offer", async function () {
    const market = await openMarket(sharedFile(this, "dars", "splice-amulet-0.1.14.dar"));
    expect(tellHistory(market)).to.deep.equal([
      "2026-01-01T00:00:00Z bob taps 100.0000000000",
      "2026-01-01T00:00:00Z bob offers alice 10.0000000000 as rent",
      "2026-01-01T00:00:00Z bob pays alice 10.0000000000, at a fee of 0.1600000000",
      "2026-01-01T01:00:00Z bob offers alice 20.0000000000 as a gift",
      "2026-01-01T01:00:00Z an offer comes to nothing",
    ]);
  });
});
