import { expect } from "chai";

import { machineTimeSource } from "../../../lib/ledger/clock/time-sources.ts";

describe("machine time", () => {
  it("returns the time of Date in microseconds", () => {
    const before = BigInt(Date.now()) * 1000n;
    const now = machineTimeSource.now();
    expect(now >= before && now <= BigInt(Date.now()) * 1000n).to.equal(true);
  });

  it("calls the callback at its time unless cancelled", async () => {
    const called: string[] = [];
    await new Promise<void>((resolve) => {
      const cancel = machineTimeSource.schedule(0, () => called.push("cancelled"));
      machineTimeSource.schedule(0, () => {
        called.push("kept");
        resolve();
      });
      cancel();
    });
    expect(called).to.deep.equal(["kept"]);
  });
});
