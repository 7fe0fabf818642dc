import { getEventListeners } from "node:events";

import { expect } from "chai";

import {
  collect,
  completions,
  type StreamWaitOptions,
  type UpdateItem,
  updates,
} from "../../../lib/api.ts";
import { type Ledger, ledgerError } from "../../../lib/index.ts";
import { assetLedger, prune } from "../../support/asset-ledger.ts";
import { asset } from "../../support/asset-package.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { commit, create, submissionBy, transactionOf } from "../../support/transactions.ts";
import { VirtualTimers, waitUntilSettled } from "../../support/virtual-timers.ts";

const createdBy = (party: string, label: string) => transactionOf(create(asset(label, [party])));

const updateFormat = {
  includeTransactions: {
    eventFormat: eventFormatJson(["alice"]),
    transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
  },
};

/** Returns the offset of an update; a `~` in front of it marks a checkpoint. */
const mark = ({ update }: UpdateItem): string => {
  if ("Transaction" in update) return String(update.Transaction.value.offset);
  return "OffsetCheckpoint" in update ? `~${update.OffsetCheckpoint.value.offset}` : "?";
};

const follow = (ledger: Ledger, options: StreamWaitOptions, beginExclusive = 0) => {
  const stream = updates(ledger, { beginExclusive, updateFormat }, undefined, options);
  return Symbol.asyncIterator in stream ? stream : expect.fail("does not follow the ledger");
};

/** Reads the stream in the background, and adds the items to `items`. */
const reading = (stream: AsyncIterable<UpdateItem>) => {
  const items: string[] = [];
  const done = (async () => {
    for await (const item of stream) items.push(mark(item));
  })();
  return { items, done };
};

