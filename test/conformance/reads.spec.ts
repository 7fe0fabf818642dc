import { expect } from "chai";

import { activeContractsPage, allocateParty, prune, updatesPage } from "../../lib/api.ts";
import { type createLedger, isLedgerError } from "../../lib/index.ts";
import { createFetch } from "../../middleware/index.ts";
import { commandsBody } from "../support/commands-body.ts";
import { eventFormatJson } from "../support/formats.ts";
import { Counter, Iou } from "../support/iou-package.ts";
import { RuleLedger } from "../support/rule-ledger.ts";
import { issueIou, twoSynchronizers, unassign } from "../support/two-synchronizers.ts";

type Fields = Readonly<Record<string, unknown>>;

const activeContracts = "/v2/state/active-contracts";
const completions = "/v2/commands/completions";
const byOffset = "/v2/updates/transaction-by-offset";
const contractById = "/v2/contracts/contract-by-id";
const eventsById = "/v2/events/events-by-contract-id";
const updateById = "/v2/updates/update-by-id";

const deltaOf = (...parties: readonly string[]) => ({
  eventFormat: eventFormatJson(parties),
  transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
});

/** Returns the error code, or undefined if `run` does not throw. */
const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (isLedgerError(error)) return error.code;
    throw error;
  }
};

