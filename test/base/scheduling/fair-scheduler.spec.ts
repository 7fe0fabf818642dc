import { setMaxListeners } from "node:events";

import { expect } from "chai";

import {
  maxTimeSliceMillis,
  processWideScheduler,
  TimeSlice,
} from "../../../lib/base/scheduling/fair-scheduler.ts";
import {
  eventLoopIterationsBetweenSlices,
  yieldToEventLoop,
} from "../../../lib/base/scheduling/yield-to-event-loop.ts";
import { countLoopIterations } from "../../support/loop-iterations.ts";
import { useManualClock } from "../../support/manual-clock.ts";
import { collectGarbage, memoryAfterCollection } from "../../support/memory.ts";

const reasonOf = (waiting: unknown): Promise<unknown> =>
  Promise.resolve(waiting).then(
    () => "not rejected",
    (error: unknown) => error,
  );

describe("the fair scheduler", () => {
  const spend = useManualClock();

  /** Uses `count` time slices, and calls `began` at the start of each. */
  const useSlices = async (userId: string, count: number, began: (userId: string) => void) => {
    const begun = processWideScheduler.waitForFirstSlice({ userId });
    if (begun !== undefined) await begun;
    const slice = new TimeSlice({ userId });
    for (let left = count; left > 0; left -= 1) {
      began(userId);
      spend(maxTimeSliceMillis);
      const next = slice.yieldIfDue();
      if (next !== undefined) await next;
    }
  };

  // Ends a slice that an earlier test has begun.
  beforeEach(() => processWideScheduler.waitForNextSlice());
  beforeEach(() => yieldToEventLoop(eventLoopIterationsBetweenSlices));

  it("begins a slice immediately if no slice is used up", () => {
    expect(processWideScheduler.waitForFirstSlice()).to.equal(undefined);
    expect(new TimeSlice().yieldIfDue()).to.equal(undefined);
    expect(processWideScheduler.waitForFirstSlice()).to.equal(undefined);
    expect(processWideScheduler.run(() => "result")).to.equal("result");
  });

  it("begins one slice per iteration of the event loop", async () => {
    const inRounds: number[] = [0];
    const rounds = countLoopIterations((round) => (inRounds[round] = 0));
    const began = (): void => {
      inRounds[inRounds.length - 1] = (inRounds.at(-1) ?? 0) + 1;
    };
    await Promise.all(Array.from({ length: 40 }, () => useSlices("mallory", 3, began)));
    expect(Math.max(...inRounds)).to.equal(1);
    expect(rounds()).to.be.at.most((4 * 40 + 2) * eventLoopIterationsBetweenSlices);
  });

  it("begins slices of users round robin", async () => {
    const order: string[] = [];
    const began = (userId: string): unknown => order.push(userId);
    const many = Array.from({ length: 40 }, () => useSlices("mallory", 3, began));
    await processWideScheduler.waitForNextSlice({ userId: "mallory" });
    const before = order.length;
    await useSlices("ann", 2, began);
    expect(order.slice(before).indexOf("ann")).to.be.at.most(1);
    expect(order.length - before).to.be.at.most(5);
    await Promise.all(many);
  });

  it("runs uninterruptible work after other waiting work", async () => {
    const order: string[] = [];
    processWideScheduler.addUsedTime(maxTimeSliceMillis);
    const first = processWideScheduler.run(() => order.push("first"), { userId: "ann" });
    const second = processWideScheduler.run(() => order.push("second"), { userId: "ann" });
    expect(order).to.deep.equal([]);
    await Promise.all([first, second]);
    expect(order).to.deep.equal(["first", "second"]);
  });

  it("yields to the event loop after work that used up a slice", async () => {
    void processWideScheduler.run(() => spend(100 * maxTimeSliceMillis));
    const rounds = countLoopIterations();
    await processWideScheduler.run(() => undefined);
    expect(rounds()).to.be.within(
      eventLoopIterationsBetweenSlices - 1,
      2 * eventLoopIterationsBetweenSlices,
    );
  });

  it("does not count time between the pieces of a caller's work", () => {
    const slice = new TimeSlice();
    spend(maxTimeSliceMillis);
    slice.restartTiming();
    expect(slice.yieldIfDue()).to.equal(undefined);
  });

  it("removes work whose signal aborts, and does not run it", async () => {
    const served = processWideScheduler.waitForNextSlice();
    const clients = Array.from({ length: 100 }, () => new AbortController());
    let done = 0;
    const cut = clients.map(async ({ signal }, index) => {
      const options = { userId: `u${index}`, signal };
      return index % 2 === 0
        ? processWideScheduler.run(() => (done += 1), options)
        : processWideScheduler.waitForNextSlice(options);
    });
    const honest = processWideScheduler.run(() => done, { userId: "ann" });
    const rounds = countLoopIterations();
    const gone = new Error("gone");
    for (const client of clients) client.abort(gone);
    expect(await Promise.all(cut.map(reasonOf))).to.deep.equal(Array(100).fill(gone));
    expect(await honest).to.equal(0);
    await served;
    // It waits at most for the work before it and for itself.
    expect(rounds()).to.be.at.most(2 * eventLoopIterationsBetweenSlices + 2);
  });

  it("does not begin work whose signal is already aborted", async () => {
    let done = 0;
    const signal = AbortSignal.abort(new Error("gone"));
    const alone = async () => processWideScheduler.run(() => (done += 1), { signal });
    expect(await reasonOf(alone())).to.equal(signal.reason);
    const served = processWideScheduler.waitForNextSlice();
    expect(await reasonOf(alone())).to.equal(signal.reason);
    await served;
    expect(done).to.equal(0);
  });

  it("releases all references to work whose signal aborted", async () => {
    const client = new AbortController();
    setMaxListeners(20, client.signal);
    const work = (): (() => unknown) => {
      const much = new Uint8Array(1_000);
      held.push(new WeakRef(much));
      return () => much;
    };
    const held: WeakRef<Uint8Array>[] = [];
    const served = processWideScheduler.waitForNextSlice();
    const cut: unknown[] = [];
    const others: unknown[] = [];
    const { signal } = client;
    for (let count = 0; count < 10; count++) cut.push(processWideScheduler.run(work(), { signal }));
    for (let count = 0; count < 20; count++) others.push(processWideScheduler.run(() => undefined));
    client.abort();
    const reasons = cut.map(reasonOf);
    await yieldToEventLoop();
    collectGarbage();
    expect(held.filter((each) => each.deref() !== undefined)).to.deep.equal([]);
    expect(await Promise.all(reasons)).to.deep.equal(Array(10).fill(signal.reason));
    await Promise.all([served, ...others]);
  });

  it("keeps its queue short while callers are added and abort @slow", async () => {
    const served = processWideScheduler.waitForNextSlice();
    const other = processWideScheduler.run(() => undefined, { userId: "ann" });
    const come = async (): Promise<unknown> => {
      const client = new AbortController();
      const waiting = processWideScheduler.waitForNextSlice({
        userId: "mallory",
        signal: client.signal,
      });
      client.abort();
      return reasonOf(waiting);
    };
    // Warm up: one-time allocations happen here.
    for (let count = 0; count < 2_000; count++) await come();
    const before = memoryAfterCollection();
    for (let count = 0; count < 10_000; count++) await come();
    expect(memoryAfterCollection() - before).to.be.lessThan(800_000);
    await Promise.all([served, other]);
  });
});