describe("stream that follows the ledger", () => {
  it("returns existing items and then new ones", async () => {
    const ledger = await assetLedger();
    await commit(ledger, createdBy("alice", "a"));
    const { items } = reading(follow(ledger, { timers: new VirtualTimers() }));
    await waitUntilSettled();
    expect(items).to.deep.equal(["1", "~1"]);
    await commit(ledger, createdBy("bob", "b"));
    await commit(ledger, createdBy("alice", "c"));
    await waitUntilSettled();
    expect(items).to.deep.equal(["1", "~1", "3"]);
  });

  it("starts after the given offset", async () => {
    const ledger = await assetLedger();
    await commit(ledger, createdBy("alice", "a"));
    await commit(ledger, createdBy("alice", "b"));
    const { items } = reading(follow(ledger, { timers: new VirtualTimers() }, 2));
    await commit(ledger, createdBy("alice", "c"));
    await waitUntilSettled();
    expect(items).to.deep.equal(["3"]);
  });

  it("L.3+ returns the newest checkpoint at once, at its place in the order of offsets", async () => {
    const ledger = await assetLedger();
    for (const label of ["a", "b", "c"]) {
      await commit(ledger, createdBy("alice", label));
      ledger.clock.advance(20_000_000n);
    }
    ledger.clock.advance(5_000_000n);
    await commit(ledger, createdBy("alice", "d"));
    for (const [begin, expected] of [
      [0, ["1", "2", "3", "~3", "4"]],
      [3, ["~3", "4"]],
      [4, []],
    ] as const) {
      const { items } = reading(follow(ledger, { timers: new VirtualTimers() }, begin));
      await waitUntilSettled();
      expect(items, String(begin)).to.deep.equal(expected);
    }
  });

  it("returns its start offset as a checkpoint if it has no other items", async () => {
    const ledger = await assetLedger();
    await commit(ledger, createdBy("bob", "b"));
    const timers = new VirtualTimers();
    const { items } = reading(follow(ledger, { timers }, 1));
    await timers.advance(499);
    expect(items).to.deep.equal([]);
    await timers.advance(1);
    expect(items).to.deep.equal(["~1"]);
  });

  it("returns a checkpoint of each interval before later items, visible or not", async () => {
    const ledger = await assetLedger();
    const timers = new VirtualTimers();
    const { items } = reading(follow(ledger, { timers }));
    await commit(ledger, createdBy("bob", "b"));
    await timers.advance(15_000);
    expect(items).to.deep.equal([]);
    await commit(ledger, createdBy("alice", "a"));
    await waitUntilSettled();
    expect(items).to.deep.equal(["~1", "2"]);
  });

  it("returns one checkpoint after the idle time while the ledger does not change", async () => {
    const ledger = await assetLedger();
    const timers = new VirtualTimers();
    const { items } = reading(follow(ledger, { timers }));
    await commit(ledger, createdBy("bob", "b"));
    await timers.advance(59_999);
    expect(items).to.deep.equal([]);
    await timers.advance(1);
    expect(items).to.deep.equal(["~1"]);
    await timers.advance(600_000);
    expect(items).to.deep.equal(["~1"]);
  });

  it("L.3- returns a checkpoint at least as often as the version endpoint promises", async () => {
    const ledger = await assetLedger();
    const timers = new VirtualTimers();
    const { items } = reading(follow(ledger, { timers }));
    for (let update = 1; update <= 5; update++) {
      await commit(ledger, createdBy("bob", `b${update}`));
      await timers.advance(ledger.config.maxCheckpointDelaySeconds * 1000);
      expect(items.at(-1)).to.equal(`~${update}`);
    }
  });

  it("returns no checkpoint on an empty ledger", async () => {
    const timers = new VirtualTimers();
    const { items } = reading(follow(await assetLedger(), { timers }));
    await timers.advance(600_000);
    expect(items).to.deep.equal([]);
  });

  it("returns the record times of the synchronizers in a checkpoint", async () => {
    const ledger = await assetLedger();
    await commit(ledger, createdBy("bob", "b"));
    ledger.clock.advance(20_000_000n);
    await commit(ledger, createdBy("bob", "c"));
    const { value } = await follow(ledger, { timers: new VirtualTimers() }).next();
    expect(value?.update).to.deep.equal({
      OffsetCheckpoint: {
        value: {
          offset: 1,
          synchronizerTimes: [
            {
              synchronizerId: ledger.state.synchronizers[0]?.id,
              recordTime: "2024-05-01T00:00:15Z",
            },
          ],
        },
      },
    });
  });

  it("measures the idle time by the ledger's clock by default", async () => {
    const ledger = await assetLedger();
    await commit(ledger, createdBy("bob", "b"));
    const { items } = reading(follow(ledger, {}, 1));
    await waitUntilSettled();
    expect(items).to.deep.equal([]);
    ledger.clock.advance(500_000n);
    await waitUntilSettled();
    expect(items).to.deep.equal(["~1"]);
  });

  it("ends when it is closed while a reader waits for it", async () => {
    const timers = new VirtualTimers();
    const stream = follow(await assetLedger(), { timers });
    const next = stream.next();
    await stream.return?.();
    expect((await next).done).to.equal(true);
    expect((await stream.next()).done).to.equal(true);
    expect(timers.pending).to.equal(0);
  });

  it("fails with the reason of its abort signal", async () => {
    const ledger = await assetLedger();
    const controller = new AbortController();
    const { done } = reading(follow(ledger, { signal: controller.signal }));
    await waitUntilSettled();
    controller.abort(ledgerError("ACCESS_TOKEN_EXPIRED", { cause: "Expired." }));
    expect((await rejectionOf(done)).code).to.equal("ACCESS_TOKEN_EXPIRED");
  });

  it("fails when the ledger closes", async () => {
    const ledger = await assetLedger();
    const { done } = reading(follow(ledger, {}));
    await waitUntilSettled();
    await Promise.all([ledger.close(), rejectionOf(done)]);
    expect((await rejectionOf(done)).code).to.equal("SERVICE_NOT_RUNNING");
  });

  it("fails if the ledger is reverted to before its last item, even if it has grown again", async () => {
    const ledger = await assetLedger();
    const snapshot = ledger.snapshot();
    await commit(ledger, createdBy("alice", "a"));
    const stream = follow(ledger, { timers: new VirtualTimers() });
    expect((await stream.next()).done).to.equal(false);
    expect((await stream.next()).done).to.equal(false);
    await ledger.revert(snapshot);
    await commit(ledger, createdBy("alice", "b"));
    await commit(ledger, createdBy("alice", "c"));
    expect((await rejectionOf(stream.next())).code).to.equal("OFFSET_AFTER_LEDGER_END");
  });

  it("fails if the ledger is reverted to a history in which its items are pruned", async () => {
    const ledger = await assetLedger();
    const fork = ledger.snapshot();
    await commit(ledger, createdBy("alice", "a"));
    await commit(ledger, createdBy("alice", "b"));
    await prune(ledger, 1);
    const other = ledger.snapshot();
    await ledger.revert(fork);
    await commit(ledger, createdBy("alice", "c"));
    const stream = follow(ledger, { timers: new VirtualTimers() });
    expect((await stream.next()).done).to.equal(false);
    expect((await stream.next()).done).to.equal(false);
    await ledger.revert(other);
    expect((await rejectionOf(stream.next())).code).to.equal("OFFSET_AFTER_LEDGER_END");
  });

  it("fails if items that it has not returned were pruned", async () => {
    const ledger = await assetLedger();
    await commit(ledger, createdBy("alice", "a"));
    const stream = follow(ledger, { timers: new VirtualTimers() });
    expect((await stream.next()).done).to.equal(false);
    expect((await stream.next()).done).to.equal(false);
    await commit(ledger, createdBy("alice", "b"));
    await prune(ledger, 2);
    expect((await rejectionOf(stream.next())).code).to.equal("PARTICIPANT_PRUNED_DATA_ACCESSED");
  });

  it("continues if items that it has returned were pruned", async () => {
    const ledger = await assetLedger();
    await commit(ledger, createdBy("alice", "a"));
    const { items } = reading(follow(ledger, { timers: new VirtualTimers() }));
    await waitUntilSettled();
    await prune(ledger, 1);
    await commit(ledger, createdBy("alice", "b"));
    await waitUntilSettled();
    expect(items).to.deep.equal(["1", "~1", "2"]);
  });
});