describe("ledger API (active contract rules)", () => {
  let rules: RuleLedger;
  let alice: string;

  beforeEach(async () => {
    rules = await RuleLedger.open();
    ({ alice } = rules.given);
  });

  const snapshot = (more: Fields = {}, query = "") =>
    rules.answer<readonly Fields[]>(activeContracts + query, {
      activeAtOffset: rules.end,
      eventFormat: eventFormatJson([alice]),
      ...more,
    });

  it("S1.14+ returns a list of items, empty if no contract is active", async () => {
    expect(await snapshot()).to.deep.equal([]);
    await rules.commit();
    const [item] = await snapshot();
    expect(item).to.have.all.keys("workflowId", "contractEntry", "streamContinuationToken");
    expect(item).to.have.nested.property("contractEntry.JsActiveContract.reassignmentCounter", 0);
  });

  it("S1.15+ S1.18+ returns one entry for each contract, including contracts in flight", async () => {
    const given = await twoSynchronizers();
    await issueIou(given);
    await unassign(given, given.bob, await issueIou(given));
    const both = RuleLedger.over(given);
    const items = await both.answer<readonly { readonly contractEntry: object }[]>(
      activeContracts,
      { activeAtOffset: both.end, eventFormat: eventFormatJson([given.alice]) },
    );
    expect(items.flatMap(({ contractEntry }) => Object.keys(contractEntry)).sort()).to.deep.equal([
      "JsActiveContract",
      "JsIncompleteUnassigned",
    ]);
    const end = given.ledger.state.ledgerEnd;
    const past = { activeAtOffset: end - 1, eventFormat: eventFormatJson([given.alice]) };
    expect(await both.answer(activeContracts, past)).to.have.length(2);
  });

  it("S1.15- returns no entry for an archived contract", async () => {
    await rules.archive(await rules.newIou());
    expect(await snapshot()).to.deep.equal([]);
  });

  it("S1.16+ returns a continuation token with every entry", async () => {
    await rules.commit([rules.iou(), rules.iou()]);
    const items = await snapshot();
    const tokens = items.map(({ streamContinuationToken }) => streamContinuationToken);
    expect(new Set(tokens)).to.have.property("size", 2);
    for (const token of tokens) expect(token).to.be.a("string").that.is.not.empty;
  });

  it("S1.17- never continues with a token of another version or participant", async () => {
    const open = async (options: Parameters<typeof createLedger>[0]) => {
      const { ledger, ...parties } = await RuleLedger.open(options).then(({ given }) => given);
      const own = RuleLedger.over({ ledger, ...parties });
      await own.commit();
      const request = { activeAtOffset: own.end, eventFormat: { filtersForAnyParty: {} } };
      const [item] = await own.answer<readonly Fields[]>(activeContracts, request);
      return { own, request, token: item?.["streamContinuationToken"] };
    };
    const first = await open({ seed: 7 });
    const same = await open({ seed: 7 });
    const older = await open({ seed: 7, version: "3.5.0" });
    const elsewhere = await open({ seed: 7, participantName: "elsewhere" });
    const refusals = await Promise.all(
      [same, older, elsewhere].map(({ own, request }) =>
        own.refusal(activeContracts, { ...request, streamContinuationToken: first.token }),
      ),
    );
    const refused = [400, "INVALID_CONTINUATION_TOKEN"];
    expect(refusals).to.deep.equal([[200], refused, refused]);
  });

  it("S1.17- never continues with a page token of another version or participant", async () => {
    const open = async (options: Parameters<typeof createLedger>[0]) => {
      const own = await RuleLedger.open(options);
      for (let index = 0; index < 3; index++) await own.commit();
      const eventFormat = { filtersForAnyParty: {}, verbose: true };
      const requests = {
        contracts: {
          activeAtOffset: own.end,
          eventFormat,
          maxPageSize: 1,
        },
        updates: {
          beginOffsetExclusive: 0,
          endOffsetInclusive: own.end,
          updateFormat: {
            includeTransactions: {
              eventFormat,
              transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
            } as const,
          },
          maxPageSize: 1,
        },
      };
      return { own, requests };
    };
    const first = await open({ seed: 7 });
    const others = await Promise.all([
      open({ seed: 7 }),
      open({ seed: 7, version: "3.5.0" }),
      open({ seed: 7, participantName: "elsewhere" }),
    ]);
    const [{ ledger }, { contracts, updates }] = [first.own.given, first.requests];
    const contractsToken = activeContractsPage(ledger, contracts).nextPageToken;
    const updatesToken = updatesPage(ledger, updates).nextPageToken;
    const outcomes = others.map(({ own }) => [
      codeOf(() =>
        activeContractsPage(own.given.ledger, { ...contracts, pageToken: contractsToken ?? "" }),
      ),
      codeOf(() => updatesPage(own.given.ledger, { ...updates, pageToken: updatesToken ?? "" })),
    ]);
    const refused = ["INVALID_ACS_PAGE_TOKEN", "INVALID_UPDATES_PAGE_TOKEN"];
    expect(outcomes).to.deep.equal([[undefined, undefined], refused, refused]);
  });

  it("S1.17+ S1.6+ continues with a token if `verbose` is the same, whether the request has `filter` and `verbose` or `eventFormat`", async () => {
    await rules.commit([rules.iou(), rules.iou()]);
    const filter = { filtersByParty: { [alice]: {} } };
    const older = { eventFormat: undefined, filter, verbose: true };
    const [item] = await snapshot(older);
    const { streamContinuationToken } = item ?? {};
    expect(await snapshot({ ...older, streamContinuationToken })).to.have.length(1);
    const eventFormat = { ...filter, verbose: true };
    expect(await snapshot({ eventFormat, streamContinuationToken })).to.have.length(1);
  });

  it("S1.17- refuses a token if `verbose` differs", async () => {
    await rules.commit();
    const filter = { filtersByParty: { [alice]: {} } };
    const ask = (verbose: boolean, streamContinuationToken?: unknown) => ({
      activeAtOffset: rules.end,
      filter,
      verbose,
      streamContinuationToken,
    });
    const [item] = await rules.answer<readonly Fields[]>(activeContracts, ask(true));
    const { streamContinuationToken: token } = item ?? {};
    expect(await rules.refusal(activeContracts, ask(false, token))).to.deep.equal([
      400,
      "INVALID_CONTINUATION_TOKEN",
    ]);
  });

  it("V.5+ combines the filters by party and the filter for any party", async () => {
    await rules.commit();
    await rules.commit(Counter.create({ owner: alice, name: "n", count: 0 }));
    const only = (templateId: string) => ({
      cumulative: [{ identifierFilter: { TemplateFilter: { value: { templateId } } } }],
    });
    const [ious, counters] = [only(Iou.reference), only(Counter.reference)];
    const seen = async (eventFormat: object) => (await snapshot({ eventFormat })).length;
    expect(await seen({ filtersByParty: { [alice]: ious } })).to.equal(1);
    expect(
      await seen({ filtersByParty: { [alice]: ious }, filtersForAnyParty: counters }),
    ).to.equal(2);
  });

  it("V.5- omits events that match neither filter", async () => {
    await rules.commit();
    const templateId = Counter.reference;
    const cumulative = [{ identifierFilter: { TemplateFilter: { value: { templateId } } } }];
    const eventFormat = {
      filtersByParty: { [alice]: { cumulative } },
      filtersForAnyParty: { cumulative },
    };
    expect(await snapshot({ eventFormat })).to.deep.equal([]);
  });

  it("L.4+ L.8+ returns an empty list for a limit of zero or less", async () => {
    await rules.commit();
    for (const limit of [0, -1]) expect(await snapshot({}, `?limit=${limit}`)).to.deep.equal([]);
    expect(await snapshot({}, "?limit=1")).to.have.length(1);
  });

  it("L.8- refuses a query parameter that is given twice", async () => {
    const eventFormat = eventFormatJson([alice]);
    const body = { activeAtOffset: rules.end, eventFormat };
    const [status] = await rules.refusal(`${activeContracts}?limit=1&limit=2`, body);
    expect(status).to.equal(400);
  });
});

