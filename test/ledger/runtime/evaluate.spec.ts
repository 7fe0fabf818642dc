import { expect } from "chai";

import { rejectionOf } from "../../support/error-of.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { countLoopIterations } from "../../support/loop-iterations.ts";

describe("Ledger.evaluate", () => {
  it("runs the work immediately if no other work waits", async () => {
    const { ledger } = await iouLedger();
    expect(ledger.evaluate(() => "done")).to.equal("done");
  });

  it("yields to the event loop when much work waits, and starts work in call order", async () => {
    const { ledger } = await iouLedger();
    const begun: number[] = [];
    const rounds = countLoopIterations();
    const all = Array.from({ length: 64 }, async (_, index) =>
      ledger.evaluate(() => begun.push(index)),
    );
    await Promise.all(all);
    expect(rounds()).to.be.greaterThan(10);
    expect(begun).to.deep.equal(all.map((_, index) => index));
  });

  it("continues with the next work after one fails", async () => {
    const { ledger } = await iouLedger();
    const fail = async () => ledger.evaluate(() => expect.fail("it fails"));
    await Promise.allSettled(Array.from({ length: 9 }, fail));
    expect(await ledger.evaluate(() => "done")).to.equal("done");
  });

  for (const [title, code, end] of [
    ["closed", "SERVICE_NOT_RUNNING", "close"],
    ["reverted", "SUBMISSION_DURING_SHUTDOWN", "reset"],
  ] as const) {
    it(`rejects waiting work when the ledger is ${title}`, async () => {
      const { ledger } = await iouLedger();
      const asked = Array.from({ length: 64 }, async () => ledger.evaluate(() => "done"));
      const last = rejectionOf(asked.at(-1) ?? Promise.resolve());
      void Promise.allSettled(asked);
      await ledger[end]();
      expect((await last).code).to.equal(code);
    });
  }
});
