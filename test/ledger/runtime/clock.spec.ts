import { expect } from "chai";

import { createLedger } from "../../../lib/index.ts";
import { AdjustableClock } from "../../../lib/ledger/clock/adjustable-clock.ts";
import { collectAll } from "../../support/collect-all.ts";
import { errorOf } from "../../support/error-of.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { ManualTime } from "../../support/manual-time.ts";
import { waitUntilSettled } from "../../support/virtual-timers.ts";

const seconds = (count: number): bigint => BigInt(count) * 1_000_000n;

const given = () => {
  const time = new ManualTime(seconds(100));
  return { time, clock: new AdjustableClock(time) };
};

/** Records whether the promise has resolved or rejected. */
const watch = (promise: Promise<void>) => {
  const seen: { outcome: unknown } = { outcome: "waiting" };
  promise.then(
    () => (seen.outcome = "reached"),
    (reason: unknown) => (seen.outcome = reason),
  );
  return seen;
};

describe("ledger clock", () => {
  it("follows the machine's clock by default", async () => {
    const { time, clock } = given();
    expect(clock.mode).to.equal("real");
    await time.advance(500);
    expect(clock.now()).to.equal(seconds(100) + 500_000n);
  });

  it("stops when frozen, at the current or a given time", async () => {
    const { time, clock } = given();
    clock.freeze();
    await time.advance(500);
    expect([clock.mode, clock.now()]).to.deep.equal(["manual", seconds(100)]);
    clock.freeze(-5n);
    expect(clock.now()).to.equal(-5n);
  });

  it("follows the machine's clock again when resumed", async () => {
    const { time, clock } = given();
    clock.step(1n);
    clock.resume();
    await time.advance(500);
    clock.advanceByStep();
    expect([clock.mode, clock.now()]).to.deep.equal(["real", seconds(100) + 500_000n]);
  });

  it("can be set and advanced forward, and refuses to go back", () => {
    const { clock } = given();
    clock.set(seconds(200));
    clock.advance(seconds(1));
    expect([clock.mode, clock.now()]).to.deep.equal(["manual", seconds(201)]);
    expect(errorOf(() => clock.set(seconds(200))).code).to.equal("INVALID_ARGUMENT");
    expect(errorOf(() => clock.advance(-1n)).code).to.equal("INVALID_ARGUMENT");
    expect(clock.now()).to.equal(seconds(201));
  });

  it("accepts ISO texts, Dates and microseconds as times", () => {
    const { clock } = given();
    for (const time of [
      "2030-01-31T12:00:00Z",
      new Date("2030-01-31T12:00:00Z"),
      1_896_091_200_000_000n,
    ]) {
      clock.freeze(0n);
      clock.set(time);
      expect(clock.now()).to.equal(1_896_091_200_000_000n);
    }
    clock.freeze("2030-01-31T13:00:00.000001+01:00");
    expect(clock.now()).to.equal(1_896_091_200_000_001n);
    expect(errorOf(() => clock.set(new Date(Number.NaN))).cause).to.include("invalid Date");
    expect(errorOf(() => clock.set("tomorrow")).cause).to.equal(
      "Expected a time of the years 0001 to 9999: a text like 2030-01-31T12:00:00Z, a Date, " +
        'or a bigint of microseconds since 1970, got "tomorrow".',
    );
  });

  it("accepts texts and microseconds as durations", () => {
    const { clock } = given();
    const durations: readonly [bigint | string, bigint][] = [
      [90_000_000n, seconds(90)],
      ["90s", seconds(90)],
      ["1h30m", seconds(5400)],
      ["2d", seconds(172_800)],
      ["250ms", 250_000n],
      ["7us", 7n],
      ["PT1H30M", seconds(5400)],
      ["P1DT0.25S", seconds(86_400) + 250_000n],
    ];
    for (const [duration, micros] of durations) {
      clock.freeze(0n);
      clock.advance(duration);
      expect(clock.now(), String(duration)).to.equal(micros);
      clock.step(duration);
      clock.advanceByStep();
      expect(clock.now(), String(duration)).to.equal(2n * micros);
    }
    for (const none of ["", "90", "P", "PT", "1h 30m", "-1s", "1.5h", -1n]) {
      expect(errorOf(() => clock.advance(none)).cause, String(none)).to.include(
        "a duration such as 90s, 1h30m, 2d, 250ms or PT1H30M",
      );
    }
  });

  it("returns the time as text and as a Date", () => {
    const { clock } = given();
    clock.freeze("2030-01-31T12:00:00.250Z");
    expect(clock.time).to.equal("2030-01-31T12:00:00.250Z");
    expect(clock.date).to.deep.equal(new Date("2030-01-31T12:00:00.250Z"));
  });

  it("reports refused times in ISO format", () => {
    const { clock } = given();
    clock.freeze("2030-01-31T12:00:00Z");
    expect(errorOf(() => clock.set(0n)).cause).to.equal(
      "The ledger's clock cannot go back from 2030-01-31T12:00:00Z to 1970-01-01T00:00:00Z; " +
        "only a revert to a snapshot can go back.",
    );
    expect(errorOf(() => clock.set(253_402_300_800_000_000n)).cause).to.include(
      'got "+010000-01-01T00:00:00.000Z"',
    );
  });

  it("stays within the years 0001 to 9999", () => {
    const { clock } = given();
    const last = 253_402_300_799_999_999n;
    expect(errorOf(() => clock.freeze(-62_135_596_800_000_001n)).code).to.equal("INVALID_ARGUMENT");
    expect(errorOf(() => clock.set(last + 1n)).code).to.equal("INVALID_ARGUMENT");
    expect(clock.mode).to.equal("real");
    clock.set(last);
    expect(errorOf(() => clock.advance(1n)).code).to.equal("INVALID_ARGUMENT");
  });

  it("advances by its step at every tick, until the step is turned off", () => {
    const { clock } = given();
    clock.step(10n);
    clock.advanceByStep();
    clock.advanceByStep();
    expect(clock.now()).to.equal(seconds(100) + 20n);
    clock.step(0n);
    clock.advanceByStep();
    expect([clock.mode, clock.now()]).to.deep.equal(["manual", seconds(100) + 20n]);
    expect(errorOf(() => clock.step(-1n)).code).to.equal("INVALID_ARGUMENT");
  });

  it("wakes waiters by a timer when their time has come, while it follows the machine", async () => {
    const { time, clock } = given();
    const first = watch(clock.reached(seconds(101)));
    const second = watch(clock.reached(seconds(102)));
    await time.advance(999);
    expect(first.outcome).to.equal("waiting");
    await time.advance(1);
    expect([first.outcome, second.outcome]).to.deep.equal(["reached", "waiting"]);
    expect(time.pending).to.equal(1);
    await time.advance(1000);
    expect(second.outcome).to.equal("reached");
    expect(time.pending).to.equal(0);
  });

  it("waits for times beyond the maximum delay of a timer", async () => {
    const { time, clock } = given();
    const century = watch(clock.reached(clock.now() + seconds(100 * 365 * 86_400)));
    await time.advance(2 ** 31 - 1);
    expect(century.outcome).to.equal("waiting");
    expect(time.pending).to.equal(1);
  });

  it("wakes waiters when it is moved to their time, without a timer", async () => {
    const { time, clock } = given();
    const first = watch(clock.reached(seconds(200)));
    const second = watch(clock.reached(seconds(300)));
    clock.freeze();
    expect(time.pending).to.equal(0);
    clock.set(seconds(200));
    await waitUntilSettled();
    expect([first.outcome, second.outcome]).to.deep.equal(["reached", "waiting"]);
    clock.advance(seconds(100));
    await waitUntilSettled();
    expect(second.outcome).to.equal("reached");
  });

  it("still wakes waiters after a frozen clock is resumed", async () => {
    const { time, clock } = given();
    clock.freeze();
    const waiter = watch(clock.reached(seconds(101)));
    await time.advance(500);
    clock.resume();
    await time.advance(500);
    expect(waiter.outcome).to.equal("reached");
  });

  it("resolves immediately for a time in the past", async () => {
    const { time, clock } = given();
    await clock.reached(clock.now());
    expect(time.pending).to.equal(0);
  });

  it("stops waiting when the signal aborts, and removes timers and listeners", async () => {
    const { time, clock } = given();
    const controller = new AbortController();
    const waiter = watch(clock.reached(seconds(200), controller.signal));
    controller.abort("enough");
    await waitUntilSettled();
    expect(waiter.outcome).to.equal("enough");
    expect(time.pending).to.equal(0);
    expect(watch(clock.reached(seconds(200), controller.signal))).to.be.an("object");
    expect(time.pending).to.equal(0);
  });

  it("supports hundreds of waiters with one signal without Node's warning about too many listeners", async () => {
    const { time, clock } = given();
    const controller = new AbortController();
    const warnings: Error[] = [];
    const hear = (warning: Error): unknown => warnings.push(warning);
    process.on("warning", hear);
    const waiters = Array.from({ length: 300 }, (_, index) =>
      watch(clock.reached(seconds(101 + (index % 3)), controller.signal)),
    );
    await time.advance(1_000);
    controller.abort("enough");
    await waitUntilSettled();
    process.off("warning", hear);
    const outcomes = new Map<unknown, number>();
    for (const { outcome } of waiters) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    expect([...outcomes]).to.deep.equal([
      ["reached", 100],
      ["enough", 200],
    ]);
    expect(time.pending).to.equal(0);
    expect(warnings).to.deep.equal([]);
  });

  it("rejects all waiters when it stops", async () => {
    const { time, clock } = given();
    const waiter = watch(clock.reached(seconds(200)));
    clock.stop("closed");
    await waitUntilSettled();
    expect(waiter.outcome).to.equal("closed");
    expect(time.pending).to.equal(0);
  });

  it("gives forks the same time; their clocks move independently", () => {
    const { clock } = given();
    clock.freeze(seconds(5));
    clock.step(7n);
    const fork = clock.copyClock();
    fork.advanceByStep();
    expect([clock.now(), fork.now()]).to.deep.equal([seconds(5), seconds(5) + 7n]);
  });
});

