import { expect } from "chai";
import express from "express";

import { createUser } from "../../../lib/api.ts";
import type { FaultRule, JournaledRequest, Ledger } from "../../../lib/index.ts";
import { createFetch, createLedgerRouter } from "../../../middleware/index.ts";
import { completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { Iou } from "../../support/iou-package.ts";
import { withStreams } from "../../support/stream-client.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const submission = "/v2/commands/submit-and-wait";

describe("fault rule", () => {
  let ledger: Ledger;
  let alice: string;
  let bob: string;
  let fetch: ReturnType<typeof createFetch>;

  beforeEach(async () => {
    ({ ledger, alice, bob } = await iouLedger({ requests: true }));
    fetch = createFetch(ledger, { auth: "disabled" });
  });

  const last = (): JournaledRequest =>
    [...ledger.requests].findLast(({ via }) => via === "fetch") ?? expect.fail("It is empty.");
  const ious = (): number => ledger.contracts(Iou).length;

  const create = (commandId: string, party = alice) => ({
    commandId,
    userId: "ann",
    actAs: [party],
    commands: [
      {
        CreateCommand: {
          templateId: "#iou:Iou:Iou",
          createArguments: { issuer: party, owner: bob, amount: "1.0", watchers: [] },
        },
      },
    ],
  });
  const post = (path: string, body: object): Promise<Response> =>
    fetch(path, { method: "POST", body: JSON.stringify(body) });
  const submit = (commandId: string, party = alice): Promise<Response> =>
    post(submission, create(commandId, party));
  const codeOf = async (answer: Promise<Response>): Promise<string> => {
    const { code } = (await (await answer).json()) as { readonly code?: string };
    return code ?? "";
  };

  it("responds with a ledger error in the usual form, and does not execute the request", async () => {
    ledger.faults.set([{ then: { refuse: "PARTICIPANT_BACKPRESSURE" } }]);
    const answer = await submit("c-1");
    expect(answer.status).to.equal(409);
    expect(await answer.json()).to.include({
      code: "PARTICIPANT_BACKPRESSURE",
      retryInfo: "1 second",
    });
    expect(ious()).to.equal(0);
  });

  it("is not reported to the host as a defect, for any error code", async () => {
    const defects: unknown[] = [];
    const api = createFetch(ledger, {
      auth: "disabled",
      onUnexpectedError: (error) => defects.push(error),
    });
    ledger.faults.set([{ then: { refuse: "LEDGER_API_INTERNAL_ERROR" } }]);
    expect((await api("/v2/version")).status).to.equal(500);
    expect(defects).to.deep.equal([]);
  });

  it("appears in the request journal by its name, before the reason for the error", async () => {
    ledger.faults.set([
      { name: "busy", then: { refuse: { code: "SERVICE_NOT_RUNNING", cause: "Bye." } } },
    ]);
    await submit("c-1");
    expect(last().decidedBy[0]).to.deep.equal({ by: "fault", fault: "busy" });
    expect(last().error).to.include({ code: "SERVICE_NOT_RUNNING", cause: "Bye." });
  });

  it("delays a request by the ledger's clock, and applies later rules too", async () => {
    ledger.faults.set([
      { then: { delay: "90s" } },
      { then: { refuse: "SUBMISSION_DURING_SHUTDOWN" } },
    ]);
    let isAnswered = false;
    const answer = submit("c-1").finally(() => (isAnswered = true));
    await new Promise(setImmediate);
    ledger.clock.advance("89s");
    await new Promise(setImmediate);
    expect(isAnswered).to.equal(false);
    ledger.clock.advance("1s");
    expect(await codeOf(answer)).to.equal("SUBMISSION_DURING_SHUTDOWN");
  });

  it("delays only requests over a network, by the published latency figures", async () => {
    ledger.faults.set([{ then: { delay: { as: "databaseSequencer" } } }]);
    expect((await fetch("/v2/version")).status).to.equal(200);
    const begin = ledger.clock.now();
    const answer = submit("c-1");
    let answeredAt = 0n;
    const answered = answer.then(({ status }) => {
      answeredAt = ledger.clock.now();
      return status;
    });
    for (let step = 0; step < 101; step += 1) {
      await new Promise(setImmediate);
      ledger.clock.advance("10ms");
    }
    expect(await answered).to.equal(200);
    expect(Number(answeredAt - begin) / 1000).to.be.within(500, 1_100);
  });

  it("cuts the connection before the operation, or drops its answer afterwards", async () => {
    ledger.faults.set([
      { when: { commandId: "c-1" }, then: "cut" },
      { when: { commandId: "c-2" }, then: "loseAnswer" },
      { when: { commandId: "c-3" }, then: { loseAnswer: "timeout" } },
    ]);
    expect(await submit("c-1").catch(String)).to.match(/TypeError: fetch failed/);
    expect([ious(), last().status]).to.deep.equal([0, 0]);
    expect(await submit("c-2").catch(String)).to.match(/TypeError: fetch failed/);
    expect([ious(), last().status]).to.deep.equal([1, 0]);
    expect((await submit("c-3")).status).to.equal(503);
    expect(ious()).to.equal(2);
  });

  it("cuts the socket, or a list after some items @slow", async () => {
    await submit("c-1");
    ledger.faults.set([
      { when: { operation: "getLedgerEnd" }, then: "cut" },
      { when: { operation: "getUpdates" }, then: { cut: { after: 1 } } },
    ]);
    const app = express().use(createLedgerRouter(ledger, { auth: "disabled" }));
    await withListeningServer(app, async (baseUrl) => {
      const ends = await globalThis.fetch(`${baseUrl}/v2/state/ledger-end`).catch(String);
      expect(ends).to.equal("TypeError: fetch failed");
      const updates = await globalThis
        .fetch(`${baseUrl}/v2/updates`, { method: "POST", body: JSON.stringify(everything) })
        .then((answer) => answer.text())
        .catch(String);
      expect(updates).to.match(/^TypeError/);
      expect((await globalThis.fetch(`${baseUrl}/v2/version`)).status).to.equal(200);
    });
  });

  const everything = {
    beginExclusive: 0,
    filter: { filtersForAnyParty: { cumulative: [] } },
    verbose: true,
  };

  it("cuts a WebSocket stream, repeats its items, or ends it as if the token had expired", async () => {
    await submit("c-1");
    await submit("c-2");
    const streamed = async (then: FaultRule["then"]) => {
      ledger.faults.set([{ when: { operation: "getUpdatesFlats" }, then }]);
      return withStreams(ledger, { auth: "disabled" }, async ({ connect }) => {
        const client = await connect("/v2/updates/flats");
        return client.send({ ...everything, endInclusive: ledger.state.ledgerEnd }).all();
      });
    };
    const plain = await streamed({ delay: "0s" });
    expect(plain.code).to.equal(1000);
    const cut = await streamed({ cut: { after: 2 } });
    expect([cut.frames, cut.code]).to.deep.equal([plain.frames.slice(0, 2), 1006]);
    const atOnce = await streamed("cut");
    expect([atOnce.frames, atOnce.code]).to.deep.equal([[], 1006]);
    expect((await streamed("loseAnswer")).frames).to.deep.equal([]);
    const twice = await streamed("twice");
    expect(twice.frames).to.deep.equal(plain.frames.flatMap((frame) => [frame, frame]));
    const { frames } = await streamed({ expireToken: { after: 1 } });
    expect(frames[0]).to.deep.equal(plain.frames[0]);
    expect(frames[1]).to.include({ code: "ACCESS_TOKEN_EXPIRED" });
    expect(frames).to.have.length(2);
  });

  it("executes a request twice, and returns the second answer", async () => {
    ledger.faults.set([{ then: "twice" }]);
    expect(await codeOf(submit("c-1"))).to.equal("DUPLICATE_COMMAND");
    expect(ious()).to.equal(1);
  });

  it("rejects commands as if another submission had used their contracts, with a completion", async () => {
    await submit("c-1");
    ledger.faults.set([{ then: "contend" }]);
    const [iou] = ledger.contracts(Iou);
    const body = {
      commandId: "c-2",
      userId: "ann",
      actAs: [bob],
      commands: [
        {
          ExerciseCommand: {
            templateId: "#iou:Iou:Iou",
            contractId: iou,
            choice: "Transfer",
            choiceArgument: { newOwner: alice },
          },
        },
      ],
    };
    expect(await codeOf(post(submission, body))).to.equal("LOCAL_VERDICT_LOCKED_CONTRACTS");
    const { outcome } = completionsOn(ledger).at(-1) ?? expect.fail();
    expect(outcome).to.have.nested.property("error.code", "LOCAL_VERDICT_LOCKED_CONTRACTS");
    expect((await submit("c-3")).status).to.equal(200);
    ledger.faults.clear();
    expect((await post(submission, body)).status).to.equal(200);
  });

  it("treats a valid token as expired", async () => {
    await createUser(ledger, { user: { id: "ann" } });
    const api = createFetch(ledger, { auth: { hs256Secret: secret } });
    const Authorization = `Bearer ${signedToken(scopeClaims("ann"), secret)}`;
    ledger.faults.set([{ when: { nth: 2, user: "ann" }, then: "expireToken" }]);
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      const { status } = await api("/v2/state/ledger-end", { headers: { Authorization } });
      statuses.push(status);
    }
    expect(statuses).to.deep.equal([200, 401, 200]);
  });

  it("treats continuation tokens and page tokens as stale, and ignores requests without one", async () => {
    await submit("c-1");
    await submit("c-2");
    const format = { filtersForAnyParty: { cumulative: [] }, verbose: true };
    const updateFormat = {
      includeTransactions: {
        eventFormat: format,
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      },
    };
    ledger.faults.set([{ then: "staleToken" }]);
    const page = { updateFormat, maxPageSize: 1, beginOffsetExclusive: 0 };
    const first = await post("/v2/updates/get-updates-page", page);
    const { nextPageToken } = (await first.json()) as { readonly nextPageToken: string };
    const second = post("/v2/updates/get-updates-page", { ...page, pageToken: nextPageToken });
    expect(await codeOf(second)).to.equal("INVALID_UPDATES_PAGE_TOKEN");
    const contracts = { activeAtOffset: ledger.state.ledgerEnd, eventFormat: format };
    const path = "/v2/state/active-contracts";
    const items = (await (await post(path, contracts)).json()) as readonly {
      readonly streamContinuationToken?: string;
    }[];
    const streamContinuationToken = items[0]?.streamContinuationToken;
    expect(streamContinuationToken).to.be.a("string");
    expect(await codeOf(post(path, { ...contracts, streamContinuationToken }))).to.equal(
      "INVALID_CONTINUATION_TOKEN",
    );
  });

  it("treats page tokens of queries as stale, so that lists refuse them like tokens of another ledger", async () => {
    const page = async (query: string): Promise<string> => {
      const answer = await fetch(`/v2/parties?pageSize=1${query}`);
      return ((await answer.json()) as { readonly nextPageToken: string }).nextPageToken;
    };
    ledger.faults.set([{ when: { nth: 2 }, then: "staleToken" }]);
    const token = await page("");
    expect(await page(`&pageToken=${token}`)).to.be.a("string");
    expect(await codeOf(fetch(`/v2/parties?pageToken=${token}`))).to.equal("INVALID_ARGUMENT");
    expect(last().decidedBy[0]).to.deep.equal({ by: "fault", fault: "fault 1" });
    expect([...ledger.faults].map(({ met, struck }) => [met, struck])).to.deep.equal([[2, 1]]);
    expect((await fetch("/v2/users?pageToken=")).status).to.equal(200);
  });

  it("matches the party in a path", async () => {
    ledger.faults.set([{ when: { party: "alice" }, then: { refuse: "SERVICE_NOT_RUNNING" } }]);
    const about = (party: string) => fetch(`/v2/parties/${encodeURIComponent(party)}`);
    expect([(await about(alice)).status, (await about(bob)).status]).to.deep.equal([503, 200]);
  });

  it("prunes the ledger before it executes a request", async () => {
    await submit("c-1");
    await submit("c-2");
    ledger.faults.set([{ when: { operation: "getUpdates" }, then: { prune: { keep: 1 } } }]);
    expect(await codeOf(post("/v2/updates", everything))).to.equal(
      "PARTICIPANT_PRUNED_DATA_ACCESSED",
    );
    expect(ledger.state.prunedUpTo).to.equal(ledger.state.ledgerEnd - 1);
  });

  it("matches by operation, party, template and command id, anywhere in a request", async () => {
    const struck = async (when: FaultRule["when"]): Promise<boolean> => {
      ledger.faults.set([
        { ...(when && { when }), then: { refuse: "NOT_CONNECTED_TO_ANY_SYNCHRONIZER" } },
      ]);
      await submit("c-9");
      return [...ledger.faults].some((fault) => fault.struck > 0);
    };
    for (const when of [
      { operation: "submit*" },
      { operation: ["getUpdates", "submitAndWait"] },
      { party: "alice" },
      { party: alice },
      { template: "#iou:*" },
      { template: "*:Iou" },
      { commandId: "c-*" },
      { party: "a*", template: "#iou:Iou:Iou", commandId: "*9" },
    ]) {
      expect(await struck(when), JSON.stringify(when)).to.equal(true);
    }
    for (const when of [
      { operation: "submit" },
      { party: "bob" },
      { template: "Iou" },
      { commandId: "c" },
      { user: "*" },
      { party: "alice", commandId: "d-*" },
    ]) {
      expect(await struck(when), JSON.stringify(when)).to.equal(false);
    }
  });

  it("does not apply to calls of the host itself", async () => {
    ledger.faults.set([{ then: { refuse: "PARTICIPANT_BACKPRESSURE" } }]);
    await ledger.submit({
      actAs: alice,
      commands: Iou.create({ issuer: alice, owner: bob, amount: "1", watchers: [] }),
    });
    expect(ious()).to.equal(1);
    const error = await rejectionOf(ledger.prune(1_000));
    expect(error.code).to.equal("OFFSET_AFTER_LEDGER_END");
  });
});
