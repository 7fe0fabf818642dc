import { expect } from "chai";

import { type TreeUpdateItem, type UpdateItem, updates, updateTrees } from "../../../lib/api.ts";
import type { Ledger } from "../../../lib/index.ts";
import { assetLedger, prune } from "../../support/asset-ledger.ts";
import { asset } from "../../support/asset-package.ts";
import { userCaller } from "../../support/callers.ts";
import { errorOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import {
  commit,
  create,
  exercise,
  submissionBy,
  transactionOf,
} from "../../support/transactions.ts";
import { untyped } from "../../support/untyped.ts";
import { int64 } from "../../support/values.ts";

const held = asset("held", ["alice"], { observers: ["bob"] });
const own = asset("own", ["alice"]);

const transactionsOf = (
  parties: readonly string[],
  transactionShape = "TRANSACTION_SHAPE_ACS_DELTA",
) => ({ includeTransactions: { eventFormat: eventFormatJson(parties), transactionShape } });

/**
 * Creates a ledger with four updates: create `held`; create `own`; a nonconsuming choice on `held`; archive
 * `held`.
 */
const sampleLedger = async (): Promise<Ledger> => {
  const ledger = await assetLedger();
  await commit(ledger, transactionOf(create(held)), submissionBy("alice"));
  await commit(ledger, transactionOf(create(own)));
  const inspect = { choice: "Inspect", consuming: false, result: int64(1n) };
  await commit(ledger, transactionOf(exercise(held, ["bob"], inspect)), submissionBy("bob"));
  await commit(ledger, transactionOf(exercise(held, ["alice"])));
  return ledger;
};

const bounded = <Item>(stream: Iterable<Item> | AsyncIterable<Item>): readonly Item[] => [
  ...(Symbol.iterator in stream ? stream : expect.fail("not bounded")),
];

/** Returns an update as text: its kind, its offset, and the kinds of its events. */
const summary = (item: UpdateItem | TreeUpdateItem): string => {
  const { update } = item;
  if ("Transaction" in update) {
    const { offset, events } = update.Transaction.value;
    return `${offset} ${events.flatMap((event) => Object.keys(event)).join()}`;
  }
  if ("TransactionTree" in update) {
    const { offset, eventsById } = update.TransactionTree.value;
    return `${offset} tree ${Object.keys(eventsById).join()}`;
  }
  return Object.keys(update).join();
};

const read = (ledger: Ledger, request: object): readonly string[] =>
  bounded(updates(ledger, { beginExclusive: 0, endInclusive: 4, ...request })).map(summary);

describe("updates", () => {
  it("returns what the party sees between two offsets, in order", async () => {
    const ledger = await sampleLedger();
    expect(read(ledger, { updateFormat: transactionsOf(["alice"]) })).to.deep.equal([
      "1 CreatedEvent",
      "2 CreatedEvent",
      "4 ArchivedEvent",
    ]);
    const later = { updateFormat: transactionsOf(["alice"]), beginExclusive: 1, endInclusive: 2 };
    expect(read(ledger, later)).to.deep.equal(["2 CreatedEvent"]);
  });

  it("omits transactions without visible events", async () => {
    const ledger = await sampleLedger();
    expect(read(ledger, { updateFormat: transactionsOf(["bob"]) })).to.deep.equal([
      "1 CreatedEvent",
      "4 ArchivedEvent",
    ]);
    expect(read(ledger, { updateFormat: transactionsOf(["carol"]) })).to.deep.equal([]);
  });

  it("shows exercises as ledger effects", async () => {
    const ledger = await sampleLedger();
    const updateFormat = transactionsOf(["bob"], "TRANSACTION_SHAPE_LEDGER_EFFECTS");
    expect(read(ledger, { updateFormat })).to.deep.equal([
      "1 CreatedEvent",
      "3 ExercisedEvent",
      "4 ExercisedEvent",
    ]);
  });

  it("shows the command id to submitters only, and all other fields to all parties", async () => {
    const ledger = await sampleLedger();
    const [toAlice] = bounded(
      updates(ledger, untyped({ endInclusive: 1, updateFormat: transactionsOf(["alice"]) })),
    );
    const [toBob] = bounded(
      updates(ledger, untyped({ endInclusive: 1, updateFormat: transactionsOf(["bob"]) })),
    );
    const common = {
      updateId: `1220${"1".padStart(64, "0")}`,
      workflowId: "workflow",
      effectiveAt: "2024-05-01T00:00:00Z",
      offset: 1,
      synchronizerId: ledger.state.synchronizers[0]?.id,
      traceContext: {
        traceparent: `00-${"0".repeat(32)}-${"0".repeat(16)}-01`,
        tracestate: null,
      },
      recordTime: "2024-05-01T00:00:00Z",
      externalTransactionHash: null,
      events: [],
    };
    const valueOf = (item: UpdateItem | undefined) =>
      item && "Transaction" in item.update ? item.update.Transaction.value : undefined;
    expect({ ...valueOf(toAlice), events: [] }).to.deep.equal({
      ...common,
      commandId: "command",
      paidTrafficCost: 0,
    });
    expect({ ...valueOf(toBob), events: [] }).to.deep.equal({
      ...common,
      commandId: "",
      paidTrafficCost: null,
    });
  });

  it("reverses the order on request", async () => {
    const ledger = await sampleLedger();
    const request = { updateFormat: transactionsOf(["alice"]), descendingOrder: true };
    expect(read(ledger, request)).to.deep.equal([
      "4 ArchivedEvent",
      "2 CreatedEvent",
      "1 CreatedEvent",
    ]);
    expect(read(ledger, { ...request, beginExclusive: 1, endInclusive: 3 })).to.deep.equal([
      "2 CreatedEvent",
    ]);
  });

  it("shows changes of the hosting of parties", async () => {
    const ledger = await assetLedger();
    await ledger.commit(({ ledgerEnd, synchronizers, participantId }, { now }) => ({
      events: [
        {
          kind: "topologyChanged",
          update: {
            kind: "topology",
            updateId: "1220ff",
            offset: ledgerEnd + 1,
            synchronizerId: synchronizers[0]?.id ?? "",
            recordTime: now,
            events: [
              { kind: "added", party: "alice", participantId, permission: "submission" },
              { kind: "revoked", party: "bob", participantId },
            ],
          },
        },
      ],
      outcome: undefined,
    }));
    const eventsFor = (parties: readonly string[]) => {
      const includeTopologyEvents = { includeParticipantAuthorizationEvents: { parties } };
      const request = { endInclusive: 1, updateFormat: { includeTopologyEvents } };
      return bounded(updates(ledger, request)).flatMap(({ update }) =>
        "TopologyTransaction" in update ? update.TopologyTransaction.value.events : [],
      );
    };
    const { participantId } = ledger.state;
    const added = {
      event: {
        ParticipantAuthorizationAdded: {
          value: {
            partyId: "alice",
            participantId,
            participantPermission: "PARTICIPANT_PERMISSION_SUBMISSION",
          },
        },
      },
    };
    const revoked = {
      event: { ParticipantAuthorizationRevoked: { value: { partyId: "bob", participantId } } },
    };
    expect(eventsFor([])).to.deep.equal([added, revoked]);
    expect(eventsFor(["alice"])).to.deep.equal([added]);
    expect(eventsFor(["carol"])).to.deep.equal([]);
  });

  it("returns nothing between an offset and itself", async () => {
    const ledger = await sampleLedger();
    const request = { updateFormat: transactionsOf(["alice"]), beginExclusive: 4 };
    expect(read(ledger, request)).to.deep.equal([]);
  });

  const refusals: readonly (readonly [code: string, request: object])[] = [
    ["NEGATIVE_OFFSET", { beginExclusive: -1, endInclusive: -1 }],
    ["DESCENDING_ORDER_MISSING_END", { descendingOrder: true, endInclusive: null }],
    ["NON_POSITIVE_OFFSET", { endInclusive: 0 }],
    ["OFFSET_AFTER_LEDGER_END", { beginExclusive: 5, endInclusive: null }],
    ["OFFSET_AFTER_LEDGER_END", { endInclusive: 5 }],
    ["OFFSET_OUT_OF_RANGE", { beginExclusive: 3, endInclusive: 2 }],
    ["INVALID_ARGUMENT", { updateFormat: { includeReassignments: {} } }],
    ["INVALID_ARGUMENT", { updateFormat: null }],
    ["INVALID_ARGUMENT", { verbose: true }],
    ["INVALID_ARGUMENT", { filter: { filtersForAnyParty: {} } }],
    ["MISSING_FIELD", { updateFormat: { includeTransactions: {} } }],
  ];
  for (const [code, request] of refusals) {
    it(`answers ${code} to ${JSON.stringify(request)}`, async () => {
      const ledger = await sampleLedger();
      const run = () => read(ledger, { updateFormat: transactionsOf(["alice"]), ...request });
      expect(errorOf(run).code).to.equal(code);
    });
  }

  it("starts at the pruning offset but not before it", async () => {
    const ledger = await sampleLedger();
    await prune(ledger, 2);
    const updateFormat = transactionsOf(["alice"]);
    expect(read(ledger, { updateFormat, beginExclusive: 2 })).to.deep.equal(["4 ArchivedEvent"]);
    expect(errorOf(() => read(ledger, { updateFormat, beginExclusive: 1 })).code).to.equal(
      "PARTICIPANT_PRUNED_DATA_ACCESSED",
    );
  });

  it("requires the rights of every part of the format", async () => {
    const ledger = await sampleLedger();
    const alice = userCaller("u", [{ kind: "CanReadAs", party: "alice" }]);
    const topology = (parties: readonly string[]) => ({
      includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties } },
    });
    const run = (updateFormat: unknown) => () =>
      updates(ledger, untyped({ endInclusive: 4, updateFormat }), alice);
    const denied = [
      transactionsOf(["alice", "bob"]),
      { includeReassignments: eventFormatJson(["bob"]) },
      { includeReassignments: { filtersForAnyParty: {} } },
      topology([]),
      topology(["bob"]),
    ];
    for (const format of denied) {
      expect(errorOf(run(format)).code).to.equal("PERMISSION_DENIED");
    }
    expect(run({ ...transactionsOf(["alice"]), ...topology(["alice"]) })).to.not.throw();
    expect(run({})).to.not.throw();
  });
});

describe("updates in the legacy form", () => {
  const filter = {
    filtersByParty: {
      alice: {
        cumulative: [
          { identifierFilter: { TemplateFilter: { value: { templateId: "#assets:Main:Note" } } } },
        ],
      },
    },
  };

  it("filters flat transactions by template", async () => {
    const ledger = await sampleLedger();
    expect(read(ledger, { filter, verbose: true })).to.deep.equal([]);
    const everything = { filtersByParty: { alice: {} } };
    expect(read(ledger, { filter: everything })).to.have.lengthOf(3);
  });

  it("returns trees with all templates and with exercises", async () => {
    const ledger = await sampleLedger();
    const trees = bounded(updateTrees(ledger, { endInclusive: 4, filter })).map(summary);
    expect(trees).to.deep.equal(["1 tree 0", "2 tree 0", "3 tree 0", "4 tree 0"]);
  });

  it("returns trees without exercises if the format asks for an ACS delta", async () => {
    const ledger = await sampleLedger();
    const request = { endInclusive: 4, updateFormat: transactionsOf(["bob"]) };
    expect(bounded(updateTrees(ledger, untyped(request))).map(summary)).to.deep.equal([
      "1 tree 0",
      "4 tree ",
    ]);
  });
});