describe("collect", () => {
  const config = { maxListElements: 3, listWaitMillis: 500, maxListWaitMillis: 2000 };
  const collected = (items: Iterable<number>, limit?: number) =>
    collect(items, limit === undefined ? {} : { limit }, config, new VirtualTimers());

  it("L.1+ truncates a list at the limit", async () => {
    expect(await collected([1, 2, 3, 4], 2)).to.deep.equal([1, 2]);
    expect(await collected([1, 2], 3)).to.deep.equal([1, 2]);
    expect(await collected([1, 2], 0)).to.deep.equal([]);
    expect(await collected([1, 2], -1)).to.deep.equal([]);
  });

  it("returns all items up to the server's maximum", async () => {
    expect(await collected([1, 2, 3])).to.deep.equal([1, 2, 3]);
    expect(await collected([1, 2, 3], 4)).to.deep.equal([1, 2, 3]);
  });

  it("L.1- refuses more than the maximum, whether the limit is absent or too large", async () => {
    const code = "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED";
    expect((await rejectionOf(collected([1, 2, 3, 4]))).code).to.equal(code);
    expect((await rejectionOf(collected([1, 2, 3, 4], 4))).code).to.equal(code);
  });

  it("refuses lists with more than 64 Mi characters, counting a repeated long text once, unless the list has one element", async () => {
    const code = "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED";
    const one = { text: "x".repeat(33 * 1024 * 1024) };
    const other = { text: "y".repeat(33 * 1024 * 1024) };
    const room = { ...config, maxListElements: 10 };
    const collected = (items: Iterable<object>) => collect(items, {}, room, new VirtualTimers());
    expect(await collected([{ longer: [one, other] }])).to.have.length(1);
    expect(await collected([one, {}, one])).to.have.length(3);
    expect((await rejectionOf(collected([one, {}, other]))).code).to.equal(code);
    const following = (async function* () {
      yield one;
      yield await Promise.resolve(other);
    })();
    expect((await rejectionOf(collect(following, {}, room, new VirtualTimers()))).code).to.equal(
      code,
    );
  });

  it("stops reading the stream at the limit", async () => {
    let read = 0;
    const endless = {
      *[Symbol.iterator]() {
        for (;;) yield ++read;
      },
    };
    await collected(endless, 2);
    expect(read).to.equal(2);
    await rejectionOf(collected(endless));
    expect(read).to.equal(6);
  });

  const waiting = (ledger: Ledger, timers: VirtualTimers, idleMillis?: number) =>
    collect(
      follow(ledger, { timers }),
      idleMillis === undefined ? {} : { idleMillis },
      config,
      timers,
    ).then((items) => items.map(mark));

  it("L.2+ returns when no item has arrived during the idle time", async () => {
    const ledger = await assetLedger();
    await commit(ledger, createdBy("alice", "a"));
    const timers = new VirtualTimers();
    const items = waiting(ledger, timers);
    await timers.advance(499);
    await commit(ledger, createdBy("alice", "b"));
    await timers.advance(499);
    await commit(ledger, createdBy("bob", "c"));
    await timers.advance(1);
    expect(await items).to.deep.equal(["1", "~1", "2"]);
    expect(timers.pending).to.equal(0);
  });

  it("L.2- omits items that arrive after the idle time", async () => {
    const ledger = await assetLedger();
    const timers = new VirtualTimers();
    const items = waiting(ledger, timers, 100);
    await timers.advance(100);
    await commit(ledger, createdBy("alice", "a"));
    await timers.advance(100);
    expect(await items).to.deep.equal([]);
  });

  it("L.2+ does not wait longer after a checkpoint, which it returns", async () => {
    const ledger = await assetLedger();
    await commit(ledger, createdBy("bob", "b"));
    ledger.clock.advance(20_000_000n);
    const timers = new VirtualTimers();
    const collected = collect(
      follow(ledger, { timers }, 1),
      { idleMillis: 700 },
      config,
      timers,
    ).then((items) => items.map(mark));
    await timers.advance(500);
    await timers.advance(200);
    expect(timers.pending).to.equal(0);
    expect(await collected).to.deep.equal(["~1"]);
  });

  it("L.2+ waits for the requested time, up to the server's maximum", async () => {
    const ledger = await assetLedger();
    const timers = new VirtualTimers();
    const items = waiting(ledger, timers, 60_000);
    await timers.advance(1999);
    await commit(ledger, createdBy("alice", "a"));
    await timers.advance(1999);
    await commit(ledger, createdBy("alice", "b"));
    await timers.advance(2000);
    expect((await items).filter((item) => !item.startsWith("~"))).to.deep.equal(["1", "2"]);
  });

  it("counts checkpoints as items", async () => {
    const ledger = await assetLedger();
    await commit(ledger, createdBy("bob", "b"));
    const timers = new VirtualTimers();
    const items = waiting(ledger, timers);
    await timers.advance(500);
    expect(await items).to.deep.equal(["~1"]);
  });

  it("rejects with the signal's reason after the client has gone, and stops reading", async () => {
    const ledger = await assetLedger();
    const timers = new VirtualTimers();
    const client = new AbortController();
    const { signal } = client;
    const stream = follow(ledger, { timers });
    const left = collect(stream, { signal }, config, timers).catch((error: unknown) => error);
    await waitUntilSettled();
    client.abort(new Error("gone"));
    expect(await left).to.equal(signal.reason);
    expect(await stream.next()).to.have.property("done", true);
    expect(getEventListeners(signal, "abort")).to.have.length(0);
    const late = collect(follow(ledger, { timers }), { signal }, config, timers);
    expect(await late.catch((error: unknown) => error)).to.equal(signal.reason);
  });

  it("rejects with the error of the stream", async () => {
    const ledger = await assetLedger();
    const failing = collect(follow(ledger, {}), {}, config, new VirtualTimers());
    await waitUntilSettled();
    await Promise.all([rejectionOf(failing), ledger.close()]);
    expect((await rejectionOf(failing)).code).to.equal("SERVICE_NOT_RUNNING");
  });
});

describe("completions as a list", () => {
  it("contain the newest checkpoint, with or without completions", async () => {
    const ledger = await assetLedger();
    await commit(ledger, createdBy("alice", "a"), submissionBy("alice"));
    for (const [party, expected] of [
      ["alice", ["Completion", "OffsetCheckpoint"]],
      ["bob", ["OffsetCheckpoint"]],
    ] as const) {
      const timers = new VirtualTimers();
      const request = { userId: "user", parties: [party] };
      const stream = completions(ledger, request, undefined, { timers });
      const items = collect(stream, {}, ledger.config, timers);
      await timers.advance(500);
      const kinds = (await items).flatMap((item) => Object.keys(item.completionResponse));
      expect(kinds).to.deep.equal(expected);
    }
  });
});
