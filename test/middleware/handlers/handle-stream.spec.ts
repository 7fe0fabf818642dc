import { getEventListeners, once } from "node:events";

import { expect } from "chai";

import { allocateParty, trustedCaller, updates } from "../../../lib/api.ts";
import { createLedger } from "../../../lib/index.ts";
import { yieldToEventLoop } from "../../../lib/internal.ts";
import { streamActiveContractsInSlices } from "../../../lib/operations/queries/active-contracts.ts";
import type { HandlerRequest } from "../../../middleware/api/handler.ts";
import { createStreamHandler } from "../../../middleware/handlers/handle-stream.ts";
import { watchAuthorization } from "../../../middleware/streaming/watch-authorization.ts";
import { userCaller } from "../../support/callers.ts";
import { collectAll } from "../../support/collect-all.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { Iou, iouPackage } from "../../support/iou-package.ts";
import { useTickingClock } from "../../support/manual-clock.ts";

describe("live stream without a reader", () => {
  /**
   * Creates a request whose authorization is checked repeatedly while it is watched. Returns it and a counter
   * of the checks.
   */
  const exchangeOf = async (signal: AbortSignal) => {
    const caller = { ...userCaller("ann"), expiresAtMillis: Date.now() };
    let asked = 0;
    const exchange = {
      ledger: await createLedger(),
      history: {},
      caller,
      authenticate: () => {
        asked += 1;
        return caller;
      },
      parameters: {},
      body: { beginExclusive: 0, updateFormat: {} },
      headers: {},
      traceContext: {},
      delivery: "live",
      signal,
      extendTimeLimit: () => undefined,
      runAnswer: (answer: () => unknown) => answer(),
    } as unknown as HandlerRequest;
    return { exchange, asked: () => asked };
  };

  /** Waits until a watch that existed before the call has had time for another check. */
  const anotherLapsed = async (exchange: HandlerRequest): Promise<void> => {
    const other = watchAuthorization(exchange);
    await once(other.signal, "abort");
    other.end();
  };

  it("does not watch its caller if it is opened after the request ended", async () => {
    const { exchange, asked } = await exchangeOf(AbortSignal.abort(new Error("too late")));
    const handled = Promise.resolve(createStreamHandler(updates)(exchange));
    expect(await handled.catch((error: unknown) => error)).to.equal(exchange.signal.reason);
    await anotherLapsed(exchange);
    // This is the check of the other exchange.
    expect(asked()).to.equal(1);
  });

  it("stops watching its caller if its items are never read", async () => {
    const client = new AbortController();
    const { exchange, asked } = await exchangeOf(client.signal);
    expect(await createStreamHandler(updates)(exchange)).to.have.property("kind", "list");
    const before = asked();
    client.abort();
    await anotherLapsed(exchange);
    expect(asked()).to.equal(before + 1);
  });

  it("removes its abort listeners when it has ended", async () => {
    const client = new AbortController();
    const { exchange } = await exchangeOf(client.signal);
    const reply = await createStreamHandler(updates)(exchange);
    if (reply.kind !== "list") throw new TypeError(reply.kind);
    expect(getEventListeners(client.signal, "abort")).not.to.have.length(0);
    // The stream ends when the caller's token expires.
    const { code } = await rejectionOf(collectAll(reply.items as AsyncIterable<unknown>));
    expect(code).to.equal("ACCESS_TOKEN_EXPIRED");
    expect(getEventListeners(client.signal, "abort")).to.have.length(0);
  });
});

describe("list whose client has gone", () => {
  useTickingClock();

  it("stops searching", async () => {
    const ledger = await createLedger({ packages: [iouPackage] });
    const party: string = ledger.state.participantId;
    const { party: other } = (await allocateParty(ledger, { partyIdHint: "other" })).partyDetails;
    const create = Iou.create({ issuer: party, owner: party, amount: "1", watchers: [] });
    for (let count = 0; count < 10; count++) {
      await ledger.submit({ actAs: party, commands: Array.from({ length: 100 }, () => create) });
    }
    // The party and the template occur in contracts, but never in the same one. No index shows this, so the
    // ledger must search.
    const eventFormat = {
      filtersByParty: {
        ...eventFormatJson([party], templateOnly("#iou:Iou:Counter")).filtersByParty,
        ...eventFormatJson([other], templateOnly("#iou:Iou:Iou")).filtersByParty,
      },
    };
    const client = new AbortController();
    const exchange = {
      ledger,
      history: {},
      caller: trustedCaller,
      authenticate: () => trustedCaller,
      parameters: {},
      body: { activeAtOffset: ledger.state.ledgerEnd, eventFormat },
      headers: {},
      traceContext: {},
      delivery: "list",
      signal: client.signal,
      extendTimeLimit: () => undefined,
      runAnswer: (answer: () => unknown) => answer(),
    } as unknown as HandlerRequest;
    const handled = Promise.resolve(createStreamHandler(streamActiveContractsInSlices)(exchange));
    await yieldToEventLoop();
    client.abort(new Error("gone"));
    expect(await handled.catch((error: unknown) => error)).to.equal(client.signal.reason);
  });
});

const templateOnly = (templateId: string) => ({
  TemplateFilter: { value: { templateId, includeCreatedEventBlob: false } },
});
