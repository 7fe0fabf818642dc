import { expect } from "chai";
import fc from "fast-check";

import { createLedger, type Ledger } from "../../../lib/index.ts";
import { MonotonicClock } from "../../../lib/ledger/clock/time-sources.ts";
import { createMemoryStore } from "../../../lib/store.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { iouPackage } from "../../support/iou-package.ts";
import { ManualTime } from "../../support/manual-time.ts";

/** A time source that the test can set forward and back. */
class UnsteadyTime extends ManualTime {
  #jumped = 0n;

  override now(): bigint {
    return super.now() + this.#jumped;
  }

  jump(micros: bigint): void {
    this.#jumped += micros;
  }
}

const second = 1_000_000n;
const year = 365n * 86_400n * second;
const start = 1_700_000_000n * second;

describe("monotonic clock on a machine whose clock is set back", () => {
  it("never goes back, and never runs faster than the machine's clock", async () => {
    const jumps = fc.array(fc.tuple(fc.bigInt(-year, year), fc.nat(10_000)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(jumps, async (changes) => {
        const machine = new UnsteadyTime(start);
        const time = new MonotonicClock(machine);
        let before = time.now();
        for (const [micros, millis] of changes) {
          machine.jump(micros);
          const afterJump = time.now();
          expect(afterJump >= before).to.equal(true);
          await machine.advance(millis);
          before = time.now();
          const passed = before - afterJump;
          const real = BigInt(millis) * 1000n;
          expect(passed >= real / 2n && passed <= real).to.equal(true);
          expect(before >= machine.now()).to.equal(true);
        }
      }),
    );
  });

  it("follows the machine's clock again once that clock has caught up with the ledger's time", async () => {
    const machine = new UnsteadyTime(start);
    const time = new MonotonicClock(machine);
    machine.jump(-10n * second);
    time.now();
    await machine.advance(19_000);
    expect(time.now() - machine.now()).to.equal(second / 2n);
    await machine.advance(1_000);
    expect(time.now()).to.equal(machine.now());
  });
});

const issue = (ledger: Ledger, alice: string) =>
  ledger.submit({
    actAs: alice,
    commands: {
      CreateCommand: {
        templateId: "#iou:Iou:Iou",
        createArguments: { issuer: alice, owner: alice, amount: "1.0", watchers: [] },
      },
    },
  });

describe("ledger on a machine whose clock is set forward and back", () => {
  it("accepts commands throughout, and runs commands that wait for a time", async () => {
    const timeSource = new UnsteadyTime(start);
    const { ledger, alice } = await iouLedger({ clock: "real", timeSource });
    await issue(ledger, alice);
    timeSource.jump(year);
    await issue(ledger, alice);
    timeSource.jump(-year);
    await issue(ledger, alice);
    const soon = ledger.clock.reached(ledger.clock.now() + 10n * second);
    await timeSource.advance(20_000);
    await soon;
    await issue(ledger, alice);
    expect([...ledger.state.active.all.keys()]).to.have.length(4);
  });

  it("continues with a journal that was written at a later time", async () => {
    const store = createMemoryStore();
    const { ledger, alice } = await iouLedger({
      store,
      clock: "real",
      timeSource: new ManualTime(start + year),
    });
    await issue(ledger, alice);
    const timeSource = new ManualTime(start);
    const again = await createLedger({ packages: [iouPackage], seed: 1, store, timeSource });
    await issue(again, alice);
    expect(again.clock.now() >= start + year).to.equal(true);
  });
});