describe("clock of a ledger that continues from another ledger's journal", () => {
  const from = "2030-01-01T00:00:00Z";

  for (const [title, clock] of [
    ["is frozen at an earlier time", { freeze: from }],
    ["steps from an earlier time", { start: from, step: "1s" }],
  ] as const) {
    it(`${title}: starts at the latest time in the journal, and returns to it after a reset`, async () => {
      const { ledger, alice } = await iouLedger({ clock: { freeze: from } });
      const commands = Iou.create({ issuer: alice, owner: alice, amount: "1.0", watchers: [] });
      ledger.clock.advance("3d");
      await ledger.submit({ actAs: alice, commands });
      const dump = await collectAll(ledger.dump());
      const next = await createLedger({ packages: [iouPackage], from: dump, clock });
      expect(next.clock.mode).to.equal("manual");
      await next.submit({ actAs: alice, commands });
      await next.reset();
      await next.submit({ actAs: alice, commands });
      expect(next.clock.now() >= ledger.clock.now()).to.equal(true);
    });
  }

  it("starts at a later time if frozen at that time", async () => {
    const { ledger } = await iouLedger({ clock: { freeze: from } });
    const dump = await collectAll(ledger.dump());
    const clock = { freeze: "2031-01-01T00:00:00Z" };
    const next = await createLedger({ packages: [iouPackage], from: dump, clock });
    expect(next.clock.time).to.equal(clock.freeze);
  });
});
