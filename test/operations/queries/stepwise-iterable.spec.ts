import { expect } from "chai";

import {
  activeContracts,
  allocateParty,
  collect,
  ledgerEnd,
  trustedCaller,
} from "../../../lib/api.ts";
import { processWideScheduler } from "../../../lib/base/scheduling/fair-scheduler.ts";
import { createLedger } from "../../../lib/index.ts";
import { yieldToEventLoop } from "../../../lib/internal.ts";
import { machineTimeSource } from "../../../lib/ledger/clock/time-sources.ts";
import { streamActiveContractsInSlices } from "../../../lib/operations/queries/active-contracts.ts";
import { getActiveContractsPageLazily } from "../../../lib/operations/queries/active-contracts-page.ts";
import { streamIfKnownWithinMaximum } from "../../../lib/operations/queries/collect.ts";
import { tailLedgerLog } from "../../../lib/operations/queries/log-tail.ts";
import type { StepGenerator } from "../../../lib/operations/queries/step-generator.ts";
import {
  runStepsInSlices,
  StepwiseIterable,
} from "../../../lib/operations/queries/stepwise-iterable.ts";
import { openLevelStore } from "../../../lib/stores/level/index.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { countLoopIterations } from "../../support/loop-iterations.ts";
import { useManualClock, useTickingClock } from "../../support/manual-clock.ts";
import { untyped } from "../../support/untyped.ts";
import { useFolder } from "../../support/use-folder.ts";
import { VirtualTimers } from "../../support/virtual-timers.ts";

const templateOnly = (templateId: string) => ({
  TemplateFilter: { value: { templateId, includeCreatedEventBlob: false } },
});

describe("a query that looks at much of the past, with a running clock", () => {
  useTickingClock();
  const place = useFolder("cooperative");

  it("allows other requests to be answered before active contracts at an old offset @slow", async () => {
    const ledger = await createLedger({
      packages: [iouPackage],
      limits: { recentEntries: 10 },
      store: await openLevelStore(place()),
    });
    const party: string = ledger.state.participantId;
    for (let count = 0; count < 300; count++) {
      const commands = Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] });
      await ledger.submit({ actAs: party, commands });
    }
    expect(ledger.state.evicted).to.not.equal(undefined);
    const answered: string[] = [];
    const request = { activeAtOffset: 1, eventFormat: eventFormatJson([party]) };
    const old = streamActiveContractsInSlices(ledger, untyped(request), trustedCaller, {}).then(
      () => answered.push("old"),
    );
    await yieldToEventLoop();
    ledgerEnd(ledger, {});
    answered.push("other");
    await old;
    expect(answered).to.deep.equal(["other", "old"]);
    await ledger.close();
  });

  it("allows other requests to be answered while it skips active contracts that were not requested", async () => {
    const ledger = await createLedger({ packages: [iouPackage] });
    const party: string = ledger.state.participantId;
    const { party: other } = (await allocateParty(ledger, { partyIdHint: "other" })).partyDetails;
    const create = { issuer: party, owner: party, amount: "1", watchers: [] };
    for (let count = 0; count < 10; count++) {
      const commands = Array.from({ length: 100 }, () => Iou.create(create));
      await ledger.submit({ actAs: party, commands });
    }
    // The party and the template occur in contracts, but never in the same one. No index shows this, so the
    // ledger must search.
    const eventFormat = {
      filtersByParty: {
        ...eventFormatJson([party], templateOnly("#iou:Iou:Counter")).filtersByParty,
        ...eventFormatJson([other], templateOnly("#iou:Iou:Iou")).filtersByParty,
      },
    };
    const request = { activeAtOffset: ledger.state.ledgerEnd, eventFormat };
    const snapshot = activeContracts(ledger, untyped(request));
    const page = await getActiveContractsPageLazily(ledger, untyped(request), trustedCaller, {});
    const limited = streamIfKnownWithinMaximum(snapshot, { limit: 1 }, ledger.config);
    for (const items of [snapshot, page.items, limited]) {
      expect(items).to.be.instanceOf(StepwiseIterable);
      const steps = [...(items as StepwiseIterable<unknown>).steps()];
      expect(steps).to.deep.equal(Array.from({ length: 1_000 }, () => undefined));
      expect([...(items as StepwiseIterable<unknown>)]).to.deep.equal([]);
    }
    const happened: string[] = [];
    const collected = collect(
      snapshot,
      {},
      { ...ledger.config, maxListElements: 1 },
      machineTimeSource,
    );
    const listed = collected.then((found) => happened.push(`${found.length} found`));
    await yieldToEventLoop();
    happened.push("other");
    await listed;
    expect(happened).to.deep.equal(["other", "0 found"]);
    expect(page.rest()).to.include({ nextPageToken: null });
  });

  it("yields to other work between items that take long to find", async () => {
    const items = new StepwiseIterable(function* () {
      for (let step = 0; step < 1_000; step++) yield undefined;
      yield "item";
    });
    const rounds = countLoopIterations();
    const found: string[] = [];
    for await (const item of items.inSlices()) found.push(item);
    expect(rounds()).to.be.greaterThan(3);
    expect(found).to.deep.equal(["item"]);
  });
});