describe("ledger API (completion rules)", () => {
  let rules: RuleLedger;
  let alice: string;
  let bob: string;

  beforeEach(async () => {
    rules = await RuleLedger.open();
    ({ alice, bob } = rules.given);
  });

  const listed = async (more: Fields = {}, query = "?stream_idle_timeout_ms=5") => {
    const request = { userId: "ann", parties: [alice], beginExclusive: 0, ...more };
    const items = await rules.answer<readonly { readonly completionResponse: Fields }[]>(
      completions + query,
      request,
    );
    for (const item of items) expect(item).to.have.all.keys("completionResponse");
    return items.map(({ completionResponse }) => completionResponse);
  };
  const told = async (more: Fields = {}) =>
    (await listed(more)).flatMap((choice) =>
      "Completion" in choice ? [(choice["Completion"] as { readonly value: Fields }).value] : [],
    );

  it("S2.6+ returns a list of completions and checkpoints", async () => {
    await rules.commit();
    for (const choice of await listed()) {
      expect(Object.keys(choice)).to.have.length(1);
      expect(["Completion", "OffsetCheckpoint"]).to.include(Object.keys(choice)[0]);
    }
    expect(await told()).to.have.length(1);
  });

  it("S2.7+ returns the trace context of the command", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await rules.send("POST", "/v2/commands/submit-and-wait", {
      body: commandsBody(alice, rules.iou()),
      headers: { traceparent, tracestate: "a=b" },
    });
    const [completion] = await told();
    expect(completion?.["traceContext"]).to.include({ tracestate: "a=b" });
    expect(completion)
      .to.have.nested.property("traceContext.traceparent")
      .that.includes("0af7651916cd43dd8448eb211c80319c");
  });

  it("S2.8+ returns a status with typed error details", async () => {
    const body = commandsBody(alice, rules.iou(), { commandId: "twice" });
    await rules.answer("/v2/commands/submit-and-wait", body);
    await rules.post("/v2/commands/submit-and-wait", body);
    const status = (await told())[1]?.["status"] as { readonly details: readonly Fields[] };
    expect(status).to.include({ code: 6 });
    expect(status.details.length).to.be.greaterThan(0);
    for (const detail of status.details) {
      expect(detail).to.have.all.keys("typeUrl", "value", "unknownFields", "valueDecoded");
      expect(detail["typeUrl"]).to.match(/^type\.googleapis\.com\//);
    }
  });

  it("S2.9+ returns the synchronizer with the record time", async () => {
    await rules.commit();
    const [completion] = await told();
    expect(completion?.["synchronizerTime"]).to.deep.include({
      synchronizerId: rules.given.ledger.state.synchronizers[0]?.id,
    });
    expect(completion).to.have.nested.property("synchronizerTime.recordTime").that.matches(/Z$/);
  });

  it("S2.10+ returns the deduplication period used, as an offset", async () => {
    const deduplicationPeriod = { DeduplicationDuration: { value: { seconds: 60, nanos: 0 } } };
    await rules.commit(rules.iou(), { deduplicationPeriod });
    const [completion] = await told();
    expect(completion).to.have.nested.property("deduplicationPeriod.DeduplicationOffset.value");
  });

  it("S2.11+ returns nothing for unknown parties, and only requested parties in actAs", async () => {
    await rules.commit();
    expect(await told({ parties: [`nobody::${alice.split("::")[1] ?? ""}`] })).to.deep.equal([]);
    const both = (await told({ parties: [bob, alice] }))[0]?.["actAs"] as readonly string[];
    expect(both.toSorted()).to.deep.equal([alice, bob].toSorted());
    expect((await told({ parties: [bob] }))[0]?.["actAs"]).to.deep.equal([bob]);
  });

  it("S2.11- returns no completions of commands that other parties submitted", async () => {
    await rules.answer("/v2/commands/submit-and-wait", commandsBody(alice, rules.iou()));
    expect(await told({ parties: [bob] })).to.deep.equal([]);
  });

  it("L.5+ waits half a second for new elements by default @slow", async () => {
    expect(rules.given.ledger.config.listWaitMillis).to.equal(500);
    const begin = performance.now();
    expect(await listed({}, "")).to.be.an("array");
    // Timers may fire a millisecond early.
    expect(performance.now() - begin).to.be.at.least(499);
  });

  it("L.6+ stops waiting for a client that disconnects", async () => {
    const { ledger } = rules.given;
    const fetch = createFetch(ledger, { auth: "disabled" });
    const leaving = new AbortController();
    const path = `http://ledger.invalid${completions}?stream_idle_timeout_ms=60000`;
    const body = JSON.stringify({ userId: "ann", parties: [alice], beginExclusive: 0 });
    const answer = fetch(path, { method: "POST", body, signal: leaving.signal });
    leaving.abort();
    expect(await answer.catch((error: unknown) => error)).to.have.property("name", "AbortError");
    expect(
      await rules.refusal("/v2/commands/submit-and-wait", commandsBody(alice, rules.iou())),
    ).to.deep.equal([200]);
  });

  it("L.5- refuses a wait time of zero or less", async () => {
    const body = { userId: "ann", parties: [alice], beginExclusive: 0 };
    for (const millis of [0, -5]) {
      const refusal = await rules.refusal(`${completions}?stream_idle_timeout_ms=${millis}`, body);
      expect(refusal).to.deep.equal([400, "INVALID_ARGUMENT"]);
    }
    const { json } = await rules.send("POST", `${completions}?stream_idle_timeout_ms=0`, { body });
    expect(json).to.deep.include({ definiteAnswer: false, context: {} });
  });
});

