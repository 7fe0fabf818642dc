import { expect } from "chai";
import express from "express";

import { createUser } from "../../../lib/api.ts";
import type { JournaledRequest, Ledger } from "../../../lib/index.ts";
import { createFetch, createHistoryRouter, createLedgerRouter } from "../../../middleware/index.ts";
import { errorOf } from "../../support/error-of.ts";
import { harProblems } from "../../support/har-schema.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { Iou } from "../../support/iou-package.ts";
import { withStreams } from "../../support/stream-client.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";
import { issueIou, twoSynchronizers, unassign } from "../../support/two-synchronizers.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const auth = { hs256Secret: secret };
const bearer = (userId: string): { readonly Authorization: string } => ({
  Authorization: `Bearer ${signedToken(scopeClaims(userId), secret)}`,
});

describe("request journal", () => {
  let ledger: Ledger;
  let alice: string;
  let bob: string;

  beforeEach(async () => {
    ({ ledger, alice, bob } = await iouLedger());
    await createUser(ledger, {
      user: { id: "ann" },
      rights: [{ kind: { CanActAs: { value: { party: alice } } } }],
    });
  });

  const last = (): JournaledRequest => [...ledger.requests].at(-1) ?? expect.fail("It is empty.");

  const create = (commandId: string, actAs = alice) => ({
    method: "POST",
    headers: bearer("ann"),
    body: JSON.stringify({
      commandId,
      actAs: [actAs],
      commands: [
        {
          CreateCommand: {
            templateId: "#iou:Iou:Iou",
            createArguments: { issuer: actAs, owner: bob, amount: "1.0", watchers: [] },
          },
        },
      ],
    }),
  });
  const submission = "/v2/commands/submit-and-wait";

  it("is empty until it is turned on, and adds nothing after it is turned off", async () => {
    const fetch = createFetch(ledger, { auth });
    await fetch("/v2/version");
    expect([...ledger.requests]).to.deep.equal([]);
    expect(ledger.requests.kept).to.equal(undefined);
    ledger.requests.keep();
    await fetch("/v2/version");
    ledger.requests.stop();
    await fetch("/v2/version");
    expect(ledger.requests.size).to.equal(1);
  });

  it("is turned on from the start by an option, and is empty in forks", async () => {
    const { ledger: kept } = await iouLedger({ requests: { entries: 7 } });
    await createFetch(kept, { auth })("/v2/version");
    const fork = await kept.fork();
    await createFetch(fork, { auth })("/v2/livez");
    expect(kept.requests.kept).to.deep.equal({ entries: 7, bodies: false, bodyLength: 16_384 });
    expect([...kept.requests].map(({ path }) => path)).to.deep.equal(["/v2/version"]);
    expect([...fork.requests].map(({ path }) => path)).to.deep.equal(["/v2/livez"]);
  });

  it("records the caller of a request, its effect on the ledger, and the lengths of its bodies", async () => {
    ledger.requests.keep();
    const fetch = createFetch(ledger, { auth });
    const before = ledger.state.ledgerEnd;
    const request = create("c-1");
    const answer = await (await fetch(submission, request)).text();
    expect(last()).to.deep.include({
      id: 1,
      via: "fetch",
      method: "POST",
      path: submission,
      query: "",
      operationId: "submitAndWait",
      commandId: "c-1",
      principal: "ann",
      ledgerTime: "2024-01-01T12:00:00Z",
      status: 200,
      offsets: { before, after: before + 1 },
      requestBytes: request.body.length,
      answerBytes: answer.length,
      error: undefined,
      withheld: [],
      withholdsMore: false,
      requestBody: undefined,
      answerBody: undefined,
    });
    expect(Date.parse(last().startedAt)).to.be.closeTo(Date.now(), 60_000);
  });

  it("records the right that permitted a request, or the missing right", async () => {
    ledger.requests.keep();
    const fetch = createFetch(ledger, { auth });
    const actAs = (party: string) => ({ by: "right", anyOf: ["CanActAs"], party });
    const anyToken = { by: "right", anyOf: [], heldBy: "token" };
    await fetch(submission, create("c-1"));
    expect(last().decidedBy).to.deep.include({ ...actAs(alice), heldBy: "CanActAs" });
    await fetch(submission, create("c-2", bob));
    expect(last()).to.include({ status: 403 });
    expect(last().decidedBy.at(-1)).to.deep.equal(actAs(bob));
    await fetch("/v2/livez");
    expect(last().decidedBy).to.deep.equal([]);
    await fetch("/v2/state/ledger-end", { headers: bearer("ann") });
    expect(last().decidedBy).to.deep.equal([anyToken]);
    await fetch("/v2/state/ledger-end");
    expect(last()).to.deep.include({ status: 401, decidedBy: [{ by: "token" }] });
    await createFetch(ledger, { auth: "disabled" })("/v2/state/ledger-end");
    expect(last().decidedBy).to.deep.equal([{ by: "trust" }]);
  });

  it("records the rule that refused a request, the wrong field, and the fix", async () => {
    ledger.requests.keep();
    const fetch = createFetch(ledger, { auth });
    await fetch(submission, create("c-1"));
    await fetch(submission, create("c-1"));
    expect(last().decidedBy.at(-1)).to.deep.equal({
      by: "rule",
      code: "DUPLICATE_COMMAND",
      rule: "C.10",
    });
    expect(last().error?.advice).to.be.a("string").and.not.equal("");
    await fetch("/v2/updates/update-by-offset", {
      method: "POST",
      headers: bearer("ann"),
      body: JSON.stringify({ offset: -1, updateFormat: {} }),
    });
    expect(last().error).to.include({ code: "NON_POSITIVE_OFFSET", field: "offset" });
  });

  it("records withheld events of updates with the reason", async () => {
    const issued = await ledger.submit({
      actAs: alice,
      commands: Iou.create({ issuer: alice, owner: bob, amount: "1", watchers: [] }),
    });
    const commands = issued.created(Iou).map((iou) => iou.exercise(Iou.Inspect, {}));
    const { updateId } = await ledger.submit({ actAs: bob, commands });
    ledger.requests.keep();
    const fetch = createFetch(ledger, { auth });
    const update = (eventFormat: object) =>
      fetch("/v2/updates/update-by-id", {
        method: "POST",
        headers: bearer("ann"),
        body: JSON.stringify({
          updateId,
          updateFormat: {
            includeTransactions: {
              transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
              eventFormat: { verbose: true, ...eventFormat },
            },
          },
        }),
      });
    expect((await update({ filtersByParty: { [alice]: {} } })).status).to.equal(404);
    const [event] = last().withheld;
    expect(event).to.include({ updateId, nodeId: 0, kind: "exercise", choice: "Inspect" });
    expect(event?.why).to.deep.equal([
      {
        party: alice,
        because: [{ rule: "nonConsuming" }],
        text: "It is not in the ACS delta, because the choice does not consume the contract.",
      },
    ]);
  });

  it("records withheld events of requests for all parties without naming a party", async () => {
    const exercise = { choice: "Transfer", argument: { newOwner: alice } };
    await ledger.submit({
      actAs: [alice, bob],
      commands: {
        CreateAndExerciseCommand: {
          templateId: "#iou:Iou:Iou",
          createArguments: { issuer: alice, owner: bob, amount: "1", watchers: [] },
          choice: exercise.choice,
          choiceArgument: exercise.argument,
        },
      },
    });
    ledger.requests.keep();
    const fetch = createFetch(ledger, { auth: "disabled" });
    const withheldFrom = async (templateId: string) => {
      const filter = { identifierFilter: { TemplateFilter: { value: { templateId } } } };
      const body = {
        beginExclusive: ledger.state.ledgerEnd - 1,
        endInclusive: ledger.state.ledgerEnd,
        updateFormat: {
          includeTransactions: {
            transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
            eventFormat: { filtersForAnyParty: { cumulative: [filter] } },
          },
        },
      };
      await fetch("/v2/updates?limit=10", { method: "POST", body: JSON.stringify(body) });
      return last().withheld.map(({ nodeId, why }) => [
        nodeId,
        why.map((each) => [Object.hasOwn(each, "party"), ...each.because.map(({ rule }) => rule)]),
      ]);
    };
    expect(await withheldFrom("#iou:Iou:Iou")).to.deep.equal([
      [0, [[false, "transient"]]],
      [1, [[false, "transient"]]],
    ]);
    expect(await withheldFrom("#iou:Iou:Counter")).to.deep.equal([
      [0, [[false, "transient"]]],
      [1, [[false, "transient"]]],
      [2, [[false, "notAskedFor"]]],
    ]);
  });

  it("records withheld reassignments", async () => {
    const setup = await twoSynchronizers();
    const { ledger: moved, alice: issuer, bob: owner, carol } = setup;
    const contractId = await issueIou(setup);
    await unassign(setup, issuer, contractId);
    moved.requests.keep();
    const fetch = createFetch(moved, { auth: "disabled" });
    const withheldFrom = async (updateFormat: object) => {
      const body = { beginExclusive: 0, endInclusive: moved.state.ledgerEnd, updateFormat };
      const answer = await fetch("/v2/updates?limit=200", {
        method: "POST",
        body: JSON.stringify(body),
      });
      expect(answer.status).to.equal(200);
      const { withheld } = [...moved.requests].at(-1) ?? expect.fail("It is empty.");
      return withheld.map(({ kind, why }) => [
        kind,
        ...why.map(({ party, text }) => [party, text]),
      ]);
    };
    const notAsked = "The filters of the request exclude it.";
    const counters = {
      cumulative: [
        { identifierFilter: { TemplateFilter: { value: { templateId: "#iou:Iou:Counter" } } } },
      ],
    };
    expect(
      await withheldFrom({ includeReassignments: { filtersForAnyParty: counters } }),
    ).to.deep.equal([["unassigned", [undefined, notAsked]]]);
    const [[kind, [party, text] = []] = []] = await withheldFrom({
      includeReassignments: { filtersByParty: { [carol]: {} } },
    });
    expect([kind, party]).to.deep.equal(["unassigned", carol]);
    expect(text).to.include("stakeholder of the contract");
    expect(
      await withheldFrom({ includeReassignments: { filtersByParty: { [owner]: {} } } }),
    ).to.deep.equal([]);
  });

  it("records the events of a submission's transaction that its response withholds", async () => {
    const issued = await ledger.submit({
      actAs: alice,
      commands: Iou.create({ issuer: alice, owner: alice, amount: "1", watchers: [] }),
    });
    const [inspect] = issued.created(Iou).map((iou) => iou.exercise(Iou.Inspect, {}));
    ledger.requests.keep();
    const fetch = createFetch(ledger, { auth });
    const submitted = async (path: string, wrap: (commands: object) => object) => {
      const commandId = `c-${ledger.requests.size}`;
      const body = JSON.stringify(wrap({ commandId, actAs: [alice], commands: [inspect] }));
      const answer = await fetch(path, { method: "POST", headers: bearer("ann"), body });
      expect(answer.status).to.equal(200);
      return last().withheld;
    };
    const waiting = "/v2/commands/submit-and-wait";
    const [hidden, ...more] = await submitted(`${waiting}-for-transaction`, (commands) => ({
      commands,
    }));
    expect(hidden).to.include({ nodeId: 0, kind: "exercise", choice: "Inspect" });
    expect(hidden?.why.map(({ party, because }) => ({ party, because }))).to.deep.equal([
      { party: alice, because: [{ rule: "nonConsuming" }] },
    ]);
    expect(more).to.deep.equal([]);
    const shownAll = await submitted(`${waiting}-for-transaction-tree`, (commands) => commands);
    expect(shownAll).to.deep.equal([]);
    // This operation returns no events, so it withholds none.
    expect(await submitted(waiting, (commands) => commands)).to.deep.equal([]);
  });

  it("records requests over HTTP and WebSocket, of the ledger and its history", async () => {
    ledger.requests.keep();
    const heard: string[] = [];
    const all = new Promise<void>((resolve) => {
      ledger.requests.subscribe(({ via, path, query, status }) => {
        heard.push(`${via} ${path}?${query} ${status}`);
        if (heard.length === 4) resolve();
      });
    });
    const app = express()
      .use("/ledger", createLedgerRouter(ledger, { auth }))
      .use("/scan", createHistoryRouter(ledger));
    await withListeningServer(app, async (baseUrl) => {
      await fetch(`${baseUrl}/ledger/v2/users?pageSize=1&token=hush`, { headers: bearer("ann") });
      await fetch(`${baseUrl}/scan/v0/transactions`, { method: "POST", body: '{"page_size":1}' });
    });
    await withStreams(ledger, { auth }, async ({ connect }) => {
      const headers = bearer("ann");
      const filtersByParty = { [alice]: {} };
      const good = await connect("/v2/state/active-contracts", undefined, { headers });
      await good.send({ activeAtOffset: 0, eventFormat: { filtersByParty } }).all();
      await connect("/v2/updates", undefined, { headers: bearer("unknown") }).catch(
        () => undefined,
      );
    });
    await all;
    expect(heard).to.deep.equal([
      "http /ledger/v2/users?pageSize=1&token=<hidden> 403",
      "http /scan/v0/transactions? 200",
      "websocket /v2/state/active-contracts? 101",
      "websocket /v2/updates? 403",
    ]);
  });

  it("records method calls on the ledger, with their outcomes", async () => {
    ledger.requests.keep();
    await ledger.submit({
      actAs: alice,
      commands: Iou.create({ issuer: alice, owner: bob, amount: "1", watchers: [] }),
    });
    await ledger.prune(10_000).catch(() => undefined);
    const [submitted, pruned] = ledger.requests;
    expect(submitted).to.deep.include({ via: "program", path: "ledger.submit", status: 200 });
    expect(submitted?.decidedBy).to.deep.equal([{ by: "trust" }]);
    expect(pruned).to.include({ path: "ledger.prune", status: 400 });
    expect(pruned?.error?.code).to.equal("OFFSET_AFTER_LEDGER_END");
  });

  it("records bodies on request, up to a length, without secrets", async () => {
    ledger.requests.keep({ bodies: true, bodyLength: 2_500 });
    const fetch = createFetch(ledger, { auth: "disabled" });
    const token = signedToken(scopeClaims("ann"), secret);
    const config = {
      identityProviderId: "idp",
      issuer: "https://me:hush@issuer",
      jwksUrl: "https://issuer/keys?api_key=hush",
      audience: token,
      signingSeed: "hush",
      keyMaterial: "hush",
      "client-Secret": "hush",
    };
    await fetch("/v2/idps", {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({ identityProviderConfig: config }),
    });
    expect(JSON.parse(last().requestBody ?? "")).to.have.nested.property(
      "identityProviderConfig.keyMaterial",
      "<hidden>",
    );
    await fetch("/v2/users", {
      method: "POST",
      body: JSON.stringify({ user: { id: "x".repeat(9_000) } }),
    });
    expect(last().requestBody).to.have.length(2_501);
    const everything = ledger.requests.toJsonLines() + JSON.stringify(ledger.requests.toHar());
    expect(everything).to.not.include("hush").and.not.include(token).and.not.include(secret);
  });

  it("drops the oldest entries above its limits, drops all when cleared, and keeps counting", async () => {
    ledger.requests.keep({ entries: 2 });
    const fetch = createFetch(ledger, { auth });
    for (let call = 0; call < 5; call += 1) await fetch("/v2/livez");
    expect([...ledger.requests].map(({ id }) => id)).to.deep.equal([4, 5]);
    expect(ledger.requests.get(3)).to.equal(undefined);
    expect(ledger.requests.after(4).map(({ id }) => id)).to.deep.equal([5]);
    ledger.requests.clear();
    expect(ledger.requests.after(0)).to.deep.equal([]);
    await fetch("/v2/livez");
    expect(last().id).to.equal(6);
  });

  it("limits the memory for bodies with any maximum number of entries @slow", async () => {
    ledger.requests.keep({ entries: 100_000, bodies: true, bodyLength: 1024 * 1024 });
    const fetch = createFetch(ledger, { auth: "disabled" });
    const body = JSON.stringify({ user: { id: "x".repeat(1024 * 1024) } });
    for (let call = 0; call < 36; call += 1) await fetch("/v2/users", { method: "POST", body });
    const held = ledger.requests.toJsonLines().length;
    expect(held).to.be.within(30 * 1024 * 1024, 34 * 1024 * 1024);
  });

  it("limits the memory for other texts that clients send", async () => {
    ledger.requests.keep({ entries: 100_000 });
    await createFetch(ledger, { auth: "disabled" })("/v2/version");
    const entry = last();
    const query = "x".repeat(6_000);
    ledger.requests.restore(
      Array.from({ length: 20_000 }, (_, at) => ({ ...entry, id: at + 1, query })),
    );
    expect(ledger.requests.size).to.be.within(5_000, 6_000);
  });

  it("refuses invalid options and keeps its settings", () => {
    const wrong: readonly unknown[] = [
      { entries: 0 },
      { entries: 1.5 },
      { bodyLength: 2 ** 21 },
      { bodies: 1 },
      { bodeis: true },
    ];
    for (const options of wrong) {
      const error = errorOf(() => ledger.requests.keep(options as object));
      expect(error).to.have.property("code", "INVALID_ARGUMENT");
    }
    expect(ledger.requests.kept).to.equal(undefined);
  });

  it("can be read as JSON lines, and as an HTTP archive", async () => {
    ledger.requests.keep({ bodies: true });
    const fetch = createFetch(ledger, { auth });
    await fetch(submission, create("c-1"));
    await fetch("/v2/%zz/<é>?a=b&c", { headers: bearer("ann") });
    await fetch("/v2/dars", { method: "POST", body: new Uint8Array(7), headers: bearer("ann") });
    ledger.contracts(Iou);
    const lines = ledger.requests.toJsonLines().trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as JournaledRequest).id)).to.deep.equal([
      1, 2, 3, 4,
    ]);
    const har = ledger.requests.toHar();
    expect(harProblems(har)).to.equal(null);
    expect(har.log.entries).to.have.length(3);
    const [submitted] = har.log.entries;
    expect(submitted?.request.url).to.equal(`http://ledger.invalid${submission}`);
    expect(submitted?.request.postData?.text).to.include('"commandId":"c-1"');
    expect(submitted?._ledger.decidedBy).to.not.be.empty;
    expect(harProblems({ log: { ...har.log, entries: [{}] } })).to.not.equal(null);
    const [first] = har.log.entries;
    const misdated = { ...first, startedDateTime: "yesterday" };
    expect(harProblems({ log: { ...har.log, entries: [misdated] } })).to.not.equal(null);
  });
});
