import { expect } from "chai";
import fc from "fast-check";

import { type ActiveContractItem, activeContracts, anonymousCaller } from "../../../lib/api.ts";
import { createLedger, type Ledger, type LedgerOptions } from "../../../lib/index.ts";
import { assetLedger, prune } from "../../support/asset-ledger.ts";
import { asset, contractIdOf, holding, unviewableAmount } from "../../support/asset-package.ts";
import { userCaller } from "../../support/callers.ts";
import { errorOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import { runs } from "../../support/properties.ts";
import {
  commit,
  create,
  exercise,
  submissionBy,
  transactionOf,
} from "../../support/transactions.ts";
import { untyped } from "../../support/untyped.ts";

const labels = ["a", "b", "c", "d", "e", "f"];
const byId = new Map(labels.map((label) => [contractIdOf(label), label]));

const createdIn = (item: ActiveContractItem) => {
  const entry = item.contractEntry;
  return "JsActiveContract" in entry
    ? entry.JsActiveContract.createdEvent
    : entry.JsIncompleteUnassigned.createdEvent;
};

const labelsOf = (items: Iterable<ActiveContractItem>): string =>
  Array.from(items, (item) => byId.get(createdIn(item).contractId) ?? "?").join("");

const alice = eventFormatJson(["alice"]);

const at = (ledger: Ledger, activeAtOffset: number, eventFormat: unknown = alice) =>
  activeContracts(ledger, untyped({ activeAtOffset, eventFormat }));

const created = (label: string, ...observers: readonly string[]) =>
  create(asset(label, ["alice"], { observers }));
const archived = (label: string, ...observers: readonly string[]) =>
  exercise(asset(label, ["alice"], { observers }), ["alice"]);

/** Creates a ledger with four updates: create a and b; create c; archive a; create d. */
const sampleLedger = async (options: LedgerOptions = {}): Promise<Ledger> => {
  const ledger = await assetLedger(options);
  await commit(ledger, transactionOf(created("a", "bob"), created("b")), submissionBy("alice"));
  await commit(ledger, transactionOf(created("c", "bob")));
  await commit(ledger, transactionOf(archived("a", "bob")));
  await commit(ledger, transactionOf(created("d")));
  return ledger;
};

describe("activeContracts", () => {
  it("S1.11+ returns the contracts active at each past offset, in order of activation", async () => {
    const ledger = await sampleLedger();
    const seen = [0, 1, 2, 3, 4].map((offset) => labelsOf(at(ledger, offset)));
    expect(seen).to.deep.equal(["", "ab", "abc", "bc", "bcd"]);
  });

  it("S1.11- omits contracts that were archived before or created later", async () => {
    const ledger = await sampleLedger();
    expect(labelsOf(at(ledger, 3))).to.not.match(/[ad]/);
  });

  it("S1.1+ returns the contracts at the ledger end", async () => {
    const ledger = await sampleLedger();
    expect(labelsOf(at(ledger, ledger.state.ledgerEnd))).to.equal("bcd");
  });

  it("S1.1- refuses an offset after the ledger end", async () => {
    const ledger = await sampleLedger();
    expect(errorOf(() => at(ledger, 5)).code).to.equal("OFFSET_AFTER_LEDGER_END");
    expect(errorOf(() => at(ledger, 2 ** 63)).code).to.equal("INVALID_ARGUMENT");
  });

  it("S1.2+ returns the contracts at the pruning offset, including those created before it", async () => {
    const ledger = await sampleLedger();
    await prune(ledger, 2);
    expect(labelsOf(at(ledger, 2))).to.equal("abc");
    expect(labelsOf(at(ledger, 4))).to.equal("bcd");
  });

  it("S1.2- refuses a pruned offset", async () => {
    const ledger = await sampleLedger();
    await prune(ledger, 2);
    const { code, context } = errorOf(() => at(ledger, 1));
    expect(code).to.equal("PARTICIPANT_PRUNED_DATA_ACCESSED");
    expect(context["earliest_offset"]).to.equal("2");
  });

  it("S1.3+ returns nothing at offset 0, even on a pruned ledger", async () => {
    const ledger = await sampleLedger();
    await prune(ledger, 2);
    expect(labelsOf(at(ledger, 0))).to.equal("");
  });

  it("S1.13+ accepts a given offset, including 0", async () => {
    const ledger = await sampleLedger();
    expect([...at(ledger, 0)]).to.have.length(0);
    expect([...at(ledger, 4)]).to.have.length(3);
  });

  it("S1.13- requires an offset", async () => {
    const ledger = await sampleLedger();
    for (const activeAtOffset of [undefined, null]) {
      const { code, context } = errorOf(() =>
        activeContracts(ledger, untyped({ activeAtOffset, eventFormat: alice })),
      );
      expect([code, context["field_name"]]).to.deep.equal(["MISSING_FIELD", "active_at_offset"]);
    }
  });

  it("S1.13+ with participant precedence, treats a missing offset as 0", async () => {
    const ledger = await sampleLedger({ precedence: "participant" });
    for (const activeAtOffset of [undefined, null]) {
      const items = activeContracts(ledger, untyped({ activeAtOffset, eventFormat: alice }));
      expect([...items]).to.deep.equal([]);
    }
  });

  it("S1.3- refuses a negative offset", async () => {
    const ledger = await sampleLedger();
    expect(errorOf(() => at(ledger, -1)).code).to.equal("NEGATIVE_OFFSET");
  });

  it("S1.10+ V.1+ shows a contract to each of its stakeholders", async () => {
    const ledger = await sampleLedger();
    expect(labelsOf(at(ledger, 2, eventFormatJson(["bob"])))).to.equal("ac");
    expect(labelsOf(at(ledger, 2, { filtersForAnyParty: {} }))).to.equal("abc");
  });

  it("S1.10- V.1- shows a contract to no other party", async () => {
    const ledger = await sampleLedger();
    expect(labelsOf(at(ledger, 4, eventFormatJson(["carol"])))).to.equal("");
  });

  it("V.2+ names the requested stakeholders as witnesses", async () => {
    const ledger = await sampleLedger();
    const items = [...at(ledger, 4, eventFormatJson(["bob", "carol"]))];
    expect(items.map((item) => createdIn(item).witnessParties)).to.deep.equal([["bob"]]);
    const [first] = at(ledger, 2, { filtersForAnyParty: {} });
    expect(first && createdIn(first).witnessParties).to.deep.equal(["alice", "bob"]);
  });

  it("V.2- names no stakeholder that was not requested", async () => {
    const ledger = await sampleLedger();
    const witnesses = [...at(ledger, 2)].flatMap((item) => createdIn(item).witnessParties);
    expect(new Set(witnesses)).to.deep.equal(new Set(["alice"]));
  });

  it("returns the contracts of several parties once each, in order", async () => {
    const ledger = await sampleLedger();
    expect(labelsOf(at(ledger, 4, eventFormatJson(["bob", "alice", "carol"])))).to.equal("bcd");
    expect(labelsOf(at(ledger, 2, eventFormatJson(["bob", "alice"])))).to.equal("abc");
  });

  it("S1.7+ returns created events with all fields of the ACS delta shape", async () => {
    const ledger = await assetLedger();
    await commit(ledger, transactionOf(created("a")), submissionBy("alice"));
    const [item] = at(ledger, 1);
    const contract = asset("a", ["alice"]);
    expect(item).to.deep.equal({
      workflowId: "workflow",
      contractEntry: {
        JsActiveContract: {
          createdEvent: {
            offset: 1,
            nodeId: 0,
            contractId: contract.contractId,
            templateId: contract.templateId,
            contractKey: null,
            contractKeyHash: "",
            createArgument: { issuer: "alice", owner: "alice", amount: "1" },
            createdEventBlob: "",
            interfaceViews: [],
            witnessParties: ["alice"],
            signatories: ["alice"],
            observers: [],
            createdAt: "2023-11-14T22:13:20Z",
            packageName: "assets",
            representativePackageId: contract.templateId.split(":")[0],
            acsDelta: true,
          },
          synchronizerId: ledger.state.synchronizers[0]?.id,
          reassignmentCounter: 0,
        },
      },
      streamContinuationToken: item?.streamContinuationToken,
    });
  });

  it("S1.7- omits transient contracts", async () => {
    const ledger = await assetLedger();
    await commit(ledger, transactionOf(created("a"), archived("a"), created("b")));
    expect(labelsOf(at(ledger, 1))).to.equal("b");
  });

  it("S1.12+ returns the workflow id of the activating update", async () => {
    const ledger = await sampleLedger();
    const [first] = at(ledger, 1);
    expect(first?.workflowId).to.equal("workflow");
  });

  it("S1.12- returns an empty workflow id if none was set", async () => {
    const ledger = await assetLedger();
    await commit(ledger, transactionOf(created("a")), { ...submissionBy("alice"), workflowId: "" });
    const [first] = at(ledger, 1);
    expect(first?.workflowId).to.equal("");
  });

  it("returns keys and their hashes", async () => {
    const ledger = await assetLedger();
    await commit(ledger, transactionOf(create(asset("a", ["alice"], { key: "k1" }))));
    const [item] = at(ledger, 1);
    expect(item && createdIn(item).contractKey).to.equal("k1");
    expect(item && createdIn(item).contractKeyHash).to.match(/^[A-Za-z0-9+/]{43}=$/);
  });
});

describe("activeContracts with filters", () => {
  const filtered = (filter: unknown) => eventFormatJson(["alice"], untyped(filter));
  const byTemplate = (templateId: string, includeCreatedEventBlob = false) =>
    filtered({ TemplateFilter: { value: { templateId, includeCreatedEventBlob } } });
  const byInterface = (interfaceId: string) =>
    filtered({ InterfaceFilter: { value: { interfaceId, includeInterfaceView: true } } });

  const mixedLedger = async (): Promise<Ledger> => {
    const ledger = await assetLedger();
    const note = create(asset("b", ["alice"], { key: "k" }));
    const unviewable = create(asset("c", ["alice"], { amount: unviewableAmount }));
    await commit(ledger, transactionOf(created("a"), note, unviewable));
    return ledger;
  };

  it("V.3+ returns contracts that match a template or an interface", async () => {
    const ledger = await mixedLedger();
    expect(labelsOf(at(ledger, 1, byTemplate("#assets:Main:Note")))).to.equal("b");
    expect(labelsOf(at(ledger, 1, byInterface("#holding-api:Api:Holding")))).to.equal("ac");
    expect(labelsOf(at(ledger, 1, byInterface("#holding-api:Api:Unused")))).to.equal("");
  });

  it("reads past offsets with filters", async () => {
    const ledger = await mixedLedger();
    await commit(ledger, transactionOf(archived("a"), created("d")));
    expect(labelsOf(at(ledger, 1, byInterface("#holding-api:Api:Holding")))).to.equal("ac");
    expect(labelsOf(at(ledger, 2, byInterface("#holding-api:Api:Holding")))).to.equal("cd");
  });

  it("V.4+ returns blobs and views on request", async () => {
    const ledger = await mixedLedger();
    const [note] = at(ledger, 1, byTemplate("#assets:Main:Note", true));
    expect(note && createdIn(note).createdEventBlob).to.match(/^[A-Za-z0-9+/]+=*$/);
    const [viewed] = at(ledger, 1, byInterface("#holding-api:Api:Holding"));
    expect(viewed && createdIn(viewed).interfaceViews).to.deep.equal([
      {
        interfaceId: holding,
        viewStatus: { code: 0, message: "", details: [] },
        viewValue: { owner: "alice", amount: "1" },
        implementationPackageId: asset("a", []).templateId.split(":")[0],
      },
    ]);
  });

  it("reports a failing view with its status, and continues", async () => {
    const ledger = await mixedLedger();
    const [, failing] = at(ledger, 1, byInterface("#holding-api:Api:Holding"));
    const [view] = failing ? createdIn(failing).interfaceViews : [];
    expect(view?.viewValue).to.equal(null);
    expect(view?.viewStatus.code).to.equal(9);
    expect(view?.viewStatus.message).to.match(/^DAML_FAILURE/);
  });

  it("reports that no vetted package can compute a view", async () => {
    const ledger = await mixedLedger();
    const [synchronizer] = ledger.state.synchronizers;
    await ledger.commit(() => ({
      events: [
        {
          kind: "vettingChanged",
          synchronizerId: synchronizer?.id ?? "",
          vetting: { serial: 2, packages: new Map() },
        },
      ],
      outcome: undefined,
    }));
    const [viewed] = at(ledger, 1, byInterface("#holding-api:Api:Holding"));
    const [view] = viewed ? createdIn(viewed).interfaceViews : [];
    expect(view).to.deep.include({ viewValue: null, implementationPackageId: null });
    expect(view?.viewStatus.code).to.equal(9);
    expect(view?.viewStatus.message).to.match(/^NO_VETTED_INTERFACE_IMPLEMENTATION_PACKAGE/);
  });

  it("V.4- returns neither blobs nor views by default", async () => {
    const ledger = await mixedLedger();
    for (const item of at(ledger, 1)) {
      expect(createdIn(item).createdEventBlob).to.equal("");
      expect(createdIn(item).interfaceViews).to.deep.equal([]);
    }
  });

  it("refuses unknown names before an invalid offset", async () => {
    const ledger = await mixedLedger();
    const { code } = errorOf(() => at(ledger, 99, byTemplate("#nope:Main:Note")));
    expect(code).to.equal("PACKAGE_NAMES_NOT_FOUND");
    expect(errorOf(() => at(ledger, -1, byTemplate("#nope:M:N"))).code).to.equal("NEGATIVE_OFFSET");
  });
});

describe("activeContracts in the legacy form", () => {
  const filter = { filtersByParty: { alice: {} } };

  it("S1.6+ builds the format from filter and verbose", async () => {
    const ledger = await sampleLedger();
    const request = { activeAtOffset: 4, filter, verbose: true };
    expect(labelsOf(activeContracts(ledger, request))).to.equal("bcd");
  });

  it("S1.6- rejects a filter without parties", async () => {
    const ledger = await sampleLedger();
    const run = () => activeContracts(ledger, { activeAtOffset: 4, filter: {}, verbose: true });
    expect(errorOf(run).code).to.equal("INVALID_ARGUMENT");
  });

  it("S1.4+ treats null next to eventFormat as absent", async () => {
    const ledger = await sampleLedger();
    const request = { activeAtOffset: 4, eventFormat: alice, verbose: null, filter: null };
    expect(labelsOf(activeContracts(ledger, untyped(request)))).to.equal("bcd");
  });

  it("S1.4+ treats verbose: false next to eventFormat as absent", async () => {
    const ledger = await sampleLedger();
    const request = { activeAtOffset: 4, eventFormat: alice, verbose: false };
    expect(labelsOf(activeContracts(ledger, request))).to.equal("bcd");
    const both = { ...request, verbose: true };
    expect(errorOf(() => activeContracts(ledger, both)).code).to.equal("INVALID_ARGUMENT");
  });

  it("S1.4- refuses a filter or verbose: true next to eventFormat", async () => {
    const ledger = await sampleLedger();
    for (const legacy of [{ filter }, { verbose: true }, { filter, verbose: false }]) {
      const request = { activeAtOffset: 4, eventFormat: alice, ...legacy };
      expect(errorOf(() => activeContracts(ledger, request)).code).to.equal("INVALID_ARGUMENT");
    }
  });

  it("S1.5+ accepts eventFormat alone", async () => {
    const ledger = await sampleLedger();
    expect(labelsOf(at(ledger, 1))).to.equal("ab");
  });

  it("S1.5- refuses a request without format", async () => {
    const ledger = await sampleLedger();
    for (const request of [{ activeAtOffset: 4 }, { activeAtOffset: 4, verbose: true }]) {
      expect(errorOf(() => activeContracts(ledger, request)).code).to.equal("INVALID_ARGUMENT");
    }
  });
});

describe("activeContracts with continuation tokens", () => {
  const resumed = (ledger: Ledger, token: string, offset = 4, eventFormat: unknown = alice) =>
    activeContracts(
      ledger,
      untyped({
        activeAtOffset: offset,
        eventFormat,
        streamContinuationToken: token,
      }),
    );
  const tokensAt = (ledger: Ledger, offset: number) =>
    Array.from(at(ledger, offset), (item) => item.streamContinuationToken);

  it("S1.8+ continues after the element of the token", async () => {
    const ledger = await sampleLedger();
    const rests = tokensAt(ledger, 4).map((token) => labelsOf(resumed(ledger, token)));
    expect(rests).to.deep.equal(["cd", "d", ""]);
  });

  it("continues in the same snapshot even if its contracts were archived since", async () => {
    const ledger = await sampleLedger();
    const tokens = tokensAt(ledger, 2);
    await commit(ledger, transactionOf(archived("b"), archived("c", "bob"), created("e")));
    const rests = tokens.map((token) => labelsOf(resumed(ledger, token, 2)));
    expect(rests).to.deep.equal(["bc", "c", ""]);
  });

  it("S1.8- refuses an unreadable token", async () => {
    const ledger = await sampleLedger();
    for (const token of ["x", "not base64!", "AAAA", "AAAAAAAAAAAAAAAA"]) {
      const { code, context } = errorOf(() => resumed(ledger, token));
      expect(code).to.equal("INVALID_FIELD");
      expect(context["field_name"]).to.equal("stream_continuation_token");
    }
  });

  it("S1.9+ accepts a token repeatedly for the same offset and format, even if the format is written in another way", async () => {
    const ledger = await sampleLedger();
    const both = eventFormatJson(["alice", "bob"]);
    const swapped = eventFormatJson(["bob", "alice"]);
    const [first] = at(ledger, 4, both);
    const rest = resumed(ledger, first?.streamContinuationToken ?? "", 4, swapped);
    expect(labelsOf(rest)).to.equal("cd");
  });

  it("S1.9- refuses a token of another offset, format or participant", async () => {
    const ledger = await sampleLedger();
    const [token = ""] = tokensAt(ledger, 4);
    const foreign = await createLedger({ participantName: "elsewhere" });
    await commit(foreign, transactionOf());
    const refusals = [
      errorOf(() => resumed(ledger, token, 3)),
      errorOf(() => resumed(ledger, token, 4, eventFormatJson(["alice", "bob"]))),
      errorOf(() => resumed(foreign, token, 1)),
    ];
    const codes = refusals.map(({ code }) => code);
    expect(new Set(codes)).to.deep.equal(new Set(["INVALID_CONTINUATION_TOKEN"]));
  });

  it("refuses a token whose position was changed", async () => {
    const ledger = await sampleLedger();
    const [token = ""] = tokensAt(ledger, 4);
    const altered = token.slice(0, 16) + btoa("z9");
    expect(errorOf(() => resumed(ledger, altered)).code).to.equal("INVALID_FIELD");
  });
});

describe("activeContracts and its caller", () => {
  it("A.4+ lets a user read as its parties, and as any party with that right", async () => {
    const ledger = await sampleLedger();
    const request = { activeAtOffset: 4, eventFormat: alice };
    const reader = userCaller("reader", [{ kind: "CanReadAs", party: "alice" }]);
    const actor = userCaller("actor", [{ kind: "CanActAs", party: "alice" }]);
    const auditor = userCaller("auditor", [{ kind: "CanReadAsAnyParty" }]);
    for (const caller of [reader, actor, auditor]) {
      expect(labelsOf(activeContracts(ledger, request, caller))).to.equal("bcd");
    }
  });

  it("A.4- refuses parties that the caller may not read as, and the party wildcard", async () => {
    const ledger = await sampleLedger();
    const reader = userCaller("reader", [{ kind: "CanReadAs", party: "alice" }]);
    const formats = [eventFormatJson(["alice", "bob"]), { filtersForAnyParty: {} }];
    for (const eventFormat of formats) {
      const run = () => activeContracts(ledger, { activeAtOffset: 4, eventFormat }, reader);
      expect(errorOf(run).code).to.equal("PERMISSION_DENIED");
    }
  });

  it("refuses unauthorized callers after it decodes the fields and before it validates them", async () => {
    const ledger = await sampleLedger();
    const run = (request: unknown) => () =>
      activeContracts(ledger, untyped(request), anonymousCaller);
    const wrong = { activeAtOffset: -1, eventFormat: eventFormatJson(["a!"]) };
    expect(errorOf(run(wrong)).code).to.equal("UNAUTHENTICATED");
    expect(errorOf(run({ activeAtOffset: "x", eventFormat: alice })).code).to.equal(
      "INVALID_ARGUMENT",
    );
  });
});

describe("activeContracts at past offsets", () => {
  const actions = fc.array(
    fc.record({ archives: fc.array(fc.nat(5), { maxLength: 2 }), creates: fc.nat(2) }),
    { maxLength: 12 },
  );

  it("returns the same contracts as a request at that time @property", async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (steps) => {
        const ledger = await assetLedger();
        const then: string[][] = [];
        const active: string[] = [];
        let next = 0;
        for (const { archives, creates } of steps) {
          const ended = new Set(archives.flatMap((index) => active[index] ?? []));
          const made = Array.from({ length: creates }, () => `made ${next++}`);
          await commit(
            ledger,
            transactionOf(
              ...[...ended].map((label) => archived(label)),
              ...made.map((label) => created(label)),
            ),
          );
          active.splice(0, active.length, ...active.filter((label) => !ended.has(label)), ...made);
          then.push(active.map(contractIdOf));
        }
        const now = then.map((_, index) =>
          Array.from(at(ledger, index + 1), (item) => createdIn(item).contractId),
        );
        expect(now).to.deep.equal(then);
      }),
      { numRuns: runs(6) },
    );
  });
});