describe("a query that looks at much of the past, with a manual clock", () => {
  const spend = useManualClock();

  it("ends with the reason of its abort signal at the end of a time slice", async () => {
    function* endless(): StepGenerator<never> {
      for (;;) yield;
    }
    const gone = new Error("nobody waits");
    const outcome = runStepsInSlices(endless(), { signal: AbortSignal.abort(gone) });
    expect(await outcome.catch((error: unknown) => error)).to.equal(gone);
  });

  it("takes turns with other queries after each long step", async () => {
    const happened: string[] = [];
    const longItems = () =>
      new StepwiseIterable(function* () {
        for (let step = 0; step < 3; step++) {
          spend(20);
          happened.push("step");
          yield "item";
        }
      });
    const rounds = countLoopIterations(() => happened.push("round"));
    const readers = Array.from({ length: 4 }, async () => {
      const found: unknown[] = [];
      for await (const item of longItems().inSlices()) found.push(item);
      return found.length;
    });
    expect(await Promise.all(readers)).to.deep.equal([3, 3, 3, 3]);
    rounds();
    const between = happened.join(" ").split("step").slice(1, -1);
    expect(between).to.have.length(11);
    for (const rounds of between) expect(rounds.match(/round/gu)?.length ?? 0).to.be.at.least(2);
  });

  it("does not wait for all concurrent queries of another user", async () => {
    const done: string[] = [];
    const read = async (userId: string): Promise<void> => {
      const items = new StepwiseIterable(
        function* () {
          spend(10);
          yield "item";
        },
        { userId },
      );
      for await (const item of items.inSlices()) done.push(`${item} of ${userId}`);
    };
    const all = Array.from({ length: 10 }, () => read("mallory"));
    await Promise.all([...all, read("ann")]);
    expect(done.indexOf("item of ann")).to.be.at.most(2);
  });

  it("returns all existing items even if it yields often and its idle time is short", async () => {
    const ledger = await createLedger({ packages: [iouPackage] });
    const party: string = ledger.state.participantId;
    for (let count = 0; count < 4; count++) {
      const commands = Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] });
      await ledger.submit({ actAs: party, commands });
    }
    const log = tailLedgerLog(
      ledger,
      ({ kind }) => {
        spend(20);
        return kind === "entry" ? kind : undefined;
      },
      { begin: 0 },
    );
    const found = await collect(log, { idleMillis: 1 }, ledger.config, machineTimeSource);
    expect(found).to.have.length(ledger.state.ledgerEnd);
    await ledger.close();
  });

  it("does no work for a client that disconnected while queued", async () => {
    const client = new AbortController();
    const gone = new Error("nobody reads");
    let steps = 0;
    const items = new StepwiseIterable(
      function* () {
        steps += 1;
        yield "item";
      },
      { signal: client.signal },
    );
    const inFront = processWideScheduler.waitForNextSlice();
    const first = items.inSlices().next();
    client.abort(gone);
    expect(await first.catch((error: unknown) => error)).to.equal(gone);
    await inFront;
    expect(steps).to.equal(0);
  });

  it("stops searching for an item when its client has disconnected", async () => {
    const client = new AbortController();
    const gone = new Error("nobody reads");
    let steps = 0;
    const items = new StepwiseIterable(function* () {
      for (; steps < 10_000; steps++) yield undefined;
    });
    const first = items.inSlices(client.signal).next();
    client.abort(gone);
    expect(await first.catch((error: unknown) => error)).to.equal(gone);
    expect(steps).to.be.lessThan(1_000);
  });

  it("runs few time slices in one iteration of the event loop, even if there are many queries", async () => {
    const inRounds: number[] = [0];
    const stop = countLoopIterations((round) => (inRounds[round] = 0));
    const reading = Array.from({ length: 30 }, async () => {
      const items = new StepwiseIterable(function* () {
        for (let step = 0; step < 8; step++) {
          inRounds[inRounds.length - 1] = (inRounds.at(-1) ?? 0) + 1;
          spend(1);
          yield undefined;
        }
      });
      await collect(
        items,
        {},
        { maxListElements: 0, listWaitMillis: 0, maxListWaitMillis: 0 },
        machineTimeSource,
      );
    });
    await Promise.all(reading);
    stop();
    // A slice has 4 steps of 1 ms. Slices of all 30 queries in one iteration would be 120 steps.
    expect(Math.max(...inRounds)).to.be.at.most(24);
  });
});

describe("streamIfKnownWithinMaximum", () => {
  const config = { maxListElements: 3, listWaitMillis: 500, maxListWaitMillis: 2000 };
  const items = (atMost: number) => ({ atMost, [Symbol.iterator]: () => [1, 2, 3, 4].values() });
  const streamed = (atMost: number, limit?: number) => {
    const found = streamIfKnownWithinMaximum(
      items(atMost),
      limit === undefined ? {} : { limit },
      config,
    );
    return found && [...found];
  };

  it("streams a list that cannot exceed the maximum", () => {
    expect(streamed(3)).to.deep.equal([1, 2, 3, 4]);
    expect(streamed(4, 2)).to.deep.equal([1, 2]);
    expect(streamed(4, 0)).to.deep.equal([]);
  });

  it("does not stream a list that may exceed the maximum", () => {
    expect(streamed(4)).to.equal(undefined);
    expect(streamed(4, 4)).to.equal(undefined);
  });
});

describe("a list that is collected in steps", () => {
  it("is refused with more than 64 Mi characters", async () => {
    const [one, other] = ["x", "y"].map((letter) => ({ text: letter.repeat(33 * 1024 * 1024) }));
    const steps = new StepwiseIterable<object>(() => [one, undefined, other].values() as never);
    const config = { maxListElements: 10, listWaitMillis: 500, maxListWaitMillis: 2000 };
    const { code } = await rejectionOf(collect(steps, {}, config, new VirtualTimers()));
    expect(code).to.equal("JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED");
  });
});