describe("ledger API (transaction by offset rules)", () => {
  let rules: RuleLedger;
  let alice: string;

  beforeEach(async () => {
    rules = await RuleLedger.open();
    ({ alice } = rules.given);
  });

  const notFound = [404, "UPDATE_NOT_FOUND"];

  it("S3.5+ finds every transaction", async () => {
    const { offset, updateId } = await rules.commit();
    const { transaction } = await rules.answer<{ readonly transaction: Fields }>(byOffset, {
      offset,
      requestingParties: [alice],
    });
    expect(transaction).to.include({ offset, updateId });
  });

  it("S3.5- finds no transaction after the end, at pruned offsets, and at offsets without a transaction", async () => {
    const topology = rules.end;
    const { offset } = await rules.commit();
    const last = await rules.commit();
    const ask = (at: number) => rules.refusal(byOffset, { offset: at, requestingParties: [alice] });
    expect(await ask(last.offset + 1)).to.deep.equal(notFound);
    expect(await ask(topology)).to.deep.equal(notFound);
    await prune(rules.given.ledger, offset);
    expect(await ask(offset)).to.deep.equal(notFound);
    expect(await ask(last.offset)).to.deep.equal([200]);
  });

  it("S3.5- finds no transaction at the offset of a reassignment", async () => {
    const given = await twoSynchronizers();
    await unassign(given, given.bob, await issueIou(given));
    const both = RuleLedger.over(given);
    const request = { offset: both.end, requestingParties: [given.bob] };
    expect(await both.refusal(byOffset, request)).to.deep.equal(notFound);
  });

  it("S3.6+ accepts both transaction shapes", async () => {
    const { offset } = await rules.commit();
    for (const shape of ["ACS_DELTA", "LEDGER_EFFECTS"]) {
      const transactionShape = `TRANSACTION_SHAPE_${shape}`;
      const transactionFormat = { eventFormat: eventFormatJson([alice]), transactionShape };
      expect(await rules.refusal(byOffset, { offset, transactionFormat })).to.deep.equal([200]);
    }
  });

  it("S3.6- refuses another shape, and a format without shape or event format", async () => {
    const { offset } = await rules.commit();
    const eventFormat = eventFormatJson([alice]);
    for (const transactionFormat of [
      { eventFormat, transactionShape: "TRANSACTION_SHAPE_ROUND" },
      { eventFormat },
      { transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" } as const,
    ]) {
      const [status] = await rules.refusal(byOffset, { offset, transactionFormat });
      expect(status, JSON.stringify(transactionFormat)).to.equal(400);
    }
  });

  it("V.6+ shows the command id of a transaction to its submitters", async () => {
    const { offset } = await rules.commit(rules.iou(), { commandId: "mine" });
    const request = { offset, requestingParties: [alice] };
    expect(await rules.answer(byOffset, request)).to.have.nested.property(
      "transaction.commandId",
      "mine",
    );
  });

  it("V.6- hides the command id from other parties", async () => {
    const { bob } = rules.given;
    const body = commandsBody(alice, rules.iou(), { commandId: "mine" });
    await rules.answer("/v2/commands/submit-and-wait", body);
    const request = { offset: rules.end, requestingParties: [bob] };
    expect(await rules.answer(byOffset, request)).to.have.nested.property(
      "transaction.commandId",
      "",
    );
  });
});

describe("ledger API (contract and event rules)", () => {
  let rules: RuleLedger;
  let alice: string;

  beforeEach(async () => {
    rules = await RuleLedger.open();
    ({ alice } = rules.given);
  });

  const events = (contractId: string, eventFormat: object = eventFormatJson([alice])) =>
    rules.answer<Fields>(eventsById, { contractId, eventFormat });

  it("S4.7+ finds a contract by its id, even archived or after its create was pruned", async () => {
    const archived = await rules.newIou();
    await rules.archive(archived);
    expect(await rules.answer(contractById, { contractId: archived })).to.have.property(
      "createdEvent",
    );
    const active = await rules.newIou();
    await prune(rules.given.ledger, rules.end);
    expect(await rules.answer(contractById, { contractId: active })).to.have.nested.property(
      "createdEvent.contractId",
      active,
    );
  });

  it("S4.7- finds no contract that is unknown or was archived and pruned, and refuses texts that are not ids", async () => {
    const contractId = await rules.newIou();
    await rules.archive(contractId);
    await prune(rules.given.ledger, rules.end);
    const notFound = [404, "CONTRACT_PAYLOAD_NOT_FOUND"];
    expect(await rules.refusal(contractById, { contractId })).to.deep.equal(notFound);
    const unknown = { contractId: `00${"ab".repeat(32)}ca121220${"cd".repeat(32)}` };
    expect(await rules.refusal(contractById, unknown)).to.deep.equal(notFound);
    expect(await rules.refusal(contractById, { contractId: "a text" })).to.deep.equal([
      400,
      "INVALID_FIELD",
    ]);
  });

  it("S11.5+ names the interfaces in an archived event when requested", async () => {
    const contractId = await rules.newIou();
    await rules.archive(contractId);
    const interfaces = async (interfaceId?: string) => {
      const filter =
        interfaceId === undefined
          ? undefined
          : { InterfaceFilter: { value: { interfaceId, includeInterfaceView: true } } };
      const { archived } = await events(contractId, eventFormatJson([alice], filter));
      return (archived as { readonly archivedEvent: Fields }).archivedEvent[
        "implementedInterfaces"
      ] as readonly string[];
    };
    expect(await interfaces()).to.deep.equal([]);
    const [found] = await interfaces("#iou:Iou:Holding");
    expect(found).to.match(/:Iou:Holding$/);
  });

  it("S11.6+ reports that the create of an active contract belongs to the ACS delta", async () => {
    const { created } = await events(await rules.newIou());
    expect(created).to.have.nested.property("createdEvent.acsDelta", true);
  });

  it("S11.6- reports that the create of a transient contract does not belong to the ACS delta", async () => {
    const command = Counter.createAndExercise(
      { owner: alice, name: "n", count: 0 },
      Counter.Increment,
    );
    const body = commandsBody(alice, command);
    const { transactionTree } = await rules.answer<{
      readonly transactionTree: {
        readonly eventsById: Readonly<Record<string, Readonly<Record<string, { value: Fields }>>>>;
      };
    }>("/v2/commands/submit-and-wait-for-transaction-tree", body);
    const contractId = String(
      transactionTree.eventsById["0"]?.["CreatedTreeEvent"]?.value["contractId"],
    );
    const { created, archived } = await events(contractId);
    expect(created).to.have.nested.property("createdEvent.acsDelta", false);
    expect(archived).to.have.property("archivedEvent");
  });

  it("S11.7+ returns the events for each requested stakeholder", async () => {
    const contractId = await rules.newIou();
    for (const party of [alice, rules.given.bob]) {
      const { created } = await events(contractId, eventFormatJson([party]));
      expect(created)
        .to.have.nested.property("createdEvent.witnessParties")
        .that.deep.equals([party]);
    }
  });

  it("S11.7- rejects a format without parties, and finds nothing for a party that sees nothing", async () => {
    const contractId = await rules.newIou();
    const [status] = await rules.refusal(eventsById, { contractId, eventFormat: {} });
    expect(status).to.equal(400);
    const eventFormat = eventFormatJson([rules.given.carol]);
    expect(await rules.refusal(eventsById, { contractId, eventFormat })).to.deep.equal([
      404,
      "CONTRACT_EVENTS_NOT_FOUND",
    ]);
  });

  it("S11.8+ returns null for the archive of an active contract, even if its create was pruned", async () => {
    const contractId = await rules.newIou();
    expect((await events(contractId))["archived"]).to.equal(null);
    await prune(rules.given.ledger, rules.end);
    expect(await events(contractId))
      .to.have.property("created")
      .that.is.an("object");
  });

  it("S10.4+ returns a contract key with its hash", async () => {
    const { events: made } = await rules.commit(
      Counter.create({ owner: alice, name: "n", count: 0 }),
    );
    expect(made[0]?.["CreatedEvent"]?.["contractKey"]).to.deep.equal({ owner: alice, name: "n" });
    expect(made[0]?.["CreatedEvent"]?.["contractKeyHash"]).to.match(/^[A-Za-z0-9+/]{43}=$/);
  });

  it("S10.4- returns neither key nor hash for a contract without key", async () => {
    const [event] = (await rules.commit()).events;
    expect(event?.["CreatedEvent"]).to.include({ contractKey: null, contractKeyHash: "" });
  });
});

describe("ledger API (update by id rules)", () => {
  let rules: RuleLedger;
  let alice: string;

  beforeEach(async () => {
    rules = await RuleLedger.open();
    ({ alice } = rules.given);
  });

  it("S15.4+ returns a topology change with its events", async () => {
    await allocateParty(rules.given.ledger, { partyIdHint: "late" });
    const update = rules.given.ledger.state.log.get(rules.end)?.update;
    const updateFormat = {
      includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: [] } },
    };
    const found = await rules.answer(updateById, { updateId: update?.updateId, updateFormat });
    expect(found)
      .to.have.nested.property("update.TopologyTransaction.value.events[0].event")
      .that.has.any.keys("ParticipantAuthorizationAdded", "ParticipantAuthorizationOnboarding");
  });

  it("S15.4- does not return a topology change if the format excludes it", async () => {
    await allocateParty(rules.given.ledger, { partyIdHint: "late" });
    const update = rules.given.ledger.state.log.get(rules.end)?.update;
    const updateFormat = { includeTransactions: deltaOf(alice) };
    expect(
      await rules.refusal(updateById, { updateId: update?.updateId, updateFormat }),
    ).to.deep.equal([404, "UPDATE_NOT_FOUND"]);
  });

  it("S15.5- refuses texts that are not ids, and finds nothing if the format is empty or the update was pruned", async () => {
    const { updateId } = await rules.commit();
    const updateFormat = { includeTransactions: deltaOf(alice) };
    expect(await rules.refusal(updateById, { updateId: "a text", updateFormat })).to.deep.equal([
      400,
      "INVALID_ARGUMENT",
    ]);
    const notFound = [404, "UPDATE_NOT_FOUND"];
    expect(await rules.refusal(updateById, { updateId, updateFormat: {} })).to.deep.equal(notFound);
    await rules.commit();
    await prune(rules.given.ledger, rules.end - 1);
    expect(await rules.refusal(updateById, { updateId, updateFormat })).to.deep.equal(notFound);
  });

  it("S15.5+ finds every update if the format includes some of its events", async () => {
    const { updateId } = await rules.commit();
    const updateFormat = { includeTransactions: deltaOf(alice) };
    expect(await rules.refusal(updateById, { updateId, updateFormat })).to.deep.equal([200]);
  });
});
