import { setMaxListeners } from "node:events";

import { expect } from "chai";

import {
  longMillis,
  longWork,
  restAfter,
  restBefore,
} from "../../../lib/base/scheduling/long-work.ts";
import { nextTurn } from "../../../lib/base/scheduling/next-turn.ts";
import { countRounds } from "../../support/loop-rounds.ts";
import { collectGarbage, heldAfterCollection } from "../../support/memory.ts";

const reasonOf = (waiting: unknown): Promise<unknown> =>
  Promise.resolve(waiting).then(
    () => "not rejected",
    (error: unknown) => error,
  );

describe("the line of long work", () => {
  it("is left by who has gone: whose work is not done, and nobody waits for it", async () => {
    const served = restAfter(longMillis);
    const clients = Array.from({ length: 100 }, () => new AbortController());
    let done = 0;
    const cut = clients.map(async ({ signal }, index) => {
      const waits = { userId: `u${index}`, signal };
      return index % 2 === 0 ? longWork(() => (done += 1), waits) : restBefore(longMillis, waits);
    });
    const innocent = longWork(() => done, { userId: "ann" });
    const rounds = countRounds();
    const gone = new Error("gone");
    for (const client of clients) client.abort(gone);
    expect(await Promise.all(cut.map(reasonOf))).to.deep.equal(Array(100).fill(gone));
    expect(await innocent).to.equal(0);
    await served;
    // The event loop runs for the work before it and for its own work, and for no other.
    expect(rounds()).to.be.at.most(10);
  });

  it("holds nothing of who has gone, before it would be its turn", async () => {
    const client = new AbortController();
    setMaxListeners(20, client.signal);
    const work = (): (() => unknown) => {
      const much = new Uint8Array(1_000);
      held.push(new WeakRef(much));
      return () => much;
    };
    const held: WeakRef<Uint8Array>[] = [];
    const served = restAfter(16 * longMillis);
    const cut: unknown[] = [];
    const others: unknown[] = [];
    for (let count = 0; count < 10; count++) cut.push(longWork(work(), { signal: client.signal }));
    for (let count = 0; count < 20; count++) others.push(longWork(() => undefined));
    client.abort();
    const reasons = cut.map(reasonOf);
    await nextTurn();
    collectGarbage();
    expect(held.filter((each) => each.deref() !== undefined)).to.deep.equal([]);
    expect(await Promise.all(reasons)).to.deep.equal(Array(10).fill(client.signal.reason));
    await Promise.all([served, ...others]);
  });

  it("becomes no longer while many come and go", async () => {
    const served = restAfter(16 * longMillis);
    const other = longWork(() => undefined, { userId: "ann" });
    const come = async (): Promise<unknown> => {
      const client = new AbortController();
      const waiting = longWork(() => undefined, { userId: "mallory", signal: client.signal });
      client.abort();
      return reasonOf(waiting);
    };
    // Warm up: one-time allocations happen here.
    for (let count = 0; count < 2_000; count++) await come();
    const before = heldAfterCollection();
    for (let count = 0; count < 10_000; count++) await come();
    expect(heldAfterCollection() - before).to.be.lessThan(800_000);
    await Promise.all([served, other]);
  });

  it("is not entered by who had gone before", async () => {
    let done = 0;
    const signal = AbortSignal.abort(new Error("gone"));
    const alone = async () => longWork(() => (done += 1), { signal });
    expect(await reasonOf(alone())).to.equal(signal.reason);
    const served = restAfter(longMillis);
    expect(await reasonOf(alone())).to.equal(signal.reason);
    await served;
    expect(done).to.equal(0);
  });

  it("has the loop go round for work that was done, though whoever it was for has gone", async () => {
    const signal = AbortSignal.abort(new Error("gone"));
    const rested = restAfter(16 * longMillis, { signal });
    const rounds = countRounds();
    const innocent = longWork(() => undefined);
    expect(await reasonOf(rested)).to.equal(signal.reason);
    await innocent;
    expect(rounds()).to.be.at.least(16);
  });
});
